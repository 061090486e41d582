"""The ten minutes of all benchmarks, and the share of each: elapsed seconds on two cores."""

from __future__ import annotations

TOTAL_S = 600
SHARES_S = {
    "start_up": 40,
    "spec_reading": 10,
    "case_overhead": 50,
    "python_runs": 55,
    "isolation": 40,
    "big_output": 30,
    "dialogue": 8,
    "java_compile": 35,
    "java_driver": 35,
    "one_run_each": 40,
    "class_speed_up": 65,
    "classes": 55,
    "gradebook": 35,
    "gradebook_questions": 20,
    "cluster": 50,
    "reference_times": 20,
}
"""Most need half of it where nothing else runs. A benchmark may also take what earlier ones left; then it is ended."""
ONLY_LONG = ("peers", "real_class", "board_reading", "cause_lines")
"""They take many minutes: measured where all sizes are large, or where they are named."""
LONG_SHARE_S = 4 * 3600
"""The share of each where sizes are large, and of those that are measured only then."""
ROUNDS_PART = 0.6
"""The part of its share after which a benchmark begins no further round."""


def share_s(name: str, *, long: bool) -> float:
    """The elapsed seconds that a benchmark may take."""
    return LONG_SHARE_S if long else SHARES_S.get(name, LONG_SHARE_S)
