"""Make the filter by which the kernel refuses the system calls that no student's program needs."""

from __future__ import annotations

import errno
import os

from harness.model.errors import JudgeError

_REFUSED_CALLS = (
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
_SOCKET_FAMILIES = {1: "UNIX", 2: "INET", 10: "INET6", 16: "NETLINK"}
_NAMESPACE_FLAGS = (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000)
_TERMINAL_REQUESTS = {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541C, "TIOCSCTTY": 0x540E}


def syscall_filter(*, in_namespaces: bool = True) -> bytes:
    """Return the filter as the kernel loads it; JudgeError when libseccomp is not installed.

    ``in_namespaces``: the program runs in namespaces of its own, with an empty network, and can make no further ones.
    """
    try:
        import pyseccomp as seccomp  # type: ignore[import-untyped]  # noqa: PLC0415 - only where programs run
    except (ImportError, RuntimeError, OSError):
        raise JudgeError("this machine has no libseccomp; install it with: apt-get install libseccomp2") from None
    bpf_filter = seccomp.SyscallFilter(seccomp.ALLOW)
    refuse = seccomp.ERRNO(errno.EPERM)
    for name in _REFUSED_CALLS:
        try:
            bpf_filter.add_rule(refuse, name)
        except (OSError, ValueError):  # a call that this kind of processor does not have
            continue
    for family in range(46):
        if family not in _SOCKET_FAMILIES or not in_namespaces:
            # without a network namespace a local socket could reach a service of the machine
            bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.EQ, family))
    bpf_filter.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.GE, 46))
    for request in _TERMINAL_REQUESTS.values():
        bpf_filter.add_rule(refuse, "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request))
    # The limits of a sandbox's first process are its own.
    bpf_filter.add_rule(refuse, "prlimit64", seccomp.Arg(0, seccomp.MASKED_EQ, 0xFFFFFFFF, 1))
    if not in_namespaces:  # it must not make any of its own
        for flag in _NAMESPACE_FLAGS:
            bpf_filter.add_rule(refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        # A filter cannot read the flags of clone3; where that is missing the C library uses clone.
        bpf_filter.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    with open(os.memfd_create("filter"), "w+b", buffering=0) as file:
        bpf_filter.export_bpf(file)
        file.seek(0)
        return file.read()
