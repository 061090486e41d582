"""No run in a sandbox that stays reaches the next one, or the supervisor; where a part of it is missing, each does.

Every attack is a program for one run and a program for the next, which prints what it finds. It is made against the
supervisor as it is, where it must find nothing, and against one that was compiled without what holds it off, where it
must find something: else it would show nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import struct
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation import supervisor_program as supervisor_programs
from harness.sandbox.isolation.sandbox_template import SandboxTemplate, is_ready
from harness.sandbox.isolation.supervised import Supervised
from harness.sandbox.isolation.supervised_run import SupervisedRun
from harness.sandbox.isolation.supervisor_client import Supervisor
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.process import observe
from tests.attacks.levels import LEVELS, isolation_at
from tests.support import PATIENCE_S, write

_STARVED_S = 300.0
"""Many times what it takes to end a run whose first process gets no time, on a busy machine."""
_LIMITS = ResolvedLimits(cpu=10.0, wall=30.0, processes=20)
_SOURCE = Path(supervisor_programs.__file__).with_name("supervisor.c")
_ALLOW_ALL = struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)
"""A filter of system calls that refuses none."""
_HEAD = """\
import ctypes, os, resource, signal, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
"""
_KILLS = "    kill(-1, SIGKILL);\n    while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)\n"
_KEEPS = '    check(set_capabilities(1U << CAP_SYS_ADMIN), "capset");\n'
_SHARED_MOUNTS = {
    "CLONE_NEWNS | CLONE_NEWIPC": "CLONE_NEWIPC",
    "    mount_folders(program": "    if (program->request->number == 1) mount_folders(program",
    "O_CREAT | O_EXCL": "O_CREAT | O_TRUNC",
}
_PROC = (
    '    mount_new("proc", "/proc", MS_NODEV | MS_NOEXEC, "hidepid=1");'
    " /* nothing of the init's, which cannot be traced */\n"
)
_SHARED_PIDS = {"CLONE_NEWPID | ": "", _KILLS: "    while ((pid = waitpid(program, &status, __WALL)) > 0)\n"}
_UNNOTICED = {"    result->used_network = 1;\n    answer": "    answer"}
_NO_IPC = {"CLONE_NEWNS | CLONE_NEWIPC": "CLONE_NEWNS"}
_NO_TRACING = '    check(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable");\n'
_BOUNDING = '        check(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), "bounding set");\n'
_MAP = '    snprintf(line, sizeof line, "%u %u 1", uid, uid);\n'
_MAP_TO_ROOT = '    snprintf(line, sizeof line, "0 %u 1", uid);\n'
_CLOSING = "    ok = ok && !syscall(SYS_close_range, 3, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);\n"
_TOUCHING = {"    forbid_touching_devices();\n": ""}
_SHARED_NETWORK = {"        | CLONE_NEWNET\n": "", "    start_loopback();\n": ""}


@dataclass(frozen=True)
class Attack:
    """What one run leaves, what the next one looks for, and the part of the supervisor without which it is there."""

    name: str
    leaves: str
    looks: str
    removed: Mapping[str, str] = field(default_factory=dict)
    """Text of the supervisor's source, and what is in its place where the attack must work."""
    without_filter: bool = False
    """Whether the filter of system calls is what holds it off."""


def _leaves_file(path: str) -> Attack:
    leaves = f"open('{path}', 'w').close()\n"
    return Attack(f"a-file-{path}", leaves, f"if os.path.exists('{path}'): print('there')\n", _SHARED_MOUNTS)


_DAEMON = "if os.fork() == 0:\n    os.setsid()\n    os.closerange(0, 64)\n    time.sleep(25)\n"
ATTACKS = (
    _leaves_file("/box/left"),
    _leaves_file("/tmp/left"),  # noqa: S108 - in the sandbox
    _leaves_file("/dev/shm/left"),  # noqa: S108 - in the sandbox
    Attack(
        "the-mode-of-a-terminal",
        "os.chmod('/dev/pts/ptmx', 0o600)\n",
        "if os.stat('/dev/pts/ptmx').st_mode & 0o777 != 0o666: print('changed')\n",
        {'    mount_new("devpts", "/dev/pts", MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620,max=64");': ""},
    ),
    Attack(
        "an-orphan",
        _DAEMON,
        "me = os.getpid()\nfor pid in range(2, 400):\n    try: os.kill(pid, 0)\n    except OSError: continue\n"
        "    try: name = open(f'/proc/{pid}/comm').read()\n    except OSError: continue\n"
        "    if pid != me and name == 'python3\\n': print('alive', pid)\n",
        _SHARED_PIDS,
    ),
    Attack(
        "an-orphan-that-answers",
        "s = socket.socket(socket.AF_UNIX)\ns.bind('\\0left')\ns.listen()\n"
        "if os.fork() == 0:\n    os.setsid()\n    os.closerange(0, 3)\n    time.sleep(25)\n",
        "s = socket.socket(socket.AF_UNIX)\ntry: s.connect('\\0left')\nexcept OSError: pass\nelse: print('reached')\n",
        _SHARED_PIDS | _UNNOTICED,
    ),
    Attack(
        "counters-of-the-network",
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b'x' * 777, ('127.0.0.1', 9))\n",
        "for line in open('/proc/net/dev'):\n    if 'lo:' in line and line.split()[1] != '0': print(line)\n",
        _UNNOTICED,
    ),
    Attack(
        "a-port-that-is-not-free-yet",
        "s = socket.create_server(('127.0.0.1', 4711))\nc = socket.create_connection(('127.0.0.1', 4711))\n"
        "a = s.accept()[0]\na.close()\nc.close()\n",
        "s = socket.socket()\ntry: s.bind(('127.0.0.1', 4711))\nexcept OSError as error: print(error)\n",
        _UNNOTICED,
    ),
    Attack(
        "shared-memory-of-system-v",
        "libc.shmget(4711, 4096, 0o1666)\n",
        "if libc.shmget(4711, 0, 0) >= 0: print('there')\n",
        _NO_IPC,
        without_filter=True,
    ),
    Attack(
        "a-key-of-the-user",
        "libc.syscall(248, b'user', b'left', b'x', 1, -4)\n",
        "if libc.syscall(250, 10, -4, b'user', b'left', 0) >= 0: print('there')\n",
        without_filter=True,
    ),
    Attack(
        "a-key-of-the-session",
        "libc.syscall(248, b'user', b'left', b'x', 1, -3)\n",
        "if libc.syscall(250, 10, -3, b'user', b'left', 0) >= 0: print('there')\n",
        without_filter=True,
    ),
)
"""Run to run."""
WITHIN = (
    Attack(
        "the-memory-of-the-first-process",
        "",
        "for name in ('mem', 'environ', 'fd/0', 'root', 'maps', 'cwd'):\n"
        "    try: os.open(f'/proc/1/{name}', os.O_RDONLY)\n"
        "    except OSError: continue\n    print(name)\n",
        {_NO_TRACING: ""},
    ),
    Attack(
        "traces-the-first-process",
        "",
        "if libc.ptrace(16902, 1, 0, 0) == 0: print('traced')  # PTRACE_SEIZE\n",
        {_NO_TRACING: ""},
    ),
    Attack(
        "limits-of-the-first-process",
        "",
        "try: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))\nexcept OSError: pass\nelse: print('limited')\n",
        without_filter=True,
    ),
    Attack(
        "a-user-namespace",
        "",
        # clone(CLONE_NEWUSER): with it a program had all capabilities again
        "pid = libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)\nif pid == 0: os._exit(0)\nif pid > 0: print('made')\n",
        {"    forbid_user_namespaces();\n": ""},
    ),
    Attack(
        "capabilities",
        "",
        "for line in open('/proc/self/status'):\n    if line[:3] == 'Cap' and int(line.split()[1], 16): print(line)\n",
        # Each of these holds it off alone; the last makes the program root in its user namespace.
        {
            "    ok = ok && !set_capabilities(0);\n": "",
            _KEEPS: "",
            _BOUNDING: "        ;\n",
            _MAP: _MAP_TO_ROOT,
            "    have_own_files();\n": "",
        },
    ),
    Attack(
        "the-bounding-set",
        "",
        "for line in open('/proc/self/status'):\n    if line[:6] == 'CapBnd' and int(line[8:], 16): print(line)\n",
        {_BOUNDING: "        ;\n"},
    ),
    Attack(
        "descriptors",
        "",
        "for number in range(3, 256):\n    try: os.fstat(number)\n    except OSError: continue\n    print(number)\n",
        {
            _CLOSING: "",
            "MSG_CMSG_CLOEXEC": "0",
        },
    ),
    Attack(
        "the-time-of-a-device",
        "",
        "for name in [entry.path for entry in os.scandir('/dev') if not entry.is_symlink()] + [0, 1, 2]:\n"
        "    try:\n        if os.stat(name).st_rdev: os.utime(name)\n        else: continue\n"
        "    except OSError: continue\n    print(name)\n",
        _TOUCHING,
    ),
    Attack(
        "others-in-proc",
        "",
        "print(*[pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) not in (1, os.getpid())])\n",
        {_PROC: ""},
    ),
    Attack(
        "locks-of-others",
        "",
        "import fcntl, struct\nfile = os.open('/box/locked', os.O_CREAT | os.O_RDWR)\n"
        "fcntl.fcntl(file, 37, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 4711, 1, 0))  # F_OFD_SETLK\n"
        "for line in open('/proc/locks'):\n    if '4711' in line: print(line)\n",
        {"    hide_lists();\n": ""},
    ),
)
"""Within one run: against the supervisor and the run's first process."""


def _compile(folder: Path, removed: Mapping[str, str]) -> Path:
    """Compile a supervisor that lacks something."""
    source = _SOURCE.read_text(encoding="utf-8")
    for text, replacement in removed.items():
        assert source.count(text) == 1, text
        source = source.replace(text, replacement)
    (folder / "supervisor.c").write_text(source, encoding="utf-8")
    program = folder / "supervisor"
    compiler = shutil.which("gcc")
    assert compiler is not None
    subprocess.run([compiler, "-w", "-static", "-o", program, folder / "supervisor.c"], check=True)
    program.chmod(0o755)
    return program


def _supervised(level: str) -> Supervised:
    isolation = isolation_at(level)
    if not isinstance(isolation, Supervised):
        pytest.skip("no sandbox stays here")
    return isolation


_STAYS = [level for level in LEVELS if level in {"A", "B"}]


@pytest.fixture(autouse=True, scope="module")
def session_keyring() -> None:
    """A keyring as every login has, which programs would inherit."""
    ctypes.CDLL(None).syscall(250, 1, None)  # KEYCTL_JOIN_SESSION_KEYRING


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that the users of programs can reach."""
    with scratch() as folder:
        yield folder


def _run(
    program: str, isolation: Supervised, root: Path, submission: str = "ann", limits: ResolvedLimits = _LIMITS
) -> Observation:
    workdir, home = write(root / "work", {"main.py": _HEAD + program}), root / "home"
    home.mkdir(exist_ok=True)
    command = ("/usr/bin/python3", "-S", "main.py")
    return observe(Invocation(command, workdir, home, limits, submission=submission), isolation)


def _finds(attack: Attack, isolation: Supervised, root: Path, finder: str = "ann") -> str:
    """Make the attack, and return what its second program, of ``finder``, found; it must have run to its end."""
    isolation.end_sandbox()
    if attack.leaves:
        left = _run(attack.leaves, isolation, root)
        assert (left.exit, left.stderr) == (0, b""), left
    looked = _run(attack.looks, isolation, root, finder)
    assert (looked.exit, looked.stderr) == (0, b""), looked
    return read_whole(looked.stdout).decode().strip()


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize("attack", [*ATTACKS, *WITHIN], ids=lambda attack: attack.name)
def test_it_finds_nothing(attack: Attack, level: str, root: Path) -> None:
    assert _finds(attack, _supervised(level), root) == ""


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_another_submission_finds_nothing(
    attack: Attack, level: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = _supervised(level)
    assert _finds(attack, isolation, root, "bob") == ""
    monkeypatch.setattr(isolation.bubblewrap, "seccomp_filter", _ALLOW_ALL)
    try:
        assert _finds(attack, isolation, root, "bob") == ""
    finally:
        isolation.end_sandbox()


@pytest.mark.parametrize(
    ("name", "removed"),
    [
        ("counters-of-the-network", _SHARED_NETWORK),
        ("a-port-that-is-not-free-yet", _SHARED_NETWORK),
        ("shared-memory-of-system-v", {**_NO_IPC, "        | CLONE_NEWIPC\n": ""}),
    ],
)
def test_another_submission_finds_something_where_a_namespace_is_shared(
    name: str, removed: Mapping[str, str], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (attack,) = (attack for attack in ATTACKS if attack.name == name)
    isolation = _supervised(_STAYS[-1])
    monkeypatch.setattr(isolation, "_program", _compile(tmp_path, removed))
    monkeypatch.setattr(isolation.bubblewrap, "seccomp_filter", _ALLOW_ALL)
    try:
        assert _finds(attack, isolation, root, "bob") != ""
    finally:
        isolation.end_sandbox()


_NAMESPACES = "print(*(os.readlink(f'/proc/self/ns/{kind}') for kind in sorted(os.listdir('/proc/self/ns'))))\n"


@pytest.mark.parametrize("level", _STAYS)
def test_a_sandbox_has_every_namespace_of_its_own(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    seen = [set(read_whole(_run(_NAMESPACES, isolation, root, name).stdout).split()) for name in ("ann", "ann", "bob")]
    assert {name.partition(b":")[0] for name in seen[0] & seen[1]} >= {b"net", b"user", b"uts", b"cgroup"}
    living = {os.getpid()}  # the numbers of sandboxes that have ended are given to others again
    if os.geteuid() == 0:
        living.add(isolation.own_processes()[1])
    for pid in living:
        links = {str(path.readlink()).encode() for path in Path(f"/proc/{pid}/ns").iterdir()}
        kinds = {b"cgroup", b"ipc", b"mnt", b"net", b"pid", b"user", b"uts"}
        assert kinds <= {link.partition(b":")[0] for link in links}
        for run in seen:
            assert {name.partition(b":")[0] for name in run & links} <= {b"time", b"time_for_children"}


@pytest.mark.parametrize(
    "attack", [attack for attack in (*ATTACKS, *WITHIN) if attack.removed], ids=lambda attack: attack.name
)
def test_it_finds_something_where_a_part_of_the_supervisor_is_missing(
    attack: Attack, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = _supervised(_STAYS[-1])
    monkeypatch.setattr(isolation, "_program", _compile(tmp_path, attack.removed))
    if attack.without_filter:
        monkeypatch.setattr(isolation.bubblewrap, "seccomp_filter", _ALLOW_ALL)
    try:
        assert _finds(attack, isolation, root) != ""
    finally:
        isolation.end_sandbox()


@pytest.mark.parametrize(
    "attack", [attack for attack in (*ATTACKS, *WITHIN) if attack.without_filter], ids=lambda attack: attack.name
)
def test_without_the_filter_the_namespaces_hold_what_they_can(
    attack: Attack, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = _supervised(_STAYS[-1])
    monkeypatch.setattr(isolation.bubblewrap, "seccomp_filter", _ALLOW_ALL)
    try:
        assert (_finds(attack, isolation, root) == "") is bool(attack.removed)
    finally:
        isolation.end_sandbox()


_FINDS_ALL = """\
kept = []
def count(make, most=3000):
    made = 0
    try:
        while made < most:
            kept.append(make())
            made += 1
    except OSError: pass
    return made
libc.inotify_init1.restype = ctypes.c_int
def started():
    pid = os.fork()
    if pid == 0:
        time.sleep(25)
        os._exit(0)
def queued():
    if libc.sigqueue(os.getpid(), 40, 0): raise OSError
signal.pthread_sigmask(signal.SIG_BLOCK, {40})
print(count(lambda: os.open('/dev/null', 0)))
for descriptor in kept: os.close(descriptor)
kept.clear()
print(count(started), count(queued), count(lambda: open(f'/dev/shm/{len(kept)}', 'w').close()))
kept.clear()
print(count(lambda: kept.append(os.write(os.open(f'/tmp/{len(kept)}', 0o101), bytes(1 << 20)))))
print(sorted(line.split()[4] for line in open('/proc/self/mountinfo')))
"""


@pytest.mark.parametrize("level", _STAYS)
def test_a_run_that_takes_all_that_there_is_leaves_all_of_it_to_the_next(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    first, second = (_run(_FINDS_ALL, isolation, root) for _ in range(2))
    assert (first.exit, first.stderr, read_whole(first.stdout)) == (0, b"", read_whole(second.stdout))
    processes = int(read_whole(first.stdout).split()[1])
    assert processes == _LIMITS.processes - 1


@pytest.mark.parametrize("level", _STAYS)
def test_one_sandbox_serves_one_submission_alone(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    _run("", isolation, root, "ann")
    *template, ann = isolation.own_processes()
    _run("", isolation, root, "ann")
    assert isolation.own_processes() == (*template, ann)
    _run("", isolation, root, "bob")
    bob = isolation.own_processes()[-1]
    assert isolation.own_processes() == (*template, bob)
    assert bob != ann
    assert not Path("/proc", str(ann)).exists()
    _run("", isolation, root, "ann")
    assert isolation.own_processes()[-1] not in (ann, bob)


@pytest.mark.parametrize("level", _STAYS)
def test_a_sandbox_that_was_prepared_serves_its_submission_alone(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    isolation.prepare("ann")
    bwrap = isolation.own_processes()[0]
    isolation.prepare("ann")
    _run("", isolation, root, "ann")
    *template, ann = isolation.own_processes()
    assert template[0] == bwrap
    isolation.prepare("bob")
    assert read_whole(_run("print('on')\n", isolation, root, "bob").stdout) == b"on\n"
    assert isolation.own_processes()[:-1] == tuple(template)
    assert isolation.own_processes()[-1] != ann
    assert not Path("/proc", str(ann)).exists()


@pytest.mark.parametrize("level", _STAYS)
def test_sandboxes_that_were_prepared_in_vain_leave_nothing(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    before = process_tree.descendants(os.getpid())
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    for submission in ("ann", "bob", "cat"):
        isolation.prepare(submission)
    isolation.end_sandbox()
    assert process_tree.descendants(os.getpid()) == before
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors
    assert read_whole(_run("print('on')\n", isolation, root, "ann").stdout) == b"on\n"


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize(
    ("program", "is_used"),
    [
        ("socket.socket(socket.AF_INET)\n", True),
        ("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)\n", True),
        ("socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).bind('\\0a')\n", True),
        ("a, b = socket.socketpair()\nsocket.send_fds(a, [b'x'], [b.fileno()])\n", True),
        ("a, b = socket.socketpair()\na.send(b'x')\nb.recv(1)\n", False),
        ("import pwd\ntry: pwd.getpwuid(0)\nexcept KeyError: pass\n", False),
    ],
)
def test_a_sandbox_whose_network_was_used_serves_no_other_run(
    level: str, program: str, is_used: bool, root: Path
) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    _run("", isolation, root)
    before = isolation.own_processes()
    ended = _run(program, isolation, root)
    assert (ended.exit, ended.stderr) == (0, b"")
    assert (isolation.own_processes() != before) is is_used


@pytest.mark.skipif(not _STAYS, reason="no sandbox stays here")
def test_a_template_that_ended_before_it_was_asked_says_why() -> None:
    template = SandboxTemplate(("--no-such-option",), _SOURCE, b"", None)
    try:
        descriptor = os.pidfd_open(template.processes()[0])
        assert is_ready(descriptor, 20.0)
        os.close(descriptor)
        with pytest.raises(JudgeError, match="no-such-option"):
            Supervisor(template)
    finally:
        template.close()


def _kill(isolation: Supervised, process: int) -> None:
    """Kill one of a sandbox's own processes, and wait until those that end with it have ended."""
    processes = isolation.own_processes()
    descriptors = [os.pidfd_open(pid) for pid in processes[process:] if pid]
    os.kill(processes[process], signal.SIGKILL)
    for descriptor in descriptors:
        assert is_ready(descriptor, 20.0)
        os.close(descriptor)


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize("process", [0, 1, 2], ids=["bubblewrap", "template", "supervisor"])
@pytest.mark.parametrize("submission", ["ann", "bob"])
def test_a_sandbox_that_was_killed_between_two_runs_costs_nothing_but_time(
    level: str, process: int, submission: str, root: Path
) -> None:
    isolation = _supervised(level)
    _run("", isolation, root)
    _kill(isolation, process)
    assert read_whole(_run("print('on')\n", isolation, root, submission).stdout) == b"on\n"


@contextlib.contextmanager
def _sleeping(isolation: Supervised, root: Path) -> Iterator[SupervisedRun]:
    """A program that sleeps in the sandbox of a submission; everything is ended and closed after it."""
    workdir, home = write(root / "work", {}), root / "home"
    home.mkdir()
    run = isolation.shared_sandbox(Invocation(("sleep", "25"), workdir, home, _LIMITS, submission="ann"))
    assert run is not None
    try:
        with Path(os.devnull).open("r+b") as null:
            run.start(null.fileno(), null.fileno(), null.fileno())
        assert run.init_pid() != 0
        yield run
    finally:
        run.close()
        isolation.end_sandbox()


@pytest.mark.parametrize("level", _STAYS)
def test_a_sandbox_that_is_killed_while_a_program_runs_leaves_no_descriptor(level: str, root: Path) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    with _sleeping(isolation, root) as run:
        os.kill(isolation.own_processes()[-1], signal.SIGKILL)
        with pytest.raises(JudgeError, match="it was killed"):
            run.wait()
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize(
    ("process", "reason"),
    [(0, "bubblewrap was killed"), (1, "it was killed"), (2, "it was killed")],
    ids=["bubblewrap", "template", "supervisor"],
)
def test_no_program_is_to_blame_for_the_death_of_its_sandbox(level: str, process: int, reason: str, root: Path) -> None:
    isolation = _supervised(level)
    with _sleeping(isolation, root) as run:
        os.kill(isolation.own_processes()[process], signal.SIGKILL)
        with pytest.raises(JudgeError, match=reason):
            run.wait()


def _living_in_group(group: int) -> list[str]:
    """Return the processes of a process group that have not ended."""
    living = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, number = path.read_bytes().rpartition(b")")[2].split()[:3]
            living += [path.parent.name] * (int(number) == group and state not in (b"Z", b"X"))
    return living


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize("delay_ms", range(6))
def test_a_sandbox_that_was_prepared_in_vain_and_killed_costs_nobody_anything(
    level: str, delay_ms: int, root: Path
) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    isolation.prepare("ann")
    bwrap = isolation.own_processes()[0]
    own_groups = Path("/proc/self/cgroup").read_text()
    time.sleep(delay_ms / 1000)  # whatever bubblewrap does by then, it must not matter
    _kill(isolation, 0)
    isolation.prepare("bob")
    assert read_whole(_run("print('on')\n", isolation, root, "bob").stdout) == b"on\n"
    assert _living_in_group(bwrap) == []
    assert Path("/proc/self/cgroup").read_text() == own_groups


@pytest.mark.parametrize("level", _STAYS)
@pytest.mark.parametrize("is_prepared", [False, True])
def test_a_template_that_dies_unnoticed_costs_nothing_but_time(
    level: str, is_prepared: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = _supervised(level)
    _run("", isolation, root)
    if is_prepared:
        isolation.prepare("bob")
    _kill(isolation, 1)
    answers = iter((True, False))
    monkeypatch.setattr(SandboxTemplate, "is_alive", lambda _: next(answers, True))
    assert read_whole(_run("print('on')\n", isolation, root, "bob").stdout) == b"on\n"


_STARVES = """\
if libc.sched_setscheduler(1, 5, ctypes.byref(ctypes.c_int(0))): sys.exit('refused')  # SCHED_IDLE
os.setpriority(os.PRIO_PROCESS, 1, 19)
for pid in (1, 0): os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))})
try:
    while os.fork(): pass
except OSError: pass
while True: pass
"""


@pytest.mark.parametrize("level", _STAYS)
def test_a_program_whose_first_process_gets_no_time_is_ended_by_the_kernel(
    level: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    isolation = _supervised(level)
    isolation.end_sandbox()
    monkeypatch.setattr(isolation.bubblewrap, "seccomp_filter", _ALLOW_ALL)
    monkeypatch.setattr("harness.sandbox.isolation.supervised_run._END_TIMEOUT_S", PATIENCE_S)
    begin = time.monotonic()
    try:
        ended = _run(_STARVES, isolation, root, limits=ResolvedLimits(cpu=2.0, wall=20.0, processes=60))
        assert ended.ended_by in (Limit.CPU, Limit.WALL), ended
        assert time.monotonic() - begin < _STARVED_S
        assert read_whole(_run("print('on')\n", isolation, root).stdout) == b"on\n"
    finally:
        isolation.end_sandbox()


@pytest.mark.parametrize("level", _STAYS)
def test_the_program_cannot_starve_its_first_process(level: str, root: Path) -> None:
    assert _run(_STARVES, _supervised(level), root).stderr == b"refused\n"


@pytest.mark.parametrize("level", _STAYS)
def test_a_run_that_is_killed_by_the_kernel_leaves_a_sandbox_for_the_next(level: str, root: Path) -> None:
    isolation = _supervised(level)
    with _sleeping(isolation, root) as run:
        supervisor = isolation.own_processes()[-1]
        os.kill(supervisor, signal.SIGTERM)
        assert run.wait().code == -signal.SIGKILL
        assert isolation.own_processes()[-1] == supervisor


@pytest.mark.parametrize("level", [level for level in LEVELS if level in {"A", "B"}])
@pytest.mark.parametrize("taken", [50, 59, 70, 200])
def test_a_grader_with_many_open_files_gets_its_results(level: str, taken: int, tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    (tmp_path / "home").mkdir()
    isolation = isolation_at(level)
    isolation.release_resources()
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(taken)]
    try:
        invocation = Invocation(("true",), tmp_path / "box", tmp_path / "home", _LIMITS, submission=str(tmp_path))
        assert [observe(invocation, isolation).exit for _ in range(2)] == [0, 0]
    finally:
        for descriptor in opened:
            os.close(descriptor)
        isolation.release_resources()
