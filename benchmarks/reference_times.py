"""How long the Python reference for n-Queens takes, against the 20 s that its handout reports for n = 13.

Start it with ``python benchmarks/reference_times.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Row, at_most, report, run

HANDOUT_S = 20.0
PROGRAM = Path(__file__).resolve().parent.parent / "reference" / "cse30-pa2" / "python" / "Queens.py"


def rows() -> Iterator[Row]:
    """Yield the figures."""
    yield Row("the Python reference, 12 queens, CPU time", _cpu_s(12), "s")
    yield at_most("the Python reference, 13 queens, CPU time", _cpu_s(13), HANDOUT_S, unit="s", peer="its handout's 20")


def _cpu_s(size: int) -> float:
    return run(["/usr/bin/python3", str(PROGRAM), str(size)]).cpu_s


if __name__ == "__main__":
    sys.exit(report(rows()))
