"""A hundred runs of the Python reference for n-Queens: the grader against a bare loop in C, and a second worker's gain.

Start it with ``python benchmarks/python_runs.py``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from courses import course, grade, spawn_loop
from measure import CHECKOUT, LONG, Row, at_least, at_most, paired, ratio, report

RUNS = 100
ROUNDS = 5 if LONG else 3
SIZE = "6"
_SPEC = f"""\
title: Queens
language: python
clauses:
  count: {{text: The number of solutions is printed., points: 100}}
cases:
  - name: run-{{n}}
    clause: count
    for: {{n: 1..{RUNS}}}
    args: ["{SIZE}"]
    stdin: "run {{n}}"
    stdout: "{SIZE}-Queens has 4 solutions\\n"
"""


def rows() -> list[Row]:
    """The figures."""
    source = (CHECKOUT / "reference" / "cse30-pa2" / "python" / "Queens.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        root = course(Path(name), _SPEC, {"Queens.py": source})
        loop, expected = spawn_loop(root / "loop", f"{SIZE}-Queens has 4 solutions\n".encode())
        program: list[str | Path] = ["/usr/bin/python3", root / "submissions/sam/task/Queens.py", SIZE]
        commands: dict[str, list[str | Path]] = {}
        for jobs in (1, 2):
            commands[f"grade {jobs}"] = grade(root, jobs=jobs)
            commands[f"loop {jobs}"] = [loop, str(jobs), str(RUNS), expected, *program]
        costs = paired(commands, ROUNDS)
    what = f"{RUNS} runs of the Python reference"
    return [
        at_most(
            f"{what}, 2 workers: grade / the loop in C with two",
            ratio(costs["grade 2"], costs["loop 2"]),
            1.15,
            peer="about 1.2",
        ),
        at_least(
            f"{what}: 2 workers against 1", ratio(costs["grade 1"], costs["grade 2"]), 1.9, peer="shelltestrunner 1.95"
        ),
        Row(f"{what}: the loop in C with two against one", ratio(costs["loop 1"], costs["loop 2"]), ours=False),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
