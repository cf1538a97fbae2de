"""Compiled functions: two decorators, and a disk cache that cannot run stale code.

A *kernel* is a small function used by other compiled code; it is compiled into its callers and never cached
alone. An *entry point* is called from Python and is cached on disk, so that a second process starts at once.

Numba's disk cache looks only at the file of the cached function: an edit to a kernel that lives in another file
would go on running its old code. So every entry point carries in its name a fingerprint of all sources that can
reach it, and its cache files with it: a changed source has another name, an unchanged one is found again.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numba

CORE = Path(__file__).parent

# A kernel: inlined into whatever calls it (left to itself LLVM keeps big ones as calls), compiled in memory only.
kernel: Any = numba.njit(error_model="numpy", nogil=True, forceinline=True)


@functools.cache
def fingerprint(*folders: Path) -> str:
    """Short hash of every Python source in `core` and in the given folders (a game's kernels live in both)."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in (CORE, *folders):
        for source in sorted(folder.glob("*.py")):
            digest.update(source.name.encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def entry_point(function: Callable[..., Any], *, key: str, names: Mapping[str, Any] | None = None) -> Any:
    """Compile `function` for calls from Python, cached on disk under `key`.

    Args:
        function: the function to compile; it may call kernels by global name.
        key: what the cached machine code depends on, see `fingerprint`.
        names: globals to bind in the function, before those of its own module. Loops written once against the
            names of a protocol (`deal`, `legal`, …) are bound to one game's kernels this way.

    Returns:
        The compiled function; where the disk gives no place to cache, compiled without a cache, with one warning.
    """
    keyed = bound(function, names or {})
    keyed.__qualname__ = f"{function.__qualname__}_{key}"
    try:
        compiled = numba.njit(error_model="numpy", nogil=True, cache=True)(keyed)
    except RuntimeError:  # Numba found no folder that it may write to
        _warn_uncached()
        return numba.njit(error_model="numpy", nogil=True)(keyed)
    return _announced(compiled)


def bound(function: Callable[..., Any], names: Mapping[str, Any]) -> FunctionType:
    """A copy of the function whose globals are `names`, before those of its own module; not compiled."""
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return copy


def _announced(compiled: Any) -> Any:
    """Make the first compilation in this process say, once, that it is one (loading from the cache says nothing)."""
    if not hasattr(compiled, "_compiler"):  # NUMBA_DISABLE_JIT=1: a plain function
        return compiled
    compile_anew = compiled._compiler.compile

    def compile_aloud(*args: Any, **kwargs: Any) -> Any:
        _say_compiling()
        return compile_anew(*args, **kwargs)

    compiled._compiler.compile = compile_aloud
    return compiled


@functools.cache
def _say_compiling() -> None:
    print("card_envs: compiling the rules for this machine (once, some seconds) …", file=sys.stderr, flush=True)


@functools.cache
def _warn_uncached() -> None:
    warnings.warn(
        "card_envs found no folder to keep its compiled rules in, so every process compiles them anew; "
        "set NUMBA_CACHE_DIR to a folder that can be written",
        RuntimeWarning,
        stacklevel=2,
    )
