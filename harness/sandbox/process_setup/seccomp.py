"""Make the filter by which the kernel refuses the system calls that no student's program needs."""

from __future__ import annotations

import contextlib
import errno
import os
import struct
from typing import Any

from harness.model.errors import JudgeError

_REFUSED_CALLS = (
    "add_key", "keyctl", "request_key",
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    "bpf", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd",
    "kcmp", "lookup_dcookie",
    "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "mount_setattr",
    "fsopen", "fsconfig", "fsmount", "fspick", "unshare", "setns", "fanotify_init", "name_to_handle_at",
    "open_by_handle_at",
    "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl",
    "semget", "semop", "semtimedop", "semctl", "mq_open", "mq_unlink",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
    "acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname",
    "setdomainname", "iopl", "ioperm", "nfsservctl", "vhangup", "syslog", "modify_ldt", "uselib", "ustat", "sysfs",
)  # fmt: skip
_MISSING_CALLS = ("io_setup", "inotify_init", "inotify_init1")
"""Refused as if the kernel lacked them, which programs are prepared for: asynchronous input and output, of which all
programs of the machine share a number; and watches of files, by which a program sees that others open them."""
_FIRST_NEWER_CALL = 451
"""This and all later ones are missing, too: ``cachestat``, which shows what others have read, lists of mounts, and what
kernels will learn. All kinds of processors give new calls one number."""
_FIRST_X32_CALL = 0x40000000
_ATTRIBUTE_CALLS = ("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr")
"""Refused as if no file system had attributes: Landlock does not keep a program from those of its user's files."""
_FLUSHES = ("sync", "syncfs")
"""They would wait for the disks of all; for the program they succeed."""
_CACHE_ADVICE = {"fadvise64": (3, (4,)), "madvise": (2, (20, 21))}
"""Call -> which argument is the advice, and those that drop pages of files that others read: POSIX_FADV_DONTNEED, COLD,
PAGEOUT. It is no more than advice: for the program it succeeds."""
_NOWAIT = 8
"""Flag of ``preadv2`` and ``pwritev2``: fail where a page is not in memory, which shows whether others have read it."""
_LOCK_REQUESTS = {"F_SETLEASE": 1024, "F_NOTIFY": 1026}
_INT = 0xFFFFFFFF
_SETTINGS_BY_PROCESS = {
    "prlimit64": 0, "sched_setaffinity": 0, "sched_setattr": 0, "sched_setparam": 0, "sched_setscheduler": 0,
    "setpriority": 1, "ioprio_set": 1, "migrate_pages": 0, "move_pages": 0,
}  # fmt: skip
"""Call -> which of its arguments is the number of a process, 0 for the one that asks."""
_SETTINGS_BY_KIND = {"setpriority": 0, "ioprio_set": 1}
"""Call -> the kind of target (its first argument) that is a process, not a group or a user."""
_SOCKET_FAMILIES = {1: "UNIX", 2: "INET", 10: "INET6", 16: "NETLINK"}
_KINDS = 16
"""As many kinds of sockets there may be; the other bits are flags."""
_FIRST_RARE_KIND = 4
"""Kinds of network sockets from this on would have the kernel load a module, whatever the protocol."""
_STREAM, _PACKETS = 1, 5
"""Kinds of local sockets that cannot be connected again, to a service of the machine."""
_PROTOCOLS = {"INET": (0, 1, 6, 17), "INET6": (0, 6, 17, 58), "NETLINK": (0,)}
"""Family -> the protocols that programs use: ICMP, TCP, UDP, and of the kernel's own the list of network interfaces.
Any other would have the kernel load a module, or reveal something of the machine."""
_NAMESPACE_FLAGS = (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000)
_TERMINAL_REQUESTS = {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541C, "TIOCSCTTY": 0x540E, "TIOCSETD": 0x5423}


def syscall_filter(*, in_namespaces: bool = True, own_user: bool = True) -> bytes:
    """Return the filter as the kernel loads it; JudgeError when libseccomp is not installed.

    ``in_namespaces``: the program runs in namespaces of its own, with an empty network, and can make no further ones.
    ``own_user``: nobody else runs as its user: it can set the priority and the limits of its own processes only.
    """
    try:
        import pyseccomp as seccomp  # type: ignore[import-untyped]  # noqa: PLC0415 - only where programs run
    except (ImportError, RuntimeError, OSError):
        raise JudgeError("this machine has no libseccomp; install it with: apt-get install libseccomp2") from None
    bpf_filter = seccomp.SyscallFilter(seccomp.ALLOW)
    refuse = seccomp.ERRNO(errno.EPERM)
    for name in _REFUSED_CALLS:
        _add_rule(bpf_filter, refuse, name)
    for family in range(46):
        if family not in _SOCKET_FAMILIES or not in_namespaces:
            # without a network namespace a local socket could reach a service of the machine
            bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.EQ, family))
    bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.GE, 46))
    _refuse_rare_protocols(bpf_filter)
    _refuse_rare_kinds_of_sockets(bpf_filter, in_namespaces=in_namespaces)
    for request in _TERMINAL_REQUESTS.values():
        bpf_filter.add_rule(refuse, "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request))
    _refuse_what_tells_of_others(bpf_filter)
    _refuse_settings_of_others(bpf_filter, own_user=own_user)
    if not in_namespaces:  # it must not make any of its own
        for flag in _NAMESPACE_FLAGS:
            bpf_filter.add_rule(refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        # A filter cannot read the flags of clone3; where that is missing the C library uses clone.
        bpf_filter.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    with open(os.memfd_create("filter"), "w+b", buffering=0) as file:
        bpf_filter.export_bpf(file)
        file.seek(0)
        return _newer_calls_missing() + file.read()


def _newer_calls_missing() -> bytes:
    """Return the filter's beginning: libseccomp has no rules for calls without a name."""
    load, at_least, end, error = 0x20, 0x35, 0x06, 0x00050000
    instructions = (
        (load, 0, 0, 0),
        (at_least, 0, 2, _FIRST_NEWER_CALL),
        (at_least, 1, 0, _FIRST_X32_CALL),
        (end, 0, 0, error | errno.ENOSYS),
    )
    return b"".join(struct.pack("HBBI", *instruction) for instruction in instructions)


def _refuse_rare_kinds_of_sockets(bpf_filter: Any, *, in_namespaces: bool) -> None:
    """Refuse pairs of sockets but local ones, and kinds that no program of a course needs.

    Outside a network namespace no socket of a pair may be one that sends to whom it likes.
    """
    import pyseccomp as seccomp  # noqa: PLC0415 - only where programs run

    refuse = seccomp.ERRNO(errno.ESOCKTNOSUPPORT)
    bpf_filter.add_rule(seccomp.ERRNO(errno.EPERM), "socketpair", seccomp.Arg(0, seccomp.NE, 1))
    for kind in range(_FIRST_RARE_KIND, _KINDS):
        for family in (2, 10) if in_namespaces else ():  # none at all elsewhere
            of_this_kind = seccomp.Arg(1, seccomp.MASKED_EQ, _KINDS - 1, kind)
            bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.EQ, family), of_this_kind)
    for kind in () if in_namespaces else set(range(_KINDS)) - {_STREAM, _PACKETS}:
        bpf_filter.add_rule(refuse, "socketpair", seccomp.Arg(1, seccomp.MASKED_EQ, _KINDS - 1, kind))


def _refuse_rare_protocols(bpf_filter: Any) -> None:
    """Refuse the protocols of a family that no program of a course needs; a family without a list has one only."""
    import pyseccomp as seccomp  # noqa: PLC0415 - only where programs run

    refuse = seccomp.ERRNO(errno.EPROTONOSUPPORT)
    for family, name in _SOCKET_FAMILIES.items():
        allowed = _PROTOCOLS.get(name, (0, 1))  # of local ones, 1 is the family's own number
        last = max(allowed)
        compared = [seccomp.Arg(2, seccomp.EQ, number) for number in range(last) if number not in allowed]
        for protocol in (*compared, seccomp.Arg(2, seccomp.GT, last)):
            bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.EQ, family), protocol)


def _refuse_what_tells_of_others(bpf_filter: Any) -> None:
    """Refuse what reveals what other programs do with files that all may read, or takes what all programs share."""
    import pyseccomp as seccomp  # noqa: PLC0415 - only where programs run

    for number, calls in {errno.ENOSYS: _MISSING_CALLS, errno.EOPNOTSUPP: _ATTRIBUTE_CALLS, 0: _FLUSHES}.items():
        for call in calls:
            _add_rule(bpf_filter, seccomp.ERRNO(number), call)
    for call, (position, advices) in _CACHE_ADVICE.items():
        for advice in advices:
            _add_rule(bpf_filter, seccomp.ERRNO(0), call, seccomp.Arg(position, seccomp.MASKED_EQ, _INT, advice))
    for call in ("preadv2", "pwritev2"):
        _add_rule(
            bpf_filter, seccomp.ERRNO(errno.EOPNOTSUPP), call, seccomp.Arg(5, seccomp.MASKED_EQ, _NOWAIT, _NOWAIT)
        )
    for request in _LOCK_REQUESTS.values():
        _add_rule(bpf_filter, seccomp.ERRNO(errno.EINVAL), "fcntl", seccomp.Arg(1, seccomp.MASKED_EQ, _INT, request))


def _refuse_settings_of_others(bpf_filter: Any, *, own_user: bool) -> None:
    """Refuse to set the priority, the processors or the limits of what is not the program's own.

    Among its own processes a program may do that by number: threads of the C library do. A sandbox's first process, of
    which a filter knows the number, is not its own; whole groups and users of processes may hold others. Where other
    processes of its user are in reach a program can set its own only, as the one that asks.
    """
    import pyseccomp as seccomp  # noqa: PLC0415 - only where programs run

    refuse = seccomp.ERRNO(errno.EPERM)
    for call, position in _SETTINGS_BY_PROCESS.items():
        first = seccomp.Arg(position, seccomp.MASKED_EQ, _INT, 1)
        _add_rule(bpf_filter, refuse, call, first if own_user else seccomp.Arg(position, seccomp.NE, 0))
    for call, process in _SETTINGS_BY_KIND.items():
        _add_rule(bpf_filter, refuse, call, seccomp.Arg(0, seccomp.NE, process))


def _add_rule(bpf_filter: Any, action: int, call: str | int, *arguments: Any) -> None:
    """Add a rule, unless this kind of processor does not have the call."""
    with contextlib.suppress(OSError, ValueError):
        bpf_filter.add_rule(action, call, *arguments)
