"""Classes in which some attack the grader and one another: the others' grades are as without them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.sandbox.process_setup import process_tree
from tests.attacks.battery import battery
from tests.attacks.grader_memory import Peak, run_and_measure
from tests.attacks.hostile_students import ASSIGNMENTS, HOSTILE, write_class
from tests.attacks.hostile_students import HONEST as HONEST_STUDENTS
from tests.attacks.levels import LEVELS, isolation_at
from tests.attacks.submissions import classes
from tests.attacks.untouched import mounts, no_group_left, survivors
from tests.support import ADDER, ROOT, course, report, write

SPEC = """\
title: Sums
language: python
limits: {cpu: 1 s, wall: 3 s, memory: 256 MiB, output: 1 MiB}
clauses:
  sum: {text: The sum of the arguments is printed., points: 10}
  secret: {text: The function gives the sum., points: 5}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
  - {name: three, clause: sum, args: ["1", "2", "4"], stdout: "7\\n"}
  - {name: call, clause: secret, calls: [{function: secret, args: [3], returns: 6}]}
"""
RIGHT = "import sys\ndef secret(n): return 2 * n\nif __name__ == '__main__':\n    print(sum(map(int, sys.argv[1:])))\n"
HONEST = {
    "right": RIGHT,
    "wrong": RIGHT.replace("sum(map", "max(map"),
    "crash": RIGHT.replace("2 * n", "n.x").replace("print(", "print(1 / (len(sys.argv) - 3), "),
    "plain": ADDER,
    "newline": RIGHT.replace("print(sum(map(int, sys.argv[1:])))", "print(sum(map(int, sys.argv[1:])), end='')"),
    "nothing": "# to do\n",
    "syntax": "def secret(n: return\n",
}
MEASURED = ("cpu_s", "wall_s", "memory_bytes", "first_cpu_s", "reference_cpu_s")
FROM_THE_BATTERY = ("fork-bomb-in-own-sessions", "takes-shared-memory", "floods-both", "daemon-keeps-the-pipes")
FORGERS = ("empties-the-report-and-kills-the-driver", "forges-and-stays")


def hostile() -> dict[str, str]:
    """Six hostile programs by name."""
    programs = {attack.name: attack.code for attack in battery() if attack.name in FROM_THE_BATTERY}
    return programs | {
        forger.name: forger.files["main.py"] for forger in classes()["python"].hostile if forger.name in FORGERS
    }


def without_measurements(grade: dict[str, Any]) -> dict[str, Any]:
    """A grade without what was measured."""
    cases = [{key: value for key, value in case.items() if key not in MEASURED} for case in grade["cases"]]
    return grade | {"cases": cases}


def grades(folder: Path, students: dict[str, str], apart: Path) -> dict[str, dict[str, Any]]:
    """The class graded, by name; every grade in its honest form."""
    root = course(folder, SPEC)
    for name, program in students.items():
        write(root / "submissions" / name / "sum", {"main.py": program})
    result = report("submissions", "--no-gradebook", "-j", "2", cwd=root, apart=apart, expect=1)
    assert result["complete"]
    return {entry["student"]: without_measurements(entry) for entry in result["grades"]}


def test_six_hostile_of_twenty_change_nothing_for_the_others(tmp_path: Path, apart: Path) -> None:
    honest = {f"{name}-{number}": program for name, program in HONEST.items() for number in (1, 2)}
    enemies = hostile()
    assert (len(honest), len(enemies)) == (14, 6)
    with no_group_left():
        alone = grades(tmp_path / "without", honest, apart)
        together = grades(tmp_path / "with", honest | enemies, apart)
    assert {name: grade for name, grade in together.items() if name in honest} == alone
    assert {alone[f"{name}-1"]["verdict"] for name in HONEST} >= {"AC", "WA", "RTE", "CE"}
    assert {name: together[name]["score"] for name in enemies} == dict.fromkeys(enemies, 0)
    assert "JE" not in {together[name]["verdict"] for name in enemies}
    assert list((apart / "temporary").iterdir()) == []


MOST_MEMORY = 300 << 20
"""Bytes of the grader's own processes at a time."""
MOST_SECONDS = 1800
"""Several times what a busy machine with two cores takes."""
DRAWN = "cs689-prog11"
"""Its programs draw their boards by chance, so what they print differs from run to run."""


def thirty_graded(folder: Path, level: str, identifier: str, *, with_hostile: bool) -> tuple[Peak, dict[str, Any]]:
    """The class graded in one assignment: what that took, and the grades by student."""
    submissions = write_class(folder / "submissions", with_hostile=with_hostile)
    result = folder / "report.json"
    options = ["--specs", str(ROOT / "specs"), "--no-gradebook", "-j", "2", "--assignment", identifier]
    options += ["--report", str(result), "--isolation", level]
    command = [sys.executable, "-m", "harness", "grade", str(submissions), *options]
    peak = run_and_measure(command, MOST_SECONDS, os.environ | {"PYTHONPATH": str(ROOT)}, folder / "screen.txt")
    entries = json.loads(result.read_bytes())["grades"]
    return peak, {entry["student"]: comparable(entry) for entry in entries}


def comparable(grade: dict[str, Any]) -> dict[str, Any]:
    """A grade without what was measured, and without what a program drew by chance."""
    bare = without_measurements(grade)
    if grade["assignment"] != DRAWN:
        return bare
    return bare | {"cases": [{key: case[key] for key in ("name", "verdict", "score")} for case in bare["cases"]]}


@pytest.mark.slow
@pytest.mark.parametrize("identifier", ASSIGNMENTS)
@pytest.mark.parametrize("level", [level for level in LEVELS if len(level) == 1])
def test_ten_who_attack_the_grader_change_nothing_for_twenty_others(
    level: str, identifier: str, tmp_path: Path
) -> None:
    isolation_at(level)  # skips where this machine does not give it
    mounted, staying = mounts(), set(process_tree.descendants(os.getpid()))  # sandboxes of other tests, say
    with no_group_left():
        _, alone = thirty_graded(tmp_path / "without", level, identifier, with_hostile=False)
        peak, together = thirty_graded(tmp_path / "with", level, identifier, with_hostile=True)
    assert (HONEST_STUDENTS, len(HOSTILE), peak.status) == (20, 10, 1)
    assert len(alone) == HONEST_STUDENTS
    assert {student: grade for student, grade in together.items() if student not in HOSTILE} == alone
    assert "JE" not in {case["verdict"] for grade in together.values() for case in grade["cases"]}
    assert peak.grader < MOST_MEMORY
    assert (mounts(), survivors(lambda pid: pid not in staying)) == (mounted, [])
