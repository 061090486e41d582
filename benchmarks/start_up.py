"""How long a user waits for ``grade --help``, against a Python that only imports yaml.

Start it with ``python benchmarks/start_up.py``.
"""

from __future__ import annotations

import sys

from measure import BIN, Row, at_most, interleaved, report

ROUNDS = 25
TIMES, MORE_MS = 2.0, 60.0
"""The target: at most so many times the bare import, and so many milliseconds."""


def rows() -> list[Row]:
    """The figures."""
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
    allowed = TIMES * seen["import yaml"].wall_s * 1000 + MORE_MS
    help_ms = {name: seen[name].wall_s * 1000 for name in seen}
    return [
        Row("python -c pass", help_ms["pass"], "ms"),
        at_most("grade --help", help_ms["grade --help"], round(allowed), unit="ms"),
        Row("harness --help", help_ms["harness --help"], "ms"),
    ]

if __name__ == "__main__":
    sys.exit(report(rows()))
