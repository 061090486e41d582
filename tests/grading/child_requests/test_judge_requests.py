"""What students hand in never stalls the grader: holes that were found, each judged in bounded time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence
from harness.model.verdict import Verdict
from tests.support import PATIENCE_S, ROOT, course, graded, loaded, write

TEXT = """\
title: Text
language: python
clauses: {text: {text: It prints the text., points: 4}}
cases:
  - {name: text, clause: text, stdout: {text: "E\\nend\\n"}}
  - {name: any, clause: text, stdout: {check: lines, text: "end\\nE\\n"}}
  - {name: ignored, clause: text, stdout: {check: text, text: "e\\nend\\n", ignore: [case, blanks]}}
"""


def test_a_run_of_combining_marks_is_judged(tmp_path: Path) -> None:
    program = write(tmp_path / "eve", {"main.py": 'print("E" + "\\u0301\\u0316" * 4000000)\nprint("end")\n'})
    begin = time.process_time()
    grade = graded(loaded(course(tmp_path, TEXT, name="text"), "text"), program)
    assert {case.verdict for case in grade.cases} == {Verdict.WA}
    assert time.process_time() - begin < 5, "the grader itself looks at little of it"


SOURCE = """\
title: Source
language: cpp
files: {required: [main.cpp]}
clauses: {recursive: {text: It is recursive., points: 3}, prints: {text: It prints 1., points: 1}}
cases:
  - {name: prints, clause: prints, stdout: "1\\n"}
  - {name: recursive, clause: recursive, source: {recursive: [again]}}
"""
RIGHT = """\
#include <cstdio>
int again(int n) { return n ? again(n - 1) : 1; }
int main() { std::printf("%d\\n", again(3)); }
"""


@pytest.mark.parametrize("size", [200_000, 2_000_000])
def test_a_header_that_no_parser_reads_quickly(tmp_path: Path, size: int) -> None:
    files = {"main.cpp": RIGHT, "unused.h": "A<" * (size // 2)}
    grade = graded(loaded(course(tmp_path, SOURCE, name="source"), "source"), write(tmp_path / "eve", files))
    verdicts = {case.name: case.verdict for case in grade.cases}
    assert verdicts["prints"] is Verdict.AC
    assert verdicts["recursive"] in {Verdict.WA, Verdict.NR, Verdict.AC}
    assert Verdict.JE not in verdicts.values()
    if size > 256 << 10:
        assert verdicts["recursive"] is Verdict.NR
        assert "unused.h has more than 256 KiB" in sentence(grade.cases[-1].findings[0])


HANGING = """\
title: Hang
language: python
clauses: {text: {text: It prints a., points: 4}}
cases:
  - {name: text, clause: text, stdout: {check: python, function: judge}}
"""


@pytest.mark.parametrize(("condition", "verdict"), [("run.stdout.startswith(b'b')", Verdict.NR), ("True", Verdict.JE)])
@pytest.mark.parametrize(
    "fault", ["while True: pass", "'x' * (1 << 40)", "raise ValueError('no idea')", "__import__('os')._exit(0)"]
)
def test_a_check_of_the_course_that_cannot_bear_an_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, condition: str, verdict: Verdict, fault: str
) -> None:
    monkeypatch.setattr("harness.judge.child.client.CPU_LIMIT_S", 0.5)
    monkeypatch.setattr("harness.judge.child.client.SECOND_CPU_LIMIT_S", 0.5)
    checks = f"def judge(run, expected):\n    if {condition}:\n        {fault}\n    return ()\n"
    folder = course(tmp_path, HANGING, name="hang", beside={"checks.py": checks})
    grade = graded(loaded(folder, "hang"), write(tmp_path / "eve", {"main.py": "print('b')\n"}))
    assert [case.verdict for case in grade.cases] == [verdict]
    assert (grade.score, grade.max_score, grade.complete) == (0, 0, False)


PREDICATE = """\
title: Predicate
language: prolog
clauses: {calls: {text: one/1 gives 1., points: 4}}
cases:
  - {name: calls, clause: calls, calls: [{function: one, args: [X], ends: "*"}], results: judge}
"""


def test_a_source_that_is_not_explained_in_time_changes_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.judge.child.client.CPU_LIMIT_S", 0.3)
    checks = "from harness.model.finding import Finding\ndef judge(results, params):\n    yield Finding('wrong')\n"
    folder = course(tmp_path, PREDICATE, name="predicate", beside={"checks.py": checks})
    files = {"one.pl": "one(2).\n", "unread.pl": f"a :- {'b(' * 60_000}).\n"}
    grade = graded(loaded(folder, "predicate"), write(tmp_path / "eve", files))
    assert [(case.verdict, case.findings[0].message) for case in grade.cases] == [(Verdict.WA, "wrong")]


PATTERN = """\
title: Pattern
language: python
clauses: {text: {text: It prints a., points: 4}}
cases:
  - {name: text, clause: text, stdout: {check: regex, pattern: "(a|a)*b"}}
"""


def test_a_pattern_that_takes_too_long_on_an_output_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.judge.child.client.CPU_LIMIT_S", 0.5)
    folder = course(tmp_path, PATTERN, name="pattern")
    grade = graded(loaded(folder, "pattern"), write(tmp_path / "eve", {"main.py": "print('a' * 60)\n"}))
    assert [case.verdict for case in grade.cases] == [Verdict.NR]


TOGETHER = """\
title: Together
language: python
clauses: {text: {text: It prints a., points: 4}}
cases:
  - {name: text, clause: text, runs: 3, across: judge}
"""


@pytest.mark.parametrize(("size", "verdict"), [(4 << 20, Verdict.AC), (7 << 20, Verdict.NR), (10 << 20, Verdict.NR)])
def test_runs_that_write_much_are_not_held_in_memory_together(tmp_path: Path, size: int, verdict: Verdict) -> None:
    checks = "def judge(runs):\n    return ()\n"
    folder = course(tmp_path, TOGETHER, name="together", beside={"checks.py": checks})
    program = {"main.py": f"print('b' * {size - 1})\n"}
    grade = graded(loaded(folder, "together"), write(tmp_path / "eve", program))
    assert [case.verdict for case in grade.cases] == [verdict]
    if verdict is Verdict.NR:
        assert "the runs write more than 16 MiB" in sentence(grade.cases[0].findings[0])


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_is_left_where_a_check_hangs(tmp_path: Path, ending: int) -> None:
    checks = "import time\ndef judge(run, expected):\n    time.sleep(600)\n"  # it is ended after a minute
    folder = course(tmp_path, HANGING, name="hang", beside={"checks.py": checks})
    write(tmp_path / "submissions" / "eve" / "hang", {"main.py": "print('b')\n"})
    command = [sys.executable, "-m", "harness", "grade", "--isolation", "E", "--no-gradebook", "submissions/eve"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GRADE_TOKEN": str(tmp_path)}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE_S
    while len(_family(tmp_path)) < 4 and time.monotonic() < deadline:  # the grader, its server, a worker, its child
        time.sleep(0.05)
    assert len(_family(tmp_path)) >= 4
    time.sleep(0.5)
    begin = time.monotonic()
    process.send_signal(ending)
    process.wait(PATIENCE_S)
    waited = time.monotonic() - begin
    while _family(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _family(tmp_path) == []
    assert process.returncode == (-signal.SIGKILL if ending == signal.SIGKILL else 130)
    assert waited < 50


def _family(token: Path) -> list[int]:
    """The processes of a grading, by a variable of their environment."""
    mark = f"GRADE_TOKEN={token}".encode()
    pids = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes().split(b"\0") and b"Z" not in _state(path.parent):
                pids.append(int(path.parent.name))
        except OSError:
            continue
    return pids


def _state(folder: Path) -> bytes:
    found = re.search(rb"\) (\w)", (folder / "stat").read_bytes())
    return found[1] if found else b"Z"


NAMED = """\
title: Named
language: python
files: {required: [m.py]}
clauses: {calls: {text: f works., points: 1}}
cases:
  - {name: call, clause: calls, calls: [{function: f, args: [1], returns: 2}]}
"""


def test_a_report_has_no_room_for_a_name_of_a_mebibyte(tmp_path: Path) -> None:
    program = "E = type('A' * (1 << 20), (Exception,), {})\ndef f(x): raise E('B' * (1 << 20))\n"
    grade = graded(loaded(course(tmp_path, NAMED, name="named"), "named"), write(tmp_path / "eve", {"m.py": program}))
    (case,) = [case for case in grade.cases if case.name == "call"]
    assert case.verdict is Verdict.RTE
    assert len(sentence(case.findings[0])) < 20_000
