"""One command, observed: what it wrote, how it ended, what it used, and that nothing of it is left."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest

from harness.grading.schedule.pool import run_task
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import MAX_IN_MEMORY, StoredOutput, read_whole
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup import process_tree
from harness.sandbox.process_setup.environment import ENVIRONMENT, TOOLS, tool_environment
from harness.sandbox.run import watch
from harness.sandbox.run.process import observe
from harness.sandbox.run.watch import exceeded_limit
from tests.support import PATIENCE_S, ROOT, invocation, write

PYTHON = "/usr/bin/python3"
MIB = 1024**2


@pytest.fixture
def token() -> str:
    """A word that no other process has on its command line."""
    return f"token-{uuid.uuid4().hex}"


def python(workdir: Path, source: str, *args: str, **options: object) -> Observation:
    """Run a program in Python as a student's would be run."""
    write(workdir, {"prog.py": source})
    return observe(invocation(workdir, PYTHON, "-S", "prog.py", *args, **options), Unconfined())


def alive(token: str) -> list[int]:
    """The processes with this word on their command line, except for those that have ended."""

    def matching() -> Iterator[int]:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if token.encode() in words and int(folder.name) != os.getpid():
                yield int(folder.name)

    return list(matching())


def test_both_streams_are_kept_apart_and_exact(workdir: Path) -> None:
    observation = python(workdir, "import os\nos.write(1, b'a\\r\\nb \\n\\0')\nos.write(2, b'\\xff\\xfe\\x1b[31m')\n")
    assert (observation.stdout, observation.stderr) == (b"a\r\nb \n\0", b"\xff\xfe\x1b[31m")
    assert (observation.exit, observation.signal, observation.ended_by, observation.not_started) == (0, None, None, "")


def test_invalid_utf8_is_kept_byte_by_byte(workdir: Path) -> None:
    observation = python(workdir, "import os\nos.write(1, bytes(range(256)) * 300)\n")
    assert observation.stdout == bytes(range(256)) * 300


@pytest.mark.parametrize("status", [0, 1, 3, 127, 255])
def test_the_exit_status(workdir: Path, status: int) -> None:
    assert python(workdir, f"import os\nos._exit({status})\n").exit == status


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_that_ended_it(workdir: Path, number: signal.Signals) -> None:
    observation = python(workdir, f"import os\nos.kill(os.getpid(), {int(number)})\n")
    assert (observation.exit, observation.signal, observation.ended_by) == (None, number, None)


@pytest.mark.parametrize(
    ("name", "content", "mode", "why"),
    [
        ("./none", None, 0, "No such file or directory"),
        ("no-such-tool-on-the-path", None, 0, "No such file or directory"),
        ("./prog", "#!/bin/sh\n", 0o644, "Permission denied"),
        ("./prog", b"\xca\xfe\xba\xbe no program at all", 0o755, "Exec format error"),
        ("./prog", "#!/bin/sh\r\necho\r\n", 0o755, "No such file or directory"),
        ("./folder", None, 0, "No such file or directory"),
    ],
)
def test_what_the_kernel_does_not_start(workdir: Path, name: str, content: str | None, mode: int, why: str) -> None:
    if content is not None:
        write(workdir, {name: content})
        (workdir / name).chmod(mode)
    observation = observe(invocation(workdir, name), Unconfined())
    assert (observation.not_started, observation.exit, observation.signal, observation.stdout) == (why, None, None, b"")


def test_arguments_are_no_shell_words(workdir: Path) -> None:
    words = ("a b", "$HOME", "*", "; echo no", "", "\N{SNOWMAN}", "'\"")
    observation = python(workdir, "import sys\nsys.stdout.buffer.write('\\n'.join(sys.argv[1:]).encode())\n", *words)
    assert read_whole(observation.stdout).decode() == "\n".join(words)


@pytest.mark.parametrize("content", [b"", b"1 2\n", b"no newline", bytes(range(256)) * 9000], ids=len)
def test_stdin(workdir: Path, content: bytes) -> None:
    observation = python(workdir, "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n", stdin=content)
    assert observation.stdout == content


def test_a_program_that_does_not_read_its_input_is_fine(workdir: Path) -> None:
    assert python(workdir, "print('done')\n", stdin=bytes(5 * MIB)).stdout == b"done\n"


def test_stdin_leads_to_no_file_on_disk(workdir: Path) -> None:
    observation = python(workdir, "import os\nprint(os.readlink('/proc/self/fd/0'))\n", stdin=b"x")
    assert read_whole(observation.stdout).startswith(b"/memfd:")


def test_the_environment_is_scrubbed(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_SECRET", "x")
    monkeypatch.setenv("PYTHONPATH", "/x")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    command = invocation(workdir, PYTHON, "-c", "import os; print(sorted(os.environ.items()))")
    observation = observe(command, Unconfined())
    variables = dict(eval(read_whole(observation.stdout)))  # noqa: S307 - our own program printed it
    variables.pop("LC_CTYPE", None)  # set by Python itself
    tools = tool_environment(command.limits.memory, str(TOOLS))
    assert variables == {**ENVIRONMENT, **tools, "HOME": str(command.home), "TMPDIR": str(command.home)}


def test_the_working_folder_is_the_box(workdir: Path) -> None:
    observation = python(workdir, "import os\nprint(os.getcwd())\nopen('made', 'w').close()\n")
    assert read_whole(observation.stdout).decode() == f"{workdir.resolve()}\n"
    assert (workdir / "made").is_file()


@dataclass(frozen=True)
class _Listed:
    workdir: Path

    def run(self, _worker: object) -> Observation:
        return python(self.workdir, "import os\nprint(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])\n")


def test_no_descriptor_that_the_grader_was_given_is_handed_down(workdir: Path) -> None:
    with open(workdir / "secret", "w+b") as ours:  # noqa: PTH123 - a descriptor is wanted
        os.set_inheritable(ours.fileno(), True)  # noqa: FBT003 - the only way to call it
        assert run_task(None, _Listed(workdir)).stdout == b"[0, 1, 2]\n"


def test_the_grader_stays_in_its_folder(workdir: Path) -> None:
    before = Path.cwd()
    observe(invocation(workdir, "true"), Unconfined())
    observe(invocation(workdir, "./none"), Unconfined())
    assert Path.cwd() == before


def test_it_has_a_session_of_its_own_and_no_terminal(workdir: Path) -> None:
    observation = python(
        workdir, "import os\nprint(os.getsid(0) == os.getpid(), os.isatty(0), os.isatty(1), os.isatty(2))\n"
    )
    assert observation.stdout == b"True False False False\n"


def test_interrupts_are_not_ignored(workdir: Path) -> None:
    observation = python(
        workdir, "import os, signal\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
    )
    assert observation.stdout == b"True\n"


def test_a_busy_loop_ends_at_the_cpu_limit(workdir: Path) -> None:
    observation = python(workdir, "while True: pass\n", limits=ResolvedLimits(cpu=0.3, wall=60.0))
    assert (observation.ended_by, observation.exit, observation.signal) == (Limit.CPU, None, None)
    assert observation.cpu_s > 0.3


def test_the_cpu_time_of_children_counts(workdir: Path) -> None:
    source = (
        "import os, time\nif os.fork() == 0:\n    while time.process_time() < 0.25: pass\n    os._exit(0)\nos.wait()\n"
    )
    observation = python(workdir, source)
    assert observation.exit == 0
    assert observation.cpu_s >= 0.25


def test_a_sleeper_ends_at_the_wall_limit(workdir: Path) -> None:
    observation = python(
        workdir, "import time\nprint('early', flush=True)\ntime.sleep(600)\n", limits=ResolvedLimits(cpu=5.0, wall=2.0)
    )
    assert (observation.ended_by, observation.exit, observation.signal, observation.stdout) == (
        Limit.WALL,
        None,
        None,
        b"early\n",
    )
    assert 2.0 <= observation.wall_s < 60
    assert observation.cpu_s < 2.0


def test_ignoring_signals_does_not_help(workdir: Path) -> None:
    source = (
        "import signal, time\n"
        "for number in range(1, 65):\n"
        "    try: signal.signal(number, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n"
        "print('on', flush=True)\n"
        "while True: time.sleep(1)\n"
    )
    observation = python(workdir, source, limits=ResolvedLimits(cpu=5.0, wall=1.0))
    assert observation.ended_by is Limit.WALL


def test_the_memory_limit(workdir: Path) -> None:
    source = "import time\nx = []\nwhile True:\n    x.append(bytearray(b'x') * (1 << 20))\n    time.sleep(0.001)\n"
    observation = python(workdir, source, limits=ResolvedLimits(cpu=20.0, wall=60.0, memory=200 * MIB))
    assert observation.ended_by is Limit.MEMORY
    assert observation.memory > 200 * MIB


def test_memory_that_processes_share_is_counted_once(workdir: Path) -> None:
    source = "import os, time\nx = bytearray(100 << 20)\nfor _ in range(3):\n if os.fork() == 0: break\ntime.sleep(0.5)"
    observation = python(workdir, source, limits=ResolvedLimits(cpu=20.0, wall=60.0))
    assert 100 * MIB <= observation.memory < 200 * MIB


def test_the_peak_of_memory_is_measured(workdir: Path) -> None:
    # More than the process of the tests has ever had itself: below that the kernel cannot tell the program's share.
    observation = python(workdir, "x = bytearray(b'x') * (600 << 20)\ndel x\nprint('done')\n")
    assert observation.stdout == b"done\n"
    assert 500 * MIB <= observation.memory < 1000 * MIB  # on a busy machine the kernel counted 26 MiB less


_LARGE_GRADER = """\
import sys
from pathlib import Path

from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run.process import observe

kept = [bytearray(b"x") * (150 << 20)]
box, home = map(Path, sys.argv[1:])
for number in range(300):
    kept.append([bytearray(5000) for _ in range(number)])
    command = Invocation(("true",), box, home, ResolvedLimits(cpu=20.0, wall=60.0, memory=50 << 20))
    observation = observe(command, Unconfined())
    assert observation.exit == 0 and observation.memory < 50 << 20, (number, observation)
"""


def test_what_the_grader_uses_itself_is_never_a_programs(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("box", "home")]
    for folder in folders:
        folder.mkdir()
    words = [sys.executable, "-c", _LARGE_GRADER, *map(str, folders)]
    ended = run(words, env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)}, stderr=PIPE, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 0, ended.stderr.decode()


@pytest.mark.parametrize("where", [1, 2])
def test_endless_output_ends_at_its_cap(workdir: Path, where: int) -> None:
    source = f"import os\nwhile True: os.write({where}, b'spam and eggs\\n' * 1000)\n"
    observation = python(workdir, source, limits=ResolvedLimits(cpu=20.0, wall=60.0, output=100_000))
    assert (observation.ended_by, observation.exit, observation.signal) == (Limit.OUTPUT, None, None)
    assert len(observation.stdout) + len(observation.stderr) == 100_000


def test_one_endless_line_ends_at_the_cap(workdir: Path) -> None:
    observation = python(
        workdir,
        "import os\nwhile True: os.write(1, b'x' * 5000)\n",
        limits=ResolvedLimits(cpu=20.0, wall=60.0, output=50_000),
    )
    assert (observation.ended_by, observation.stdout) == (Limit.OUTPUT, b"x" * 50_000)


@pytest.mark.parametrize(("size", "ended_by"), [(5000, None), (5001, Limit.OUTPUT)])
def test_the_cap_itself_is_allowed(workdir: Path, size: int, ended_by: Limit | None) -> None:
    observation = python(workdir, f"import os\nos.write(1, b'x' * {size})\n", limits=ResolvedLimits(output=5000))
    assert (observation.ended_by, len(observation.stdout)) == (ended_by, 5000)


def test_an_endless_file_ends_at_the_cap(workdir: Path) -> None:
    # Without isolation a program's limits are set when it has begun.
    wait = "import resource\nwhile resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY: pass\n"
    source = wait + "with open('big', 'wb', 0) as big:\n    while True: big.write(b'x' * 1000)\n"
    observation = python(workdir, source, limits=ResolvedLimits(cpu=20.0, wall=60.0, output=50_000))
    assert (workdir / "big").stat().st_size <= 50_000
    assert observation.exit != 0


def test_much_output_comes_whole(workdir: Path) -> None:
    observation = python(workdir, "import sys\nfor n in range(200_000): print(n)\nprint('end', file=sys.stderr)\n")
    assert observation.stdout == "".join(f"{number}\n" for number in range(200_000)).encode()
    assert observation.stderr == b"end\n"


def test_output_too_large_to_hold_lies_in_a_file(workdir: Path) -> None:
    source = "import os\nline = b'0123456789abcdef' * 4096\nfor n in range(160): os.write(1, b'%d\\n' % n + line)\n"
    observation = python(workdir, source, limits=ResolvedLimits(cpu=20.0, wall=60.0, output=20 * MIB))
    right = b"".join(b"%d\n" % number + b"0123456789abcdef" * 4096 for number in range(160))
    assert len(right) > MAX_IN_MEMORY
    assert isinstance(observation.stdout, StoredOutput)
    assert read_whole(observation.stdout) == right


def test_a_file_of_output_is_closed_with_the_last_that_looks_at_it(workdir: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    observation = python(workdir, "print('x' * 10_000_000)\n")
    assert len(observation.stdout) == 10_000_001
    del observation
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_nobody_is_left_when_there_is_no_room_for_the_output(
    workdir: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = invocation(workdir, PYTHON, "-c", "print('x' * 10_000_000)\nimport time\ntime.sleep(600)\n", token)
    monkeypatch.setattr(tempfile, "tempdir", str(workdir / "none"))
    with pytest.raises(OSError, match="none"):
        observe(command, Unconfined())
    assert alive(token) == []


@pytest.fixture
def busy_processor() -> Iterator[int]:
    """A processor on which nine programs run that never end, in sessions of their own, by which the kernel shares."""
    processor = min(os.sched_getaffinity(0))
    source = f"import os\nos.sched_setaffinity(0, {{{processor}}})\nprint('runs', flush=True)\nwhile True: pass\n"
    with ExitStack() as started:
        for _ in range(9):
            command = [PYTHON, "-S", "-c", source]
            process = started.enter_context(Popen(command, stdout=PIPE, start_new_session=True))
            started.callback(process.kill)
            assert process.stdout is not None
            process.stdout.readline()
        yield processor


BEHIND_OTHERS = "import os, time\nos.sched_setaffinity(0, {%d})\n"


@dataclass(frozen=True)
class _Observed:
    """A run that is watched from a process of its own: the other programs are not below it."""

    workdir: Path
    source: str
    limits: ResolvedLimits

    def run(self, _worker: object) -> Observation:
        return python(self.workdir, self.source, limits=self.limits)


def test_elapsed_time_stands_still_while_a_program_has_no_processor(workdir: Path, busy_processor: int) -> None:
    source = BEHIND_OTHERS % busy_processor + "while time.process_time() < 0.2: pass\nprint('done')\n"
    observation = run_task(None, _Observed(workdir, source, ResolvedLimits(cpu=5.0, wall=1.2)))
    assert (observation.ended_by, observation.stdout) == (None, b"done\n")
    assert observation.starved_s > observation.wall_s - 1.2 > 0


def test_who_sleeps_on_a_busy_machine_ends_at_the_wall_limit(workdir: Path, busy_processor: int) -> None:
    source = BEHIND_OTHERS % busy_processor + "time.sleep(600)\n"
    observation = run_task(None, _Observed(workdir, source, ResolvedLimits(cpu=5.0, wall=0.7)))
    assert (observation.ended_by, observation.machine_was_busy) == (Limit.WALL, False)


def test_a_run_is_ended_at_last_however_busy_the_machine_is(
    workdir: Path, busy_processor: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LONGEST_STRETCH", 3)
    source = BEHIND_OTHERS % busy_processor + "while True: pass\n"
    observation = run_task(None, _Observed(workdir, source, ResolvedLimits(cpu=60.0, wall=0.7)))
    assert (observation.ended_by, observation.machine_was_busy) == (Limit.WALL, True)


def test_closing_the_streams_does_not_hide_the_end(workdir: Path) -> None:
    observation = python(workdir, "import os, sys\nprint('x', flush=True)\nos.close(1)\nos.close(2)\nos._exit(7)\n")
    assert (observation.stdout, observation.exit) == (b"x\n", 7)


def test_closing_the_streams_and_sleeping_ends_at_the_wall_limit(workdir: Path) -> None:
    source = "import os, time\nos.close(0)\nos.close(1)\nos.close(2)\ntime.sleep(600)\n"
    assert python(workdir, source, limits=ResolvedLimits(wall=0.6)).ended_by is Limit.WALL


DAEMON = """\
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        end = time.process_time() + 0.2
        while time.process_time() < end: pass
        open('burnt', 'w').close()
        while True: time.sleep(1)
    os._exit(0)
os.wait()
while not os.path.exists('burnt'): time.sleep(0.01)
print('left')
"""


def test_a_child_left_in_a_new_session_is_dead_afterwards_and_its_cpu_time_counts(workdir: Path, token: str) -> None:
    observation = python(workdir, DAEMON, token)
    assert (observation.stdout, observation.exit) == (b"left\n", 0)
    assert observation.cpu_s >= 0.2
    assert alive(token) == []


def test_a_child_that_holds_the_pipe_does_not_keep_us_waiting(workdir: Path, token: str) -> None:
    source = "import os, time\nif os.fork() == 0:\n    time.sleep(600)\nprint('mine', flush=True)\nos._exit(0)\n"
    observation = python(workdir, source, token, limits=ResolvedLimits(cpu=5.0, wall=60.0))
    assert (observation.stdout, observation.exit, observation.ended_by) == (b"mine\n", 0, None)
    assert alive(token) == []


@pytest.mark.parametrize(
    "limits", [ResolvedLimits(cpu=0.3, wall=60.0), ResolvedLimits(cpu=20.0, wall=0.8)], ids=["cpu", "wall"]
)
def test_all_descendants_end_with_a_program_that_is_stopped(workdir: Path, token: str, limits: ResolvedLimits) -> None:
    burn = "while True: pass" if limits.cpu < 1 else "time.sleep(600)"
    source = (
        "import os, time\n"
        "for number in range(3):\n"
        "    if os.fork() == 0:\n"
        "        if number: os.setsid()\n"
        "        os.fork()\n"
        "        break\n"
        f"{burn}\n"
    )
    observation = python(workdir, source, token, limits=limits)
    assert observation.ended_by in (Limit.CPU, Limit.WALL)
    assert alive(token) == []


def test_what_a_stopped_program_wrote_is_kept(workdir: Path) -> None:
    source = "print('before', flush=True)\nwhile True: pass\n"
    assert python(workdir, source, limits=ResolvedLimits(cpu=1.0, wall=60.0)).stdout == b"before\n"


@pytest.mark.parametrize(
    ("used", "wall", "limit"),
    [
        (process_tree.Usage(0.5, 100), 1.0, None),
        (process_tree.Usage(1.0, 1000), 3.0, None),
        (process_tree.Usage(1.01, 100), 1.0, Limit.CPU),
        (process_tree.Usage(0.5, 100), 3.01, Limit.WALL),
        (process_tree.Usage(0.5, 100, starved_s=20.0), 22.9, None),
        (process_tree.Usage(0.5, 100, starved_s=20.0), 23.1, Limit.WALL),
        (process_tree.Usage(0.5, 100, starved_s=29.9), 30.1, Limit.WALL),
        (process_tree.Usage(0.5, 1001), 1.0, Limit.MEMORY),
    ],
)
def test_which_limit_is_passed(used: process_tree.Usage, wall: float, limit: Limit | None) -> None:
    assert exceeded_limit(used, wall, ResolvedLimits(cpu=1.0, wall=3.0, memory=1000)) is limit


def test_runs_do_not_leave_descriptors_open(workdir: Path) -> None:
    python(workdir, "")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for number in range(5):
        python(workdir, "while True: pass" if number == 2 else "print()", limits=ResolvedLimits(cpu=0.1))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_usage_of_nobody_is_nothing() -> None:
    assert process_tree.usage([]) == process_tree.Usage(0.0, 0)
    assert process_tree.usage([2**22 + 1]) == process_tree.Usage(0.0, 0)
    assert process_tree.children(2**22 + 1) == []


def test_descendants_are_found_and_all_of_them_ended(token: str) -> None:
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", "import os, time\nos.fork(); os.fork()\ntime.sleep(600)", token],
        os.environ,
    )
    process_tree.become_subreaper(os.getpid())
    deadline = time.monotonic() + PATIENCE_S
    while len(alive(token)) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    pids = process_tree.descendants(os.getpid())
    assert pid in pids
    assert set(alive(token)) <= set(pids)
    spent = process_tree.kill_all()
    assert spent.cpu_s > 0
    assert (alive(token), process_tree.descendants(os.getpid())) == ([], [])


@pytest.mark.parametrize(("flooded", "other"), [(1, 2), (2, 1)])
def test_a_flood_on_one_stream_hides_nothing_of_the_other(workdir: Path, flooded: int, other: int) -> None:
    program = f"import os\nos.write({other}, b'y' * 4000)\nwhile True: os.write({flooded}, b'x' * 65536)\n"
    observation = python(workdir, program, limits=ResolvedLimits(output=5000))
    streams = {1: observation.stdout, 2: observation.stderr}
    assert (observation.ended_by, streams[flooded], streams[other]) == (Limit.OUTPUT, b"x" * 5000, b"y" * 4000)
