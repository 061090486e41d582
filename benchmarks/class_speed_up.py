"""What a second worker brings for a class: ``grade -j 2`` against ``grade -j 1``.

Start it with ``python benchmarks/class_speed_up.py``.

The class is made here: copies of the sample student alice's Python program, each judged by all cases of its spec.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from measure import BIN, CHECKOUT, Row, at_least, middle, paired, ratio, report

STUDENTS = 8
ROUNDS = 3
ASSIGNMENT = "cse30-pa2"


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for number in range(STUDENTS):
            submission = CHECKOUT / "submissions" / "alice" / ASSIGNMENT
            shutil.copytree(submission, root / f"student-{number}" / ASSIGNMENT)
        grade: list[str | Path] = [BIN / "grade", "--no-gradebook", "--specs", CHECKOUT / "specs"]
        grade += ["--assignment", ASSIGNMENT, root]
        costs = paired({"-j 1": [*grade, "-j", "1"], "-j 2": [*grade, "-j", "2"]}, ROUNDS)
    cpu = middle(costs["-j 2"]).cpu_s / middle(costs["-j 1"]).cpu_s
    what = f"{STUDENTS} students of a Python assignment"
    return [
        at_least(f"{what}: 2 workers against 1", ratio(costs["-j 1"], costs["-j 2"]), 1.5),
        Row(f"{what}: CPU time of 2 workers / of 1", cpu),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
