"""Reading a spec of a thousand cases: for the first time, and when it was seen before.

Start it with ``python benchmarks/spec_reading.py``.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from courses import course
from measure import Row, at_most, report

from harness.course.assignments import load_course

CASES = 1000
ROUNDS = 9
MAX_COLD_MS, MAX_CACHED_MS = 60, 3
_HEAD = """\
title: A thousand cases
language: python
clauses:
  line: {text: The program prints its number., points: 100}
cases:
"""
_CASE = """\
  - name: case-{n}
    clause: line
    args: ["{n}", "-v"]
    stdin: "{n}\\n"
    stdout: {{golden: true}}
    stderr: ""
    exit: 0
"""


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(root / "cache")
        text = _HEAD + "".join(_CASE.format(n=number) for number in range(CASES))
        goldens = {f"golden/case-{number}.stdout": b"%d\n" % number for number in range(CASES)}
        specs = course(root / "course", text, {"main.py": ""}, goldens) / "specs"
        load_course(specs)
        cached = [_ms(specs, "on") for _ in range(ROUNDS)]
        cold = [_ms(specs, "off") for _ in range(ROUNDS)]
        del os.environ["XDG_CACHE_HOME"]
    return [
        at_most(f"a spec of {CASES} cases, cold, CPU time", median(cold), MAX_COLD_MS, unit="ms", peer="none caches"),
        at_most(f"a spec of {CASES} cases, seen before, CPU time", median(cached), MAX_CACHED_MS, unit="ms"),
    ]


def _ms(specs: Path, cache: str) -> float:
    os.environ["GRADE_CACHE"] = cache
    begin = time.process_time()
    load_course(specs)
    return (time.process_time() - begin) * 1000


if __name__ == "__main__":
    sys.exit(report(rows()))
