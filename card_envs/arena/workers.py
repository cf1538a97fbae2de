"""Work shared among processes: a task, called with one chunk after another.

A worker is a Python of its own that imports this package and nothing of the script that is run, so a script needs no
guard and nothing is imported twice. Orders go to it through its standard input, answers come back through its
standard output, pickled; it ends as soon as its orders are cut off, so none outlives the process that started it.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any

Task = Callable[[Any], Any]

WORTH_STARTING = 3.0  # seconds of work left from which processes are started: each takes about one to be ready
LOADING = 2.0  # seconds of the first chunk that do not count: compiled rules are read from the disk


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def answers(task: Task, chunks: Sequence[Any], processes: int | None = None) -> Generator[tuple[int, Any], None, None]:
    """Call the task with each chunk.

    Args:
        task: is pickled if there are processes to be started.
        chunks: what to call it with.
        processes: how many to share them among; 1 works here. None begins here, and leaves the rest to as many as
            there are processors as soon as that much work is seen to be left.

    Yields:
        (number of a chunk, its answer), in the order in which they are done.

    Raises:
        ValueError: the task cannot be pickled.
        ChildProcessError: a process ended by itself.
        Exception: whatever the task raised, as it was.
    """
    numbered = list(enumerate(chunks))
    limit = processors() if processes is None else processes
    if processes is not None and processes > 1:
        yield from _shared(task, numbered, processes)
        return
    worthwhile = WORTH_STARTING if processes is None and limit > 1 else float("inf")
    loading = LOADING
    for number, chunk in numbered:
        began = time.monotonic()
        answer = task(chunk)
        spent, loading = time.monotonic() - began - loading, 0.0
        yield number, answer
        rest = numbered[number + 1 :]
        if spent * len(rest) > worthwhile:
            yield from _shared(task, rest, limit)
            return


def _shared(task: Task, numbered: Sequence[tuple[int, Any]], processes: int) -> Generator[tuple[int, Any], None, None]:
    """The answers of that many processes."""
    try:
        message = pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(f"this cannot be sent to other processes ({error}); use processes=1") from error
    todo: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, Any, Exception | None]] = queue.SimpleQueue()
    for order in numbered:
        todo.put(order)
    workers: list[_Worker] = []
    try:
        for _ in range(min(processes, len(numbered))):
            workers.append(_Worker(message, todo, done))
        for _ in numbered:
            number, answer, raised = done.get()
            if raised is not None:
                raise raised
            yield number, answer
    finally:
        for worker in workers:
            worker.stop()


class _Worker:
    """A process, and the thread that talks to it."""

    def __init__(self, task: bytes, todo: queue.SimpleQueue[Any], done: queue.SimpleQueue[Any]) -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the process that started it, which stops it then
        )
        self._thread = threading.Thread(target=self._talk, args=(task, todo, done), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):  # an order that was not read any more
                stream.close()

    def _talk(self, task: bytes, todo: queue.SimpleQueue[Any], done: queue.SimpleQueue[Any]) -> None:
        try:
            self._order(task)
            while True:
                number, chunk = todo.get_nowait()
                self._order(pickle.dumps(chunk))
                assert self._process.stdout is not None
                done.put((number, *pickle.load(self._process.stdout)))
        except queue.Empty:
            return
        except (OSError, EOFError, pickle.UnpicklingError):
            status = self._process.wait()
            done.put((-1, None, ChildProcessError(f"a worker process ended by itself, with exit status {status}")))
        except Exception as error:  # an answer that cannot be read here
            done.put((-1, None, error))

    def _order(self, message: bytes) -> None:
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()


# --- in the worker ---------------------------------------------------------------------------------------------


def serve() -> None:
    """Be a worker: read the task, then chunks; write (answer, error) for each, one of which is None."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a task prints must not get among the answers
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    task = _loaded(orders.get())
    while True:
        answer: tuple[Any, Exception | None]
        try:
            answer = (task(pickle.loads(orders.get())), None)
        except Exception as error:
            answer = (None, _portable(error))
        out.write(pickle.dumps(answer))
        out.flush()


def _listen(orders: queue.SimpleQueue[bytes]) -> None:
    """Take orders as they come; once they are cut off there is nobody to work for."""
    try:
        while True:
            orders.put(pickle.load(sys.stdin.buffer))
    except (OSError, EOFError, pickle.UnpicklingError):
        os._exit(1)


def _loaded(message: bytes) -> Task:
    """The task; or one that raises what went wrong, so that it is told as an answer."""
    try:
        return pickle.loads(message)
    except Exception as error:
        wrong = error

        def fail(chunk: Any) -> Any:
            raise wrong

        return fail


def _portable(error: Exception) -> Exception:
    """The exception with a note of where it arose; in words where it cannot be pickled and read back."""
    error.add_note("raised in a worker process:\n" + traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
