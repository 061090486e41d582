"""What a case costs beside the student's program: a thousand cases of a trivial one, against a bare loop in C.

Start it with ``python benchmarks/case_overhead.py``.

The course is made here: one C program that prints a line, handed in compiled as the loop has it, and a spec with one
case or with a thousand. The bare loop (``spawn_loop.c``) does what cannot be left out: start the same program, read
its pipe, wait, compare. The grader's time is all of it: start-up, reading the spec, a fresh working folder a case, the
report. What each further case costs stands beside it; ``isolation.py`` says what isolation costs.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from courses import compiled, grade, one_line, spawn_loop
from measure import LONG, Cost, Row, at_most, paired, peak_mib, ratio, report

CASES = 1000
ROUNDS = 5 if LONG else 3
MAX_RATIO, MAX_MIB = 2.0, 40.0


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        one_case, many_cases = (one_line(root / str(cases), cases) for cases in (1, CASES))
        program = compiled(root)
        loop, expected = spawn_loop(root / "loop", b"hello\n")
        commands: dict[str, list[str | Path]] = {}
        for jobs in (1, 2):
            commands[f"one case {jobs}"] = grade(one_case, jobs=jobs)
            commands[f"grade {jobs}"] = grade(many_cases, jobs=jobs)
            commands[f"loop {jobs}"] = [loop, str(jobs), str(CASES), expected, program, "1"]
        costs = paired(commands, ROUNDS)
        peak = peak_mib(grade(many_cases))
    results: list[Row] = []
    for jobs, peer in ((1, "pytest 2.25, without a room; shelltestrunner 2.6"), (2, "about 2.8")):
        what = f"{CASES} trivial cases, {jobs} worker{'s' * (jobs > 1)}"
        ours, bare, start = (costs[f"{kind} {jobs}"] for kind in ("grade", "loop", "one case"))
        results.append(
            at_most(f"{what}: grade, everything included / the loop in C", ratio(ours, bare), MAX_RATIO, peer=peer)
        )
        further = [(many.wall_s - first.wall_s) * 1000 / (CASES - 1) for many, first in zip(ours, start, strict=True)]
        results.append(Row(f"{what}: each further case, elapsed", median(further), "ms"))
        results.append(Row(f"{what}: a run in the loop, elapsed", median(bare_ms(bare)), "ms", ours=False))
    return [
        *results,
        at_most(f"{CASES} cases: peak memory of all processes", peak, MAX_MIB, unit="MiB", peer="cram 15"),
    ]


def bare_ms(costs: list[Cost]) -> list[float]:
    """Milliseconds a run of the loop."""
    return [cost.wall_s * 1000 / CASES for cost in costs]


if __name__ == "__main__":
    sys.exit(report(rows()))
