"""Show programs a clock that goes on with each look at it, by libfaketime: the same in every grading.

libfaketime counts the looks in shared memory guarded by a semaphore, both below ``/dev/shm``. Where a run has a
``/dev/shm`` of its own, libfaketime makes them there. Elsewhere it would fail and silently show the real time, or
leave them on the machine: there they are made before the run, for it alone, and removed after it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from functools import cache
from pathlib import Path

from harness.model.errors import JudgeError

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where the C library keeps shared memory and semaphores
_PREFIX = "grade-clock-"
_SIZE = 4096
"""Bytes of the shared memory, of which libfaketime uses a few."""
_TEST_CLOCK = "@2001-01-01 00:00:00 i1000,0"
_TEST_OUTPUT = "978307200\n"
_TEST_TIMEOUT_S = 20.0


def clock_environment(clock: str) -> dict[str, str]:
    """Return the variables by which a program sees a clock of its own; JudgeError where libfaketime is not installed.

    ``clock``: where the clock begins and how far each look moves it, in the syntax of ``FAKETIME``.
    """
    return {"LD_PRELOAD": str(_library()), "FAKETIME": clock}


class SharedClock:
    """The clock's shared memory and semaphore on the machine itself, for one run."""

    def __init__(self, clock: str, uid: int | None) -> None:
        """Make them for a user (None: this one); JudgeError where libfaketime does not work with them."""
        remove_stale_clocks()
        check_fake_clock()
        self._name = _create_pair(uid)
        self.environment = {**clock_environment(clock), "FAKETIME_SHARED": f"/{self._name} /{self._name}"}

    @property
    def files(self) -> list[str]:
        """The files that the program must be able to read and write."""
        return [str(path) for path in _paths(self._name)]

    def close(self) -> None:
        """Remove them; may be called again."""
        _remove(self._name)


def remove_stale_clocks() -> None:
    """Remove the clocks of graders that were killed."""
    for path in _SHARED_MEMORY.glob(f"{_PREFIX}*"):
        pid = path.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not os.path.exists(f"/proc/{pid}"):
            _remove(path.name)


@cache
def find_library() -> Path | None:
    """Where libfaketime is; None if it is not installed."""
    return next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)


def _library() -> Path:
    library = find_library()
    if library is None:
        raise JudgeError("this machine has no libfaketime; install it with: apt-get install faketime")
    return library


@cache
def check_fake_clock() -> None:
    """Raise JudgeError unless ``date`` shows a fake clock: another version may lay out its shared memory otherwise."""
    import subprocess  # noqa: PLC0415 - few specs set a clock

    name = _create_pair(None)
    environment = {**clock_environment(_TEST_CLOCK), "FAKETIME_SHARED": f"/{name} /{name}", "TZ": "UTC"}
    try:
        output = subprocess.run(
            ("date", "+%s"), env=environment, capture_output=True, text=True, timeout=_TEST_TIMEOUT_S, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        output = str(error)
    finally:
        _remove(name)
    if output != _TEST_OUTPUT:
        raise JudgeError(f"a run cannot be shown a time of its own here: libfaketime makes it {output.strip()!r}")


def _create_pair(uid: int | None) -> str:
    """Make shared memory and a semaphore, and return their name; JudgeError if that fails."""
    name = f"{_PREFIX}{os.getpid()}-{os.urandom(8).hex()}"
    try:
        memory = os.open(
            _SHARED_MEMORY / name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        os.truncate(memory, _SIZE)
        os.close(memory)
        _create_semaphore(name)
        for path in _paths(name) if uid is not None else ():
            os.chown(path, uid or 0, uid or 0, follow_symlinks=False)
    except OSError as error:
        _remove(name)
        raise JudgeError(f"a run cannot be shown a time of its own: no shared memory ({error})") from None
    return name


def _create_semaphore(name: str) -> None:
    """Make an unlocked semaphore. Only the C library knows the layout of its file."""
    library = ctypes.CDLL(None, use_errno=True)
    library.sem_open.restype = ctypes.c_void_p
    semaphore = library.sem_open(f"/{name}".encode(), os.O_CREAT | os.O_EXCL, 0o600, 1)
    if not semaphore:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    library.sem_close(ctypes.c_void_p(semaphore))


def _paths(name: str) -> tuple[Path, Path]:
    return _SHARED_MEMORY / name, _SHARED_MEMORY / f"sem.{name}"


def _remove(name: str) -> None:
    for path in _paths(name):
        with contextlib.suppress(OSError):
            path.unlink()
