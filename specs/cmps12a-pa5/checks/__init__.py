"""What no general checker can say about n-Queens by permutations."""

from .calls import pairs_once, right_answers, stops_at_attack
from .output import count_told, ends_with_count, oracle, solutions_told
from .usage import message_alone, usage_or_solutions

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
