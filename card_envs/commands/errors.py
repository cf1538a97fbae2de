"""How commands end when something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reported() -> Iterator[None]:
    """Turn errors that the user can mend into one line and exit status 2, an interruption into status 130.

    Where nobody reads the output any more, as after `| head`, the command ends without a word.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries to write the rest
        raise SystemExit(1) from None
    except (ValueError, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from error
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
