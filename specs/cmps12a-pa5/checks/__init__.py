"""What no general checker can say about n-Queens by permutations."""

from .calls import pairs_once, right_answers, stops_at_attack
from .output import (
    answered,
    count_told,
    ends_with_count,
    largest_told,
    none_told,
    oracle,
    right_in_time,
    solutions_told,
)
from .usage import has_right_words, message_alone, on_stderr, usage_or_solutions

__all__ = [
    "answered",
    "count_told",
    "ends_with_count",
    "has_right_words",
    "largest_told",
    "message_alone",
    "none_told",
    "on_stderr",
    "oracle",
    "pairs_once",
    "right_answers",
    "right_in_time",
    "solutions_told",
    "stops_at_attack",
    "usage_or_solutions",
]
