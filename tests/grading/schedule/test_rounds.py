"""Nothing that a student reads is made after a hidden case of the same submission ran."""

from __future__ import annotations

from pathlib import Path

from harness.grading.schedule.submission_state import rounds
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

_CASES = """\
title: Secrets
language: python
limits: {cpu: 0.5 s, wall: 8 s}
clauses:
  c: {text: It prints a line., points: 10}
cases:
  - {name: hidden-1, clause: c, args: [hidden-1], visibility: hidden, stdout: "x\\n"}
  - {name: visible-1, clause: c, args: [visible-1], stdout: "x\\n"}
  - {name: later, clause: c, args: [later], visibility: after_due_date, stdout: "x\\n"}
  - {name: published, clause: c, args: [published], visibility: after_published, stdout: "x\\n"}
  - {name: hidden-2, clause: c, args: [visible-2], visibility: hidden, stdout: "x\\n"}
  - {name: visible-2, clause: c, args: [visible-2], stdout: "x\\n"}
"""
_LOGS = """\
import sys, time
def log(text):
    with open('LOG', 'a') as file: file.write(text + '\\n')
def run(name):
    log('begins ' + name)
    time.sleep(0.05)
    if name == LATE:
        while True: pass
    print('x')
    log('ends ' + name)
if __name__ == '__main__': run(sys.argv[1])
"""
_CALLS = """\
title: Secrets
language: python
clauses:
  c: {text: It returns a value., points: 10}
cases:
  - {name: hidden, clause: c, visibility: hidden, calls: [{function: process, args: [hidden], returns: 1}]}
  - {name: visible, clause: c, calls: [{function: process, args: [visible], returns: 1}]}
"""


def _log(tmp_path: Path, spec: str, program: str, jobs: int = 2) -> list[str]:
    """Grade a program that writes down what it does, and return what it wrote."""
    log = tmp_path / "log"
    folder = write(tmp_path / "ann", {"main.py": program.replace("LOG", str(log))})
    grade = graded(loaded(course(tmp_path / "course", spec), goldens=False), folder, jobs=jobs)
    assert Verdict.JE not in {case.verdict for case in grade.cases}
    return log.read_text(encoding="utf-8").splitlines()


def test_rounds_are_by_who_reads_them_and_cases_of_one_run_stay_together(tmp_path: Path) -> None:
    cases = loaded(course(tmp_path, _CASES), goldens=False).cases
    names = [cases[index].name for part in rounds(range(len(cases)), cases) for index in (*part, -1)]
    assert [len(part) for part in rounds(range(len(cases)), cases)] == [3, 1, 1, 1]
    assert set(names[:3]) == {"visible-1", "visible-2", "hidden-2"}  # the last is judged by the run before it
    assert [name for name in names[4:] if name != cases[-1].name] == ["later", "published", "hidden-1"]
    assert rounds((0, 1), cases) == [(1,), (0,)]
    assert rounds((), cases) == []


def test_hidden_cases_run_when_all_others_have_ended(tmp_path: Path) -> None:
    log = _log(tmp_path, _CASES, _LOGS.replace("LATE", "''"))
    ends = [log.index(f"ends {name}") for name in ("visible-1", "visible-2", "later", "published")]
    begins = [log.index(f"begins {name}") for name in ("later", "published", "hidden-1")]
    assert max(ends[:2]) < begins[0]
    assert ends[2] < begins[1]
    assert ends[3] < begins[2]


def test_a_visible_case_that_is_late_runs_again_before_any_hidden_case(tmp_path: Path) -> None:
    log = _log(tmp_path, _CASES, _LOGS.replace("LATE", "'visible-1'"))
    last = len(log) - 1 - log[::-1].index("begins visible-1")
    assert log.count("begins visible-1") > 1
    assert last < log.index("begins later") < log.index("begins hidden-1")


def test_calls_of_hidden_cases_are_made_in_a_later_process(tmp_path: Path) -> None:
    program = "import os\ndef process(name):\n    with open('LOG', 'a') as file: print(name, os.getpid(), file=file)\n"
    log = [line.split() for line in _log(tmp_path, _CALLS, program + "    return 1\n")]
    assert [name for name, _ in log] == ["visible", "hidden"]
    assert log[0][1] != log[1][1]
