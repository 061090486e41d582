"""Turn exceptions into exit statuses: bad input gets one clear line, only a bug of ours a traceback."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from harness import bytecode
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.sandbox.run.interruption import interrupt_on_signals

_FULL = (errno.ENOSPC, errno.EDQUOT)


def leave(status: int) -> NoReturn:
    """End the process as ``sys.exit`` does, but let the kernel take its memory back: Python itself takes 12 ms."""
    try:
        atexit._run_exitfuncs()  # noqa: SLF001 - there is no other way to run them
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def guarded(run: Callable[[], int], name: str) -> int:
    """Run a command; return its exit status, or that of the error that it raised."""
    for name_of_stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name_of_stream) is None:  # it was closed; in this order each gets its own descriptor again
            setattr(sys, name_of_stream, open(os.devnull, mode))  # noqa: PTH123, SIM115 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with contextlib.suppress(ValueError):  # not in the main thread
            interrupt_on_signals()  # SIGTERM is a timeout: what is done is reported, as at Ctrl-C
        status = run()
        sys.stdout.flush()
        bytecode.write()
    except (UsageError, JudgeError) as error:
        print(*(f"{name}: {line}" for line in str(error).splitlines()), sep="\n", file=sys.stderr)  # noqa: T201
        return error.exit_status
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)  # noqa: T201
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        if error.errno not in _FULL:
            raise
        print(f"{name}: {error.filename or 'the output'}: {error.strerror}; make room there", file=sys.stderr)  # noqa: T201
        _drop_output()
        return JudgeError.exit_status
    return status


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that no second error comes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
