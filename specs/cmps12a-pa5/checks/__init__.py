"""What no general checker can say about n-Queens by permutations."""

from .output import (
    count_told,
    ends_with_count,
    message_alone,
    oracle,
    pairs_once,
    right_answers,
    solutions_told,
    stops_at_attack,
    usage_or_solutions,
)

__all__ = [
    "count_told",
    "ends_with_count",
    "message_alone",
    "oracle",
    "pairs_once",
    "right_answers",
    "solutions_told",
    "stops_at_attack",
    "usage_or_solutions",
]
