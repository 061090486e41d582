"""Modules and numbers of Unix, for systems that lack some: what is not there fails where it is used, not on import.

A student's kit judges on every system; there programs are started in a plain way, without these.
"""

from __future__ import annotations

import os
import signal


class _Absent:
    """Stands for a module that this system lacks."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        raise OSError(f"this system has no module {self._name}")


try:
    import fcntl
except ModuleNotFoundError:
    fcntl = _Absent("fcntl")  # type: ignore[assignment]
try:
    import resource
except ModuleNotFoundError:
    resource = _Absent("resource")  # type: ignore[assignment]
try:
    import termios
except ModuleNotFoundError:
    termios = _Absent("termios")  # type: ignore[assignment]

__all__ = [
    "fcntl",
    "open_flags",
    "resource",
    "runs_programs_watched",
    "signals",
    "stat_fields",
    "system_number",
    "termios",
]


def runs_programs_watched() -> bool:
    """Whether this system has what starting and watching programs takes."""
    modules = (fcntl, resource, termios)
    functions = ("fork", "memfd_create", "pipe2", "posix_spawn", "wait4")
    return not any(isinstance(module, _Absent) for module in modules) and all(hasattr(os, name) for name in functions)


def open_flags(*names: str) -> int:
    """Flags of ``os.open`` by name, as far as this system has them."""
    return sum(getattr(os, name, 0) for name in names)


def signals(*names: str) -> tuple[signal.Signals, ...]:
    """Signals by name, as far as this system has them."""
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def stat_fields(process: int | str) -> list[bytes]:
    """The fields of ``/proc/PID/stat`` from the third, the state, on; OSError when the process is gone.

    A thread is ``PID/task/TID``.
    """
    with open(f"/proc/{process}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()  # the name comes before, and may hold anything


def system_number(name: str, default: int) -> int:
    """A number that the system gives, as ``os.sysconf`` names it."""
    return os.sysconf(name) if hasattr(os, "sysconf") else default
