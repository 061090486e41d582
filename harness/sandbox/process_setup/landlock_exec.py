"""Levels C and D, in the new process: give up all rights that a student's program does not need, then become it.

Started as a script by the grader's own interpreter, isolated, so that nothing of the student's is imported. Arguments:
a file descriptor of the settings, then the command. It is a program of its own because what it does cannot be undone,
and between fork and exec in the grader's process it would cost more, the more the larger the grader is.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import struct
import sys

FORMAT = 4
"""Of the settings, for ``marshal``: every Python since 3.4 reads it. Loading ``json`` would double a start."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_NO_NEW_PRIVS, _DUMPABLE, _SECCOMP, _FILTER = 38, 4, 22, 2
_CAPABILITY_VERSION = 0x20080522
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
_FILE_RIGHTS = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL
_RIGHTS_BY_VERSION = (13, 13, 14, 15, 15, 16)
"""How many rights on files each version of Landlock knows (by its number, from 1)."""


def _check(result: int, what: str) -> int:
    """Return the result of a C function; OSError where it is negative."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def version() -> int:
    """Return the version of Landlock that the kernel offers; 0 if it offers none."""
    return max(0, int(_LIBC.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)))


def landlock(readable: list[str], writable: list[str], devices: list[str]) -> None:
    """Allow nothing but these files, and, where the kernel can refuse them, no TCP, signals and sockets to others.

    ``readable`` files may be executed too; ``writable`` ones everything; ``devices`` may be read and written.
    """
    kernel_version = version()
    all_rights = (1 << _RIGHTS_BY_VERSION[min(kernel_version, len(_RIGHTS_BY_VERSION)) - 1]) - 1
    has_network, has_scope = kernel_version >= 4, kernel_version >= 6  # noqa: PLR2004 - as the kernel numbers them
    size = 24 if has_scope else 16 if has_network else 8
    ruleset = struct.pack("QQQ", all_rights, 3 if has_network else 0, 3 if has_scope else 0)[:size]
    ruleset_fd = _check(_LIBC.syscall(_CREATE_RULESET, ruleset, ctypes.c_size_t(len(ruleset)), 0), "landlock")
    read_rights = _EXECUTE | _READ | _LIST
    rules = [(path, read_rights) for path in readable]
    rules += [(path, all_rights) for path in writable]
    rules += [(path, _READ | _WRITE | _TRUNCATE | _IOCTL) for path in devices]
    for path, rights in rules:
        if not os.path.exists(path):
            continue
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = rights & all_rights & (all_rights if os.path.isdir(path) else _FILE_RIGHTS)
        _check(_LIBC.syscall(_ADD_RULE, ruleset_fd, 1, struct.pack("=Qi", allowed, folder), 0), f"landlock {path}")
        os.close(folder)
    _check(_LIBC.syscall(_RESTRICT_SELF, ruleset_fd, 0), "landlock")
    os.close(ruleset_fd)


def no_new_privileges() -> None:
    """Let no program that is started from here on have more rights than this process."""
    _check(_LIBC.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")


def no_capabilities() -> None:
    """Give up what root may do beyond others."""
    _check(_LIBC.capset(struct.pack("Ii", _CAPABILITY_VERSION, 0), bytes(24)), "capabilities")


def load_filter(bpf_filter: bytes) -> None:
    """Have the kernel refuse the system calls that the filter refuses; OSError when it does not take it."""
    code = ctypes.create_string_buffer(bpf_filter, len(bpf_filter))
    program = struct.pack("HxxxxxxP", len(bpf_filter) // 8, ctypes.addressof(code))
    _check(_LIBC.prctl(_SECCOMP, _FILTER, program, 0, 0), "seccomp")


def main() -> None:
    """Read the settings, give up the rights and become the command."""
    with open(int(sys.argv[1]), "rb") as file:
        settings = marshal.load(file)  # noqa: S302 - the grader wrote it
    for name, soft, hard in settings["limits"]:
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (soft, hard))
    no_new_privileges()
    os.umask(0o022)
    if settings["user"] is not None:
        os.setgroups([])
        os.setresgid(*[settings["user"]] * 3)
        os.setresuid(*[settings["user"]] * 3)
    if version():
        landlock(settings["readable"], settings["writable"], settings["devices"])
    load_filter(settings["filter"])
    try:
        os.execve(settings["program"], sys.argv[2:], settings["environment"])  # noqa: S606 - no shell is wanted
    except OSError as error:
        sys.stderr.write(f"{sys.argv[2]}: {error.strerror}\n")
        sys.exit(127)


if __name__ == "__main__":
    main()
