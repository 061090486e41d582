"""Choose the strongest isolation that this machine gives: by probing each, not by asking for versions."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.sandbox.files.scratch import scratch
from harness.sandbox.files.snapshot import size_and_time
from harness.sandbox.isolation import backends
from harness.sandbox.isolation.base import Choice, Isolation
from harness.sandbox.isolation.supervisor_program import supervisor_program
from harness.sandbox.process_setup.cgroups import parent_groups
from harness.sandbox.process_setup.environment import locate

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
"""A container has a kernel in common with others, but not its namespaces; their links identify those."""
_RIGHTS = ("Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:", "Seccomp")
_NAMESPACES = ("user", "mnt", "pid", "net", "ipc", "cgroup", "uts")
_CODE = ("sandbox", "model")


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
        for place, folders, names in os.walk(root / part):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            yield from (size_and_time(os.path.join(place, name)) for name in sorted(names))


def _content(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="backslashreplace")
    except OSError:
        return ""


Observe = Callable[[Invocation, Isolation], Observation]
"""Runs a command in an isolation and returns the observation."""

_LIMITS = ResolvedLimits(cpu=5, wall=20, processes=16)
_ATTEMPTS = """\
{ : <"$1"; } 2>/dev/null && echo "read a file of the grader"
{ exec 3<>"/dev/tcp/127.0.0.1/$2"; } 2>/dev/null && echo "reached the network"
for folder in /usr /etc /dev /; do { : >"$folder/grade-probe"; } 2>/dev/null && echo "wrote into $folder"; done
[ "$EUID" = 0 ] && echo "is root"
setsid sleep 60 >/dev/null 2>&1 &
mkfifo never
sh -c 'n=0; while [ $n -lt 40 ]; do read _ <never & n=$((n+1)); done; echo "started too many processes"' 2>/dev/null
echo done
"""


def probe(isolation: Isolation, observe: Observe) -> None:
    """Raise JudgeError when a program in this isolation can do what it must not."""
    with scratch() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        workdir, home = folder / "box", folder / "home"
        workdir.mkdir()
        home.mkdir()
        secret = folder / "golden"
        secret.write_text("secret", encoding="utf-8")
        port = str(server.getsockname()[1])
        command = ("bash", "-c", _ATTEMPTS, "probe", str(secret), port)
        try:
            invocation = Invocation(command, workdir, home, _LIMITS, submission="probe")
            observation = observe(invocation, isolation)
        finally:
            isolation.release_resources()
    messages = read_whole(observation.stdout).decode(errors="replace").split("\n")
    if messages != ["done", ""]:
        messages = [*messages[:-2], observation.stderr.decode(errors="replace").strip(), observation.not_started]
        raise JudgeError(f"its probe says: {'; '.join(filter(None, messages)) or 'nothing'}")


def choose_isolation(observe: Observe, hidden: Sequence[Path] = (), best: str | None = None) -> Choice:
    """Probe the levels from the strongest on, and return the first that holds.

    Must run in a process that runs one command at a time.

    ``observe``: runs a command in an isolation and returns the observation. ``hidden``: folders that no program may
    see, such as the course with its goldens. ``best``: the name of the first level that is tried; None: the strongest.

    Raises:
        JudgeError: when no backend can be used.

    """
    causes: dict[str, list[str]] = {}  # why levels do not hold, each cause once
    closed_folder = _closed_folder(Path(tempfile.gettempdir())) if os.geteuid() == 0 else None
    usable = [backend for backend in backends(best) if backend.is_usable()]
    confining_levels = [backend.level.name for backend in usable if backend.level.confines_writes]
    if closed_folder is not None and confining_levels:
        advice = "let TMPDIR be a folder such as /tmp"
        causes[f"{closed_folder} can be entered by root alone; {advice}"] = confining_levels
        usable = [backend for backend in usable if not backend.level.confines_writes]
    for backend in usable:
        try:
            isolation = backend.create(hidden)
            if backend.level.confines_writes:
                probe(isolation, observe)
        except (JudgeError, OSError) as error:
            causes.setdefault(str(error), []).append(backend.level.name)
        else:
            slower = [cause for cause, levels in causes.items() if backend.level.name in levels]
            others = {cause: levels for cause, levels in causes.items() if cause not in slower}
            return Choice(isolation, _refused(others), slower)
    raise JudgeError("programs cannot be run here: " + "; ".join(_refused(causes)))


def _refused(causes: Mapping[str, Sequence[str]]) -> list[str]:
    """A line for each cause, with the levels that it keeps from holding."""
    return [f"{', '.join(dict.fromkeys(levels))}: {cause}" for cause, levels in causes.items()]


def _closed_folder(folder: Path) -> Path | None:
    """Return the first folder above the scratch folders that users other than root cannot enter, if any."""
    folders = [*reversed(folder.resolve().parents), folder.resolve()]
    return next((path for path in folders if not path.stat().st_mode & 0o001), None)
