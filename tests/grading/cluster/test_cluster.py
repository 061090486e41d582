"""Grading on real Dask schedulers and workers, on loopback: as here, whatever becomes of the workers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, PATIENCE_S, ROOT, SUM, course, environment, grade, write

STUDENTS = 12
_PYTHON = ("setpriv", "--pdeathsig", "KILL", sys.executable, "-m")
"""A module's program that ends with the tests, also where they are killed."""
SLOW = "import time\ntime.sleep(0.5)\n"


@dataclass
class Dask:
    """A scheduler, and workers that can be killed."""

    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    address: str = ""

    def start(self) -> None:
        file = self.folder / "scheduler.json"
        self.run("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file), "--no-dashboard")
        deadline = time.monotonic() + PATIENCE_S
        while not self.address:
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
            with contextlib.suppress(OSError, ValueError):  # it is not there yet, or not whole
                self.address = json.loads(file.read_bytes())["address"]

    def run(self, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        with self.log(len(self.processes)).open("wb") as log:
            process = subprocess.Popen(
                [*_PYTHON, "dask", *words],
                cwd=self.folder,
                env=compiled_once(self.folder) | variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def log(self, number: int) -> Path:
        return self.folder / f"{number}.log"

    def worker(self, **variables: str) -> subprocess.Popen[bytes]:
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        return self.run("worker", self.address, *words, "--death-timeout", str(PATIENCE_S), **variables)

    def wait_for_last_worker(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while b"Registered to:" not in self.log(len(self.processes) - 1).read_bytes():
            assert time.monotonic() < deadline, "a worker does not join"
            time.sleep(0.05)

    def end(self) -> None:
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def compiled_once(scratch_folder: Path) -> dict[str, str]:
    """An environment whose programs keep Python's bytecode: to compile all of Dask takes each a second."""
    return {name: value for name, value in environment(scratch_folder).items() if name != "PYTHONDONTWRITEBYTECODE"}


@pytest.fixture
def dask(apart: Path) -> Iterator[Dask]:
    cluster = Dask(apart / "dask")
    cluster.folder.mkdir()
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.end()


def a_class(tmp_path: Path, program: str = "") -> Path:
    """A course with a class: right ones, wrong ones, one that does not end, one that sent nothing and one a link."""
    root = course(tmp_path / "course", SUM + "limits: {cpu: 1 s, wall: 10 min}\n")
    for number in range(STUDENTS):
        text = program + ADDER if number % 3 else "print(5)\n"
        write(root / "submissions" / f"s{number:02}" / "sum", {"main.py": text, "more/notes.txt": str(number)})
    write(root / "submissions" / "looper" / "sum", {"main.py": "while True:\n    pass\n"})
    (root / "submissions" / "nobody").mkdir()
    (root / "submissions" / "s01" / "sum" / "link").symlink_to("/etc/passwd")
    return root


TIMES = ("cpu_s", "wall_s", "first_cpu_s", "memory_bytes")
MEASURED = ("cpu_s", "used_s", "used")


def without_times(report: Path) -> Any:
    content = json.loads(re.sub(rb"\d+\.\d+ s\b", b"# s", report.read_bytes()))
    for entry in content["grades"]:
        for case in entry["cases"]:
            for key in TIMES:
                case.pop(key)
            for finding in case["findings"]:
                finding["params"] = {name: value for name, value in finding["params"].items() if name not in MEASURED}
    return content


def attempts(root: Path) -> int:
    """How many attempts the gradebook has; it is only read, as an empty file in its place would be refused."""
    location = f"{(root / '.grade' / 'gradebook.sqlite').as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.OperationalError), sqlite3.connect(location, uri=True) as book:
        return int(book.execute("select count(*) from attempt").fetchone()[0])
    return 0


def begin(root: Path, apart: Path, dask: Dask, *words: str) -> subprocess.Popen[bytes]:
    """Begin to grade a class on the cluster."""
    command = [*_PYTHON, "harness", "grade", "submissions", "--on", dask.address, *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=root, env=compiled_once(apart), stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe
    )


def test_workers_die_and_the_grades_are_those_of_one_machine(tmp_path: Path, apart: Path, dask: Dask) -> None:
    root = a_class(tmp_path, SLOW)
    grade("submissions", "--no-gradebook", "--report", "here.json", cwd=root, apart=apart / "here", expect=1)
    doomed = [dask.worker(), dask.worker()]
    process = begin(root, apart, dask, "--report", "there.json")
    deadline = time.monotonic() + PATIENCE_S
    for number, worker in enumerate(doomed):
        while attempts(root) < 3 * (number + 1):  # in mid-run
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(worker.pid, signal.SIGKILL)
        dask.worker()
        if worker is doomed[0]:  # a run without any worker ends after a while, and one with both may be too quick
            os.killpg(doomed[1].pid, signal.SIGSTOP)
            dask.wait_for_last_worker()
            os.killpg(doomed[1].pid, signal.SIGCONT)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, err) == (1, b""), out
    assert without_times(root / "there.json") == without_times(root / "here.json")
    assert attempts(root) == STUDENTS + 2


def test_a_worker_that_differs_grades_nothing_and_is_named(tmp_path: Path, apart: Path, dask: Dask) -> None:
    root = a_class(tmp_path)
    other = write(apart / "other", {"harness_version.txt": ""})
    subprocess.run(["cp", "-r", Path(__file__).parents[3] / "harness", other / "harness"], check=True)
    changed = other / "harness" / "__init__.py"
    changed.write_text(changed.read_text() + "# another version\n")
    dask.worker(PYTHONPATH=str(other))
    ended = grade("submissions", "--on", dask.address, cwd=root, apart=apart, expect=3)
    assert "no worker can grade this" in ended.err
    assert "harness is" in ended.err
    assert "Traceback" not in ended.err
    dask.worker()
    deadline = time.monotonic() + PATIENCE_S  # while the second worker is not there, the first is all there is
    while (ended := grade("submissions", "--on", dask.address, cwd=root, apart=apart)).status == 3:
        assert time.monotonic() < deadline
    assert ended.status == 1
    assert "grades nothing: harness is" in ended.out


def test_no_scheduler_and_no_worker_are_one_line(tmp_path: Path, apart: Path) -> None:
    root = a_class(tmp_path)
    ended = grade("submissions", "--on", "tcp://127.0.0.1:9", cwd=root, apart=apart, expect=2)
    assert "no Dask scheduler answers" in ended.err
    assert len(ended.err.splitlines()) == 1
    for address in ("nonsense", "local:0", "local:many", ""):
        ended = grade("submissions", "--on", address, cwd=root, apart=apart, expect=2)
        assert len(ended.err.splitlines()) == 1


def test_a_scheduler_that_is_killed_is_one_line(tmp_path: Path, apart: Path, dask: Dask) -> None:
    root = a_class(tmp_path, SLOW)
    dask.worker()
    process = begin(root, apart, dask)
    deadline = time.monotonic() + PATIENCE_S
    while attempts(root) < 2:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.killpg(dask.processes[0].pid, signal.SIGKILL)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, err) == (3, b"")
    (line,) = [line for line in out.splitlines() if b"scheduler" in line]
    assert re.fullmatch(rb"the scheduler is gone: \d+ submissions are not graded; go on with --resume", line)


STORES_INTO_A_BROKEN_PIPE = """
import sys
from pathlib import Path
from distributed import Client, LocalCluster
from harness.course.ingest.submission import Submission
from harness.grading.cluster.cluster import Cluster
from harness.grading.cluster.request import RunSettings
from harness.sandbox.isolation.none import Unconfined
from tests.support import loaded

def store_grade(number, grade):
    raise BrokenPipeError

course = {"sum": loaded(Path(sys.argv[1]))}
settings = RunSettings("", (), ("sum",), (), None, None)
with LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as scheduler, Client(scheduler) as client:
    cluster = Cluster(client, course, settings, None, Unconfined.level, set(), set(), store_grade)
    try:
        cluster.run([Submission("ann", "sum", None)])
    except BrokenPipeError:
        print("its own")
"""


def test_a_closed_output_is_not_the_scheduler(tmp_path: Path) -> None:
    words = [sys.executable, "-c", STORES_INTO_A_BROKEN_PIPE, str(course(tmp_path))]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.stdout == "its own\n", ended.stderr


def test_workers_of_its_own_and_more_isolation_than_they_have(tmp_path: Path, apart: Path) -> None:
    root = a_class(tmp_path)
    grade("submissions", "--isolation", "E", "--report", "here.json", cwd=root, apart=apart / "here", expect=1)
    words = ("submissions", "--on", "local:2", "--isolation", "E")
    grade(*words, "--report", "there.json", "--no-gradebook", cwd=root, apart=apart, expect=1)
    assert without_times(root / "there.json") == without_times(root / "here.json")
    ended = grade(*words, "--changed", cwd=root, apart=apart, expect=1)
    assert f"{STUDENTS + 2} of {STUDENTS + 2} taken over" in ended.out
    ended = grade(*words, "--require-isolation", "B", cwd=root, apart=apart, expect=3)
    assert "isolation B is required" in ended.err


def test_a_grading_process_ends_with_its_worker(tmp_path: Path, apart: Path, dask: Dask) -> None:
    root = course(tmp_path / "course", SUM + "limits: {cpu: 60 s, wall: 10 min}\n")
    word = f"word{os.getpid()}{time.monotonic_ns()}"
    sleeper = f"import time\nprint('{word}')\nopen('{word}', 'w').close()\ntime.sleep(600)\n"
    write(root / "submissions" / "ann" / "sum", {"main.py": sleeper})
    worker = dask.worker()
    process = subprocess.Popen(
        [*_PYTHON, "harness", "grade", "submissions/ann", "--on", dask.address, "--isolation", "E"],
        cwd=root,
        env=compiled_once(apart),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def running() -> bool:
        walk = os.walk(dask.folder / "temporary")  # unlike glob it does not mind what vanishes meanwhile
        return any(word in names for _, _, names in walk)

    deadline = time.monotonic() + PATIENCE_S
    while not running():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(worker.pid, signal.SIGKILL)
    while running():
        assert time.monotonic() < deadline, "the scratch folder of a grading is left"
        time.sleep(0.02)
    process.kill()
    process.wait()
