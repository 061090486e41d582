"""Faults of ours: the grader killed at any moment, a full disk, a report that cannot be written."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.cli.test_interrupt import wait_until_gone
from tests.attacks.untouched import DISK, no_group_left
from tests.support import ADDER, PATIENCE_S, SUM, course, environment, grade, write

DAEMON = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    os.fork()\n    time.sleep(600)\n"
TABLE = """
  - name: table
    clause: sum
    args: ["1"]
    produces: {table.txt: {check: regex, pattern: "x+"}}
"""
STUDENTS = 6


def a_class(root: Path, word: str) -> Path:
    """A class whose programs leave others running, with a word on all their command lines."""
    spec = SUM.replace('["2", "3"]', f'["2", "3", "{word}"]').replace('["1", "2", "4"]', f'["1", "2", "4", "{word}"]')
    course(root, spec)
    program = ADDER.replace("sys.argv[1:]", "sys.argv[1:-1]") + DAEMON
    for number in range(STUDENTS):
        write(root / "submissions" / f"s{number}" / "sum", {"main.py": program})
    return root


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("moment", [0.3, 0.5, 0.8])
def test_killed_at_any_moment(tmp_path: Path, apart: Path, number: signal.Signals, moment: float) -> None:
    word = f"word-{uuid.uuid4().hex}"
    root = a_class(tmp_path / "course", word)
    words = [sys.executable, "-m", "harness", "grade", "submissions", "-j", "2", "--report", "report.json"]
    whole = 2.0  # about that; at a slow or a quick moment of the machine it is just another one
    with no_group_left():
        process = subprocess.Popen(
            words,
            cwd=root,
            env=environment(apart),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(whole * moment)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, number)
        _, err = process.communicate(timeout=PATIENCE_S)
        assert b"Traceback" not in err
        assert wait_until_gone(word) == []
        temporary = apart / "temporary"
        if number == signal.SIGTERM:
            assert list(temporary.iterdir()) == []
        grade("submissions", "-j", "2", "--report", "after.json", cwd=root, apart=apart, expect=0)
        assert list(temporary.iterdir()) == []  # what a killed one has left is swept by the next
    report = json.loads((root / "after.json").read_bytes())
    assert (report["complete"], [entry["score"] for entry in report["grades"]]) == (True, [10.0] * STUDENTS)


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a MiB."""
    folder = tmp_path / "full"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k,mode=1777", DISK, folder], check=False)
    if mounted.returncode != 0:
        pytest.skip("only root may mount")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_below_the_scratch_folders(tmp_path: Path, apart: Path, full: Path) -> None:
    root = course(tmp_path / "course")
    write(root / "submissions" / "ann" / "sum", {"main.py": ADDER})
    write(root / "submissions" / "bob" / "sum", {"main.py": ADDER, "large.txt": "x" * 700_000})
    process = subprocess.run(
        [sys.executable, "-m", "harness", "grade", "submissions", "-j", "1", "--report", "report.json"],
        cwd=root,
        env=environment(apart) | {"TMPDIR": str(full)},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (process.returncode, b"Traceback" in process.stderr) == (3, False), process.stderr
    grades = {entry["student"]: entry for entry in json.loads((root / "report.json").read_bytes())["grades"]}
    assert (grades["ann"]["verdict"], grades["bob"]["verdict"]) == ("AC", "JE")
    messages = {finding["message"] for case in grades["bob"]["cases"] for finding in case["findings"]}
    assert all("No space left on device" in text and "TMPDIR" in text for text in messages), messages
    assert len(messages) == 1, messages
    assert list(full.iterdir()) == []


@pytest.mark.parametrize("level", ["A", "E"])
def test_a_disk_that_is_full_costs_no_points(tmp_path: Path, apart: Path, full: Path, level: str) -> None:
    """At A the file that the program wrote cannot be copied out; at E the program itself cannot write it."""
    root = course(tmp_path / "course")
    writer = ADDER + "open('table.txt', 'w').write('x' * 600_000)\n"
    write(root / "submissions" / "ann" / "sum", {"main.py": writer})
    spec = root / "specs" / "sum" / "spec.yaml"
    spec.write_text(spec.read_text() + TABLE, encoding="utf-8")
    words = ["submissions", "-j", "1", "--isolation", level, "--report", "report.json"]
    process = subprocess.run(
        [sys.executable, "-m", "harness", "grade", *words],
        cwd=root,
        env=environment(apart) | {"TMPDIR": str(full)},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert process.returncode == 3, process.stderr
    (grade,) = json.loads((root / "report.json").read_bytes())["grades"]
    assert {case["verdict"] for case in grade["cases"]} <= {"AC", "JE"}, process.stdout
    assert grade["verdict"] == "JE"


@pytest.mark.parametrize("target", ["/proc/report.json", "full"])
def test_a_report_that_cannot_be_written(tmp_path: Path, apart: Path, full: Path, target: str) -> None:
    root = course(tmp_path / "course")
    write(root / "submissions" / "ann" / "sum", {"main.py": ADDER})
    if target == "full":
        with contextlib.suppress(OSError):
            write(full, {"filler": b"x" * 1_000_000})
        target = str(full / "report.json")
    ended = grade("submissions", "--report", target, "--report", "good.json", cwd=root, apart=apart)
    assert ended.status in (2, 3)
    assert "Traceback" not in ended.err
    (line,) = [line for line in ended.err.splitlines() if target in line]
    assert line.startswith(f"grade: {target}: the report cannot be written: ")
    assert "1 of 1 accepted" in ended.out
    assert json.loads((root / "good.json").read_bytes())["complete"]
