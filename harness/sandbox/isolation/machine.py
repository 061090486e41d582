"""What an isolation depends on: the running kernel and its settings, this process's rights, the tools, our own code."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness.sandbox.files.snapshot import size_and_time
from harness.sandbox.process_setup.cgroups import parent_groups
from harness.sandbox.process_setup.executables import locate
from harness.sandbox.supervisor.supervisor_program import supervisor_program

_TOOLS = ("bwrap", "setpriv", "bash", "sh", "setsid", "mkfifo", "sleep")
"""What the sandbox and its probe are made with."""
_SETTINGS = (
    "/proc/sys/kernel/random/boot_id",
    "/proc/version",
    "/proc/cmdline",
    "/proc/sys/user/max_user_namespaces",
    "/proc/sys/user/max_mnt_namespaces",
    "/proc/sys/user/max_pid_namespaces",
    "/proc/sys/user/max_net_namespaces",
    "/proc/sys/user/max_ipc_namespaces",
    "/proc/sys/user/max_uts_namespaces",
    "/proc/sys/user/max_cgroup_namespaces",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/kernel/yama/ptrace_scope",
    "/proc/self/attr/current",
)
"""A container has a kernel in common with others, but not its namespaces; those are told by their links."""
_RIGHTS = ("Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:", "Seccomp")
_NAMESPACES = ("user", "mnt", "pid", "net", "ipc", "cgroup", "uts")
_CODE = (
    *(f"sandbox/{room}" for room in ("conversation", "files", "isolation", "process_setup", "run", "supervisor")),
    "sandbox/process_setup/tools",
    "model",
    "model/runs",
    "model/text",
)


def machine_facts() -> str:
    """Return them as one text: where it is the same, an isolation that held will hold.

    Raises:
        JudgeError: when the supervisor cannot be compiled.
        OSError: when something of it cannot be read, such as control groups of one's own.

    """
    return "\0".join(_facts())


def _facts() -> Iterator[str]:
    yield from map(_content, _SETTINGS)
    yield "".join(line for line in _content("/proc/self/status").splitlines(keepends=True) if line.startswith(_RIGHTS))
    for name in _NAMESPACES:
        yield os.readlink(f"/proc/self/ns/{name}")
    version, groups = parent_groups()  # not their paths: every login has its own
    yield f"{version} {[os.access(group, os.W_OK) for group in groups]}"
    for tool in _TOOLS:
        path = locate(tool)
        yield tool if path is None else size_and_time(path)
    yield size_and_time(supervisor_program())
    folder = Path(tempfile.gettempdir()).resolve()
    yield from (f"{path} {path.stat().st_mode:o}" for path in (folder, *folder.parents))
    root = Path(__file__).parents[2]
    for part in _CODE:
        with os.scandir(root / part) as entries:
            yield from sorted(size_and_time(entry.path) for entry in entries if entry.is_file())


def _content(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii", errors="backslashreplace")
    except OSError:
        return ""
