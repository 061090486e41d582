"""A class in which ten attack the grader itself: time and memory stay bounded, the grades of the honest the same."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.sandbox.run import process_tree
from tests.attacks.grader_memory import Peak, run_and_measure
from tests.attacks.hostile_students import ASSIGNMENTS, HONEST, HOSTILE, write_class
from tests.attacks.levels import LEVELS, isolation_at
from tests.attacks.untouched import mounts, no_group_left, survivors
from tests.end_to_end.test_hostile_class import without_measurements
from tests.support import ROOT

MOST_MEMORY = 300 << 20
MOST_SECONDS = 1800
"""Several times what a busy machine with two cores takes."""
DRAWN = "cs689-prog11"
"""Its programs draw their boards by chance, so what they print differs from run to run."""


def graded(folder: Path, level: str, *, with_hostile: bool) -> tuple[Peak, dict[tuple[str, str], dict[str, Any]]]:
    """The class graded: what that took, and the grades by student and assignment."""
    submissions = write_class(folder / "submissions", with_hostile=with_hostile)
    report = folder / "report.json"
    chosen = [word for identifier in ASSIGNMENTS for word in ("--assignment", identifier)]
    options = ["--specs", str(ROOT / "specs"), "--no-gradebook", "-j", "2", *chosen, "--report", str(report)]
    options += ["--isolation", level]
    command = [sys.executable, "-m", "harness", "grade", str(submissions), *options]
    peak = run_and_measure(command, MOST_SECONDS, os.environ | {"PYTHONPATH": str(ROOT)}, folder / "screen.txt")
    grades = json.loads(report.read_bytes())["grades"]
    return peak, {(grade["student"], grade["assignment"]): comparable(grade) for grade in grades}


def comparable(grade: dict[str, Any]) -> dict[str, Any]:
    """A grade without what was measured, and without what a program drew by chance."""
    bare = without_measurements(grade)
    if grade["assignment"] != DRAWN:
        return bare
    return bare | {"cases": [{key: case[key] for key in ("name", "verdict", "score")} for case in bare["cases"]]}


def levels() -> list[str]:
    """The levels of this user that confine what the ten do to the machine; at E nothing would."""
    return [level for level in LEVELS if len(level) == 1]


@pytest.mark.slow
@pytest.mark.parametrize("level", levels())
def test_ten_who_attack_the_grader_change_nothing_for_the_others(level: str, tmp_path: Path) -> None:
    isolation_at(level)  # skips where this machine does not give it
    mounted, staying = mounts(), set(process_tree.descendants(os.getpid()))  # sandboxes of other tests, say
    with no_group_left():
        _, alone = graded(tmp_path / "without", level, with_hostile=False)
        peak, together = graded(tmp_path / "with", level, with_hostile=True)
    assert len(alone) == HONEST * len(ASSIGNMENTS)
    assert {key: grade for key, grade in together.items() if key[0] not in HOSTILE} == alone
    assert (len(HOSTILE), peak.status) == (10, 1)
    assert "JE" not in {case["verdict"] for grade in together.values() for case in grade["cases"]}
    assert peak.grader < MOST_MEMORY
    assert (mounts(), survivors(lambda pid: pid not in staying)) == (mounted, [])
