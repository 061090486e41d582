"""What a second worker brings for a class: ``grade -j 2`` against ``grade -j 1``.

Start it with ``python benchmarks/class_speed_up.py``.

The class is made here: copies of the sample student alice's Python program, each judged by all cases of its spec.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from measure import BIN, interleaved

STUDENTS = 8
ROUNDS = 3
ASSIGNMENT = "cse30-pa2"
CHECKOUT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Print the figures; 1 when two workers bring less than half as much again."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for number in range(STUDENTS):
            given = CHECKOUT / "submissions" / "alice" / ASSIGNMENT
            shutil.copytree(given, root / f"student-{number}" / ASSIGNMENT)
        grade: list[str | Path] = [BIN / "grade", "--specs", CHECKOUT / "specs", "--assignment", ASSIGNMENT, root]
        seen = interleaved({"-j 1": [*grade, "-j", "1"], "-j 2": [*grade, "-j", "2"]}, ROUNDS)
    one, two = seen["-j 1"], seen["-j 2"]
    print(f"{STUDENTS} students: {one.wall_s:.1f} s with -j 1, {two.wall_s:.1f} s with -j 2")
    print(f"{one.wall_s / two.wall_s:.2f} times as fast on {len(os.sched_getaffinity(0))} cores, "
          f"CPU time {two.cpu_s / one.cpu_s:.2f} x")  # fmt: skip
    return 0 if one.wall_s / two.wall_s >= 1.5 else 1  # noqa: PLR2004 - said above


if __name__ == "__main__":
    sys.exit(main())
