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
from .usage import message_alone, usage_or_solutions

__all__ = [
    "answered",
    "count_told",
    "ends_with_count",
    "largest_told",
    "message_alone",
    "none_told",
    "oracle",
    "pairs_once",
    "right_answers",
    "right_in_time",
    "solutions_told",
    "stops_at_attack",
    "usage_or_solutions",
]
