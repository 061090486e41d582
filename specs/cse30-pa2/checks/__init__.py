"""What no general checker can say about n-Queens by recursion."""

from .lines import without_warnings
from .normalise import accepted_count, columns, last_line, listing, option_blanks
from .output import ends_with_count, nothing_else, on_stderr, oracle, refuses, refuses_or_solves, works_on
from .results import prints_nothing, prints_solutions, undone
from .search import prints_by_print_board, recurs, starts_well

__all__ = [
    "accepted_count",
    "columns",
    "ends_with_count",
    "last_line",
    "listing",
    "nothing_else",
    "on_stderr",
    "option_blanks",
    "oracle",
    "prints_by_print_board",
    "prints_nothing",
    "prints_solutions",
    "recurs",
    "refuses",
    "refuses_or_solves",
    "starts_well",
    "undone",
    "without_warnings",
    "works_on",
]
