"""A class of twenty in which six attack the grader and one another: the others' grades are as without them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.attacks.battery import battery
from tests.attacks.submissions import classes
from tests.attacks.untouched import no_group_left
from tests.support import ADDER, course, report, write

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
