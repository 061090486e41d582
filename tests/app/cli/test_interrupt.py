"""Ctrl-C: what was judged is reported, the rest is marked, and nobody is left running."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from tests.support import ADDER, PATIENCE_S, SUM, course, environment, write

SLEEPER = """\
import os, time
if len(sys.argv) > 4:
    if os.fork() == 0:
        os.setsid()
        os.fork()
    time.sleep(600)
"""


def with_word(word: str, program: str = "") -> list[int]:
    """The processes that have this word on their command line; those of a program, where it is named."""
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command_line = (folder / "cmdline").read_bytes()
            if word.encode() in command_line and command_line.startswith(program.encode()):
                pids.append(int(folder.name))
        except OSError:
            continue
    return pids


def wait_until_gone(word: str) -> list[int]:
    deadline = time.monotonic() + PATIENCE_S
    while (left := with_word(word)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def started(tmp_path: Path, apart: Path, *options: str) -> tuple[subprocess.Popen[bytes], str]:
    """``grade``, at the moment when the second student's program sleeps; the word on that program's command line."""
    word = f"word-{uuid.uuid4().hex}"
    root = course(
        tmp_path / "course",
        SUM.replace('["1", "2", "4"]', f'["1", "2", "4", "{word}"]').replace(
            "language: python", "language: python\nlimits: {cpu: 60 s, wall: 10 min}"
        ),
    )
    quick = ADDER.replace("sys.argv[1:]", "sys.argv[1:4]")
    for student, program in (("ann", quick), ("bob", quick + SLEEPER), ("cat", quick)):
        write(root / "submissions" / student / "sum", {"main.py": program})
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "grade", "submissions", *(options or ("-j", "1")), "--report", "report.json"],
        cwd=root,
        env=environment(apart),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE_S
    while len(with_word(word, "python3\0")) < 3:  # bob's, and what it left in other sessions
        assert time.monotonic() < deadline, "the sleeper never ran"
        assert process.poll() is None
        time.sleep(0.02)
    return process, word


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_done_is_reported_and_nobody_left(tmp_path: Path, apart: Path, number: signal.Signals) -> None:
    process, word = started(tmp_path, apart)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        os.kill(process.pid, number)  # as timeout does
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"Interrupted: cases marked SK were not judged." in out
    assert wait_until_gone(word) == []
    report = json.loads((tmp_path / "course" / "report.json").read_bytes())
    assert report["complete"] is False
    verdicts = {entry["student"]: {case["verdict"] for case in entry["cases"]} for entry in report["grades"]}
    assert verdicts["ann"] == {"AC"}
    assert "SK" in verdicts["bob"]
    assert verdicts["cat"] == {"SK"}
    scores = {entry["student"]: (entry["score"], entry["max_score"]) for entry in report["grades"]}
    assert (scores["ann"], scores["cat"]) == ((10, 10), (0, 0))
    assert list((apart / "temporary").iterdir()) == []


@pytest.mark.parametrize("options", [("-j", "2"), ("--on", "local:1")])
def test_workers_and_a_cluster_are_broken_off_alike(tmp_path: Path, apart: Path, options: tuple[str, ...]) -> None:
    process, word = started(tmp_path, apart, *options, "--report", "report.csv")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    assert b"Incomplete. Interrupted: cases marked SK were not judged." in out
    assert wait_until_gone(word) == []
    with (tmp_path / "course" / "report.csv").open(encoding="utf-8", newline="") as file:
        states = {row["student"]: (row["verdict"], row["state"], row["score"]) for row in csv.DictReader(file)}
    assert set(states) == {"ann", "bob", "cat"}
    assert states["bob"] == ("SK", "incomplete", "")
    report = json.loads((tmp_path / "course" / "report.json").read_bytes())
    assert (report["complete"], report["interrupted"]) == (False, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nobody_is_left_when_the_grader_itself_is_ended(tmp_path: Path, apart: Path, number: signal.Signals) -> None:
    process, word = started(tmp_path, apart)
    os.kill(process.pid, number)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode != 0
    assert wait_until_gone(word) == []
