"""How long the Python reference for n-Queens takes, against the 20 s that its handout reports for n = 13.

Start it with ``python benchmarks/reference_times.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measure import run

HANDOUT_S = 20.0
PROGRAM = Path(__file__).resolve().parent.parent / "reference" / "cse30-pa2" / "python" / "Queens.py"


def main() -> int:
    """Print the figures; 1 when the reference is slower than the handout's own program was."""
    slow = False
    for size in (12, 13):
        cost = run(["/usr/bin/python3", str(PROGRAM), str(size)])
        slow = cost.cpu_s > HANDOUT_S
        print(f"n = {size}: {cost.cpu_s:.1f} s of CPU time")
    print(f"the handout reports about {HANDOUT_S:.0f} s for n = 13: {cost.cpu_s / HANDOUT_S:.2f} x")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
