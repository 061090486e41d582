"""Levels C and D, inside the new process: give up all rights that a student's program has no need of, then become it.

Started as a script by the grader's own interpreter, isolated, so that nothing of the student's is imported. Arguments:
a file descriptor of the settings, then the command. It is a program of its own because what it does cannot be undone,
and between fork and exec in the grader's process it would cost more, the more the larger the grader is.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import struct
import sys

_LIBC = ctypes.CDLL(None, use_errno=True)
_NO_NEW_PRIVS, _DUMPABLE, _SECCOMP, _FILTER = 38, 4, 22, 2
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL
_RIGHTS = (13, 13, 14, 15, 15, 16)
"""How many rights on files each version of Landlock knows (by its number, from 1)."""


def _sure(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def version() -> int:
    """The version of Landlock that the kernel speaks; 0 where it speaks none."""
    return max(0, int(_LIBC.syscall(_CREATE, None, ctypes.c_size_t(0), 1)))


def _landlock(readable: list[str], writable: list[str], devices: list[str]) -> None:
    """Nothing but these files: read and started, or written too; no TCP; no signals and sockets across, where known."""
    known = version()
    every = (1 << _RIGHTS[min(known, len(_RIGHTS)) - 1]) - 1
    network, scope = (3 if known >= 4 else 0), (3 if known >= 6 else 0)  # noqa: PLR2004 - as the kernel numbers them
    ruleset = struct.pack("QQQ", every, network, scope)[: 8 if known < 4 else 16 if known < 6 else 24]  # noqa: PLR2004
    made = _sure(_LIBC.syscall(_CREATE, ruleset, ctypes.c_size_t(len(ruleset)), 0), "landlock")
    look = _EXECUTE | _READ | _LIST
    rules = [(path, look) for path in readable]
    rules += [(path, every) for path in writable]
    rules += [(path, _READ | _WRITE | _TRUNCATE | _IOCTL) for path in devices]
    for path, rights in rules:
        if not os.path.exists(path):
            continue
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = rights & every & (every if os.path.isdir(path) else _OF_FILES)
        _sure(_LIBC.syscall(_ADD, made, 1, struct.pack("=Qi", allowed, folder), 0), f"landlock {path}")
        os.close(folder)
    _sure(_LIBC.syscall(_RESTRICT, made, 0), "landlock")
    os.close(made)


def _seccomp(made: bytes) -> None:
    code = ctypes.create_string_buffer(made, len(made))
    program = struct.pack("HxxxxxxP", len(made) // 8, ctypes.addressof(code))
    _sure(_LIBC.prctl(_SECCOMP, _FILTER, program, 0, 0), "seccomp")


def main() -> None:
    """Read the settings, give up the rights, become the command."""
    with open(int(sys.argv[1]), "rb") as file:
        settings = json.load(file)
    for name, soft, hard in settings["limits"]:
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (soft, hard))
    _sure(_LIBC.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    os.umask(0o022)
    if settings["user"] is not None:
        os.setgroups([])
        os.setresgid(*[settings["user"]] * 3)
        os.setresuid(*[settings["user"]] * 3)
    if version():
        _landlock(settings["readable"], settings["writable"], settings["devices"])
    _seccomp(bytes.fromhex(settings["filter"]))
    try:
        os.execve(settings["program"], sys.argv[2:], settings["environment"])  # noqa: S606 - no shell is wanted
    except OSError as error:
        sys.stderr.write(f"{sys.argv[2]}: {error.strerror}\n")
        sys.exit(127)


if __name__ == "__main__":
    main()
