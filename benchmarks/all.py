"""All benchmarks, one after the other, with the machine they ran on.

Start it with ``python benchmarks/all.py``.
"""

from __future__ import annotations

import os
import sys

import case_overhead
import class_speed_up
import reference_times
import start_up
from measure import machine


def main() -> int:
    """Run them all; 1 when one misses its target."""
    print(f"{machine()}\nload at the beginning: {os.getloadavg()[0]:.1f}")
    missed = []
    for benchmark in (start_up, case_overhead, class_speed_up, reference_times):
        print(f"\n{(benchmark.__doc__ or '').splitlines()[0]}", flush=True)
        if benchmark.main():
            missed.append(benchmark.__name__)
    print(f"\nmissed: {', '.join(missed) or 'none'}; load at the end: {os.getloadavg()[0]:.1f}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
