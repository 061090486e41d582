"""What no general checker can say about n-Queens by recursion."""

from .output import (
    count_reported,
    count_reported_at_end,
    ends_with_count,
    has_right_words,
    nothing_else,
    on_stderr,
    oracle,
    quiet_on_stderr,
    refuses,
    refuses_or_solves,
    right_in_time,
    solutions_reported,
    works_on,
)
from .results import (
    attacks_noted,
    counts_from_each_start,
    counts_solutions,
    prints_columns,
    prints_nothing,
    prints_solutions,
    undone,
)
from .search import prints_by_print_board, recurs, starts_well

__all__ = [
    "attacks_noted",
    "count_reported",
    "count_reported_at_end",
    "counts_from_each_start",
    "counts_solutions",
    "ends_with_count",
    "has_right_words",
    "nothing_else",
    "on_stderr",
    "oracle",
    "prints_by_print_board",
    "prints_columns",
    "prints_nothing",
    "prints_solutions",
    "quiet_on_stderr",
    "recurs",
    "refuses",
    "refuses_or_solves",
    "right_in_time",
    "solutions_reported",
    "starts_well",
    "undone",
    "works_on",
]
