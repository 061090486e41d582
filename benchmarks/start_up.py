"""How long a user waits for ``grade --help``, and for one trivial case, against a Python that does nothing.

Start it with ``python benchmarks/start_up.py``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from courses import course, grade
from measure import BIN, Row, at_most, interleaved, middle, paired, ratio, report

ROUNDS = 30
MAX_RATIO_TO_IMPORT, EXTRA_MS = 2.0, 60.0
"""The target: at most so many times the bare import, and so many milliseconds."""

MAX_RATIO = 8.0
"""One trivial case, everything included: at most so many times the CPU time of a Python that does nothing."""
_SPEC = """\
title: One line
language: script
clauses:
  line: {text: The program prints one line., points: 100}
cases:
  - {name: line, clause: line, stdout: "hello\\n"}
"""


def rows() -> Iterator[Row]:
    """Yield the figures."""
    yield from _one_case(str(sys.executable))
    yield from _help(str(sys.executable))


def _help(python: str) -> list[Row]:
    costs = interleaved(
        {
            "pass": [python, "-c", "pass"],
            "import yaml": [python, "-c", "import yaml"],
            "grade --help": [BIN / "grade", "--help"],
            "harness --help": [BIN / "harness", "--help"],
        },
        ROUNDS,
    )
    allowed = MAX_RATIO_TO_IMPORT * costs["import yaml"].wall_s * 1000 + EXTRA_MS
    help_ms = {name: costs[name].wall_s * 1000 for name in costs}
    return [
        Row("python -c pass", help_ms["pass"], "ms", ours=False),
        at_most("grade --help", help_ms["grade --help"], round(allowed), unit="ms"),
        Row("harness --help", help_ms["harness --help"], "ms"),
    ]


def _one_case(python: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = course(Path(name), _SPEC, {"hello.sh": "#!/bin/sh\necho hello\n"})
        costs = paired({"pass": [python, "-c", "pass"], "A": grade(folder, isolation="A"), "E": grade(folder)}, ROUNDS)
    peer = "graders: DMOJ 25, Kattis 31, check50 33; bare runners: cram 4.5, shelltestrunner 1.6"
    what = "grade on one trivial case / python -c pass"
    cpu = middle(costs["A"]).cpu_s / middle(costs["pass"]).cpu_s
    return [
        at_most(f"{what}, isolation on (level A), CPU time", cpu, MAX_RATIO),
        Row(f"{what}, isolation on (level A)", ratio(costs["A"], costs["pass"]), peer=peer),
        Row(f"{what}, isolation off (level E)", ratio(costs["E"], costs["pass"])),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
