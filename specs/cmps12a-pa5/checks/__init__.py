"""What no general checker can say about n-Queens by permutations."""

from .calls import pairs_once, right_answers, step_taken, stops_at_attack
from .output import (
    answered,
    count_reported,
    ends_with_count,
    largest_reported,
    none_reported,
    oracle,
    right_in_time,
    solutions_reported,
)
from .usage import has_right_words, message_alone, on_stderr, usage_or_solutions

__all__ = [
    "answered",
    "count_reported",
    "ends_with_count",
    "has_right_words",
    "largest_reported",
    "message_alone",
    "none_reported",
    "on_stderr",
    "oracle",
    "pairs_once",
    "right_answers",
    "right_in_time",
    "solutions_reported",
    "step_taken",
    "stops_at_attack",
    "usage_or_solutions",
]
