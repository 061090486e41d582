"""A clock that goes on with each look at it, by libfaketime: the same in every grading.

libfaketime counts the looks in a piece of shared memory beside a semaphore, below ``/dev/shm``. Where a run has a
``/dev/shm`` of its own it makes them there. Elsewhere it would fail, and then show the real time without a word, or
leave them behind on the machine: there they are made before the run, for it alone, and removed behind it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
from functools import cache
from pathlib import Path

from harness.model.errors import JudgeError

_SHARED = Path("/dev/shm")  # noqa: S108 - where the C library looks for what has a name alone
_PREFIX = "grade-clock-"
_SIZE = 4096
"""Bytes, of which libfaketime takes a few."""
_PROOF = "@2001-01-01 00:00:00 i1000,0"
_PROVED = "978307200\n"
_OF_A_PROOF_S = 20.0


def preloaded(clock: str) -> dict[str, str]:
    """The environment in which programs see a clock of their own; JudgeError where that is not installed.

    ``clock``: where it begins and how far it goes on, as libfaketime is told it.
    """
    return {"LD_PRELOAD": str(_library()), "FAKETIME": clock}


class SharedClock:
    """The clock's memory and semaphore on the machine itself, from before a run to behind it."""

    def __init__(self, clock: str, user: int | None) -> None:
        """Make them for a user, by default this one; JudgeError where no program could be shown a clock so."""
        sweep()
        prove()
        self._name = _new(user)
        self.environment = {**preloaded(clock), "FAKETIME_SHARED": f"/{self._name} /{self._name}"}

    @property
    def files(self) -> list[str]:
        """What the program must be able to read and write."""
        return [str(path) for path in _paths(self._name)]

    def close(self) -> None:
        """Remove them; may be called again."""
        _remove(self._name)


def sweep() -> None:
    """Remove what graders left that were killed."""
    for path in _SHARED.glob(f"{_PREFIX}*"):
        pid = path.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not os.path.exists(f"/proc/{pid}"):
            _remove(path.name)


@cache
def _library() -> Path:
    library = next(iter(Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
    if library is None:
        raise JudgeError("this machine has no libfaketime; install it with: apt-get install faketime")
    return library


@cache
def prove() -> None:
    """See with a program of the machine's own that the clock is shown; another version might want another memory."""
    name = _new(None)
    environment = {**preloaded(_PROOF), "FAKETIME_SHARED": f"/{name} /{name}", "TZ": "UTC"}
    try:
        told = subprocess.run(
            ("date", "+%s"), env=environment, capture_output=True, text=True, timeout=_OF_A_PROOF_S, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        told = str(error)
    finally:
        _remove(name)
    if told != _PROVED:
        raise JudgeError(f"a run cannot be shown a time of its own here: libfaketime makes it {told.strip()!r}")


def _new(user: int | None) -> str:
    """The name of a new pair; JudgeError where none can be made."""
    name = f"{_PREFIX}{os.getpid()}-{os.urandom(8).hex()}"
    try:
        memory = os.open(_SHARED / name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        os.truncate(memory, _SIZE)
        os.close(memory)
        _semaphore(name)
        for path in _paths(name) if user is not None else ():
            os.chown(path, user or 0, user or 0, follow_symlinks=False)
    except OSError as error:
        _remove(name)
        raise JudgeError(f"a run cannot be shown a time of its own: no shared memory ({error})") from None
    return name


def _semaphore(name: str) -> None:
    """A new one, free to take. The C library alone knows how it lies in its file."""
    library = ctypes.CDLL(None, use_errno=True)
    library.sem_open.restype = ctypes.c_void_p
    made = library.sem_open(f"/{name}".encode(), os.O_CREAT | os.O_EXCL, 0o600, 1)
    if not made:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    library.sem_close(ctypes.c_void_p(made))


def _paths(name: str) -> tuple[Path, Path]:
    return _SHARED / name, _SHARED / f"sem.{name}"


def _remove(name: str) -> None:
    for path in _paths(name):
        with contextlib.suppress(OSError):
            path.unlink()
