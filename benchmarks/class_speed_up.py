"""What a second worker brings for a class: ``grade -j 2`` against ``grade -j 1``.

Start it with ``python benchmarks/class_speed_up.py``.

The class is made here: copies of the sample student alice's Python program with a comment each, judged by all cases of
its spec. Larger classes run a few cases, and say whether a further submission costs more the more there are.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import BIN, CHECKOUT, LONG, Row, at_least, at_most, middle, paired, ratio, report, run

STUDENTS, ROUNDS = (8, 3) if LONG else (4, 2)
ASSIGNMENT = "cse30-pa2"
SIZES = (10, 40, 100)
MAX_GROWTH = 1.05


def rows() -> Iterator[Row]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as name:
        grade = _grade(Path(name), STUDENTS)
        costs = paired({"-j 1": [*grade, "-j", "1"], "-j 2": [*grade, "-j", "2"]}, ROUNDS)
    cpu = middle(costs["-j 2"]).cpu_s / middle(costs["-j 1"]).cpu_s
    what = f"{STUDENTS} students of a Python assignment"
    yield at_least(f"{what}: 2 workers against 1", ratio(costs["-j 1"], costs["-j 2"]), 1.5)
    yield Row(f"{what}: CPU time of 2 workers / of 1", cpu)
    yield from growth(SIZES)


def _grade(folder: Path, students: int) -> list[str | Path]:
    """Make a class, and return the command that grades it."""
    for number in range(students):
        submission = folder / f"student-{number}" / ASSIGNMENT
        shutil.copytree(CHECKOUT / "submissions" / "alice" / ASSIGNMENT, submission)
        with (submission / "Queens.py").open("a", encoding="utf-8") as program:
            program.write(f"# {number}\n")
    words: list[str | Path] = [BIN / "grade", "--no-gradebook", "--specs", CHECKOUT / "specs"]
    return [*words, "--assignment", ASSIGNMENT, folder]


def growth(sizes: tuple[int, int, int]) -> list[Row]:
    """What a further submission costs the grader in a small and in a large class, its programs in sandboxes aside."""
    costs = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            costs.append(run([*_grade(Path(name), size), "-j", "2", "--only", "usage-*"]).cpu_s)
    small, large = ((costs[at + 1] - costs[at]) / (sizes[at + 1] - sizes[at]) for at in (0, 1))
    what = "a further submission of a class, grader's CPU time"
    return [
        Row(f"{what}, {sizes[0]} to {sizes[1]}", small * 1000, "ms"),
        at_most(f"{what}: from {sizes[1]} to {sizes[2]} / from {sizes[0]} to {sizes[1]}", large / small, MAX_GROWTH),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
