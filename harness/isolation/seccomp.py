"""The system calls that no student's program needs, refused by the kernel; the filter is made by libseccomp."""

from __future__ import annotations

import errno
import os

from harness.model.errors import JudgeError

_REFUSED = (
    "add_key", "keyctl", "request_key",
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    "bpf", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd",
    "kcmp", "lookup_dcookie",
    "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "mount_setattr",
    "fsopen", "fsconfig", "fsmount", "fspick", "unshare", "setns", "fanotify_init", "name_to_handle_at",
    "open_by_handle_at",
    "memfd_create", "memfd_secret", "shmget", "shmat", "msgget", "semget", "mq_open",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
    "acct", "quotactl", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname", "setdomainname",
    "iopl", "ioperm", "nfsservctl", "vhangup", "syslog",
)  # fmt: skip
_FAMILIES = {1: "UNIX", 2: "INET", 10: "INET6", 16: "NETLINK"}
_NAMESPACES = (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000)
_TERMINAL = {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541C, "TIOCSCTTY": 0x540E}


def syscall_filter(*, apart: bool = True) -> bytes:
    """The filter as the kernel loads it; JudgeError when libseccomp is not there.

    ``apart``: namespaces are around the program: the network is an empty one, and no further namespace can be made.
    """
    try:
        import pyseccomp as seccomp  # type: ignore[import-untyped]  # noqa: PLC0415 - only where programs run
    except (ImportError, RuntimeError, OSError):
        raise JudgeError("this machine has no libseccomp; install it with: apt-get install libseccomp2") from None
    made = seccomp.SyscallFilter(seccomp.ALLOW)
    refuse = seccomp.ERRNO(errno.EPERM)
    for name in _REFUSED:
        try:
            made.add_rule(refuse, name)
        except (OSError, ValueError):  # a call that this kind of processor does not have
            continue
    for family in range(46):
        if family not in _FAMILIES or not apart:  # by the path of a local one a service of the machine could be asked
            made.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.EQ, family))
    made.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.GE, 46))
    for request in _TERMINAL.values():
        made.add_rule(refuse, "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request))
    if not apart:  # no namespaces around it: it must not make one of its own
        for flag in _NAMESPACES:
            made.add_rule(refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        made.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # its flags cannot be looked at; the C library falls back
    with open(os.memfd_create("made"), "w+b", buffering=0) as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()
