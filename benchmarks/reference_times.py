"""How long the Python reference for n-Queens takes, against the 20 s that its handout reports for n = 13.

Start it with ``python benchmarks/reference_times.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measure import Row, at_most, report, run

HANDOUT_S = 20.0
PROGRAM = Path(__file__).resolve().parent.parent / "reference" / "cse30-pa2" / "python" / "Queens.py"


def rows() -> list[Row]:
    """The figures."""
    seconds = {size: run(["/usr/bin/python3", str(PROGRAM), str(size)]).cpu_s for size in (12, 13)}
    return [
        Row("the Python reference, 12 queens, CPU time", seconds[12], "s"),
        at_most("the Python reference, 13 queens, CPU time", seconds[13], HANDOUT_S, unit="s", peer="its handout's 20"),
    ]


if __name__ == "__main__":
    sys.exit(report(rows()))
