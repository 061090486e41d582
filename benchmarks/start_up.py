"""How long a user waits for ``grade --help``, against a Python that only imports yaml.

Start it with ``python benchmarks/start_up.py``.
"""

from __future__ import annotations

import sys

from measure import BIN, interleaved

ROUNDS = 25
TIMES, MORE_MS = 2.0, 60.0
"""The target: at most so many times the bare import, and so many milliseconds."""


def main() -> int:
    """Print the figures; 1 when start-up misses the target."""
    python = str(sys.executable)
    seen = interleaved(
        {
            "pass": [python, "-c", "pass"],
            "import yaml": [python, "-c", "import yaml"],
            "grade --help": [BIN / "grade", "--help"],
            "harness --help": [BIN / "harness", "--help"],
        },
        ROUNDS,
    )
    bare = seen["import yaml"]
    for name, cost in seen.items():
        print(f"{name}: {cost.wall_s * 1000:.0f} ms, {cost.wall_s / bare.wall_s:.2f} x")
    allowed = TIMES * bare.wall_s * 1000 + MORE_MS
    print(f"target for grade --help: at most {allowed:.0f} ms")
    return 0 if seen["grade --help"].wall_s * 1000 <= allowed else 1


if __name__ == "__main__":
    sys.exit(main())
