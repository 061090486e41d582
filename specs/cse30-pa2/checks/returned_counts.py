"""Say what findSolutions does with the numbers that its calls return, by its answers from several rows.

Simple faults are tried in turn: each gives its own answer to every call. One that gives all answers that came, the
right ones too, describes the function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Answers = Mapping[int, int]
"""Column of a safe square of a row -> what the call for it returns, from left to right."""
Start = tuple[int, Sequence[int]]
"""The size of a board, and the columns of the queens in the rows from 1 on."""

_SEVERAL = 2
"""Wrong answers from which on a description is no chance."""


@dataclass(frozen=True)
class Fault:
    """What a wrong findSolutions returns, and how that is said."""

    kind: str
    text: str
    returned: Callable[[Answers, int], int]
    """What a row returns, by what the calls for its safe squares return and the size of the board."""
    of_board: int = 1
    """What is returned where a queen stands in every row."""
    last_row: int = 0
    """How many rows have no queen yet when that is returned."""


_FAULTS = (
    Fault(
        "last-call",
        "findSolutions returns what its call for the last safe square of a row returns, not the sum of all of them",
        lambda answers, _: next(reversed([*answers.values()]), 0),
    ),
    Fault(
        "first-call",
        "findSolutions returns what its call for the first safe square of a row returns, not the sum of all of them",
        lambda answers, _: next(iter(answers.values()), 0),
    ),
    Fault(
        "last-column",
        "findSolutions returns what its call for the last column returns, or 0 where that square is not safe; "
        "what came before is lost",
        lambda answers, size: answers.get(size, 0),
    ),
    Fault(
        "first-column",
        "findSolutions returns after the first column of a row, safe or not; the other columns are not tried",
        lambda answers, _: answers.get(1, 0),
    ),
    Fault(
        "first-solution",
        "findSolutions counts one solution at most, as if it ended with the first that it finds",
        lambda answers, _: max(answers.values(), default=0),
    ),
    Fault(
        "squares-counted",
        "findSolutions returns the number of safe squares in row i; what its calls for them return is not added",
        lambda answers, _: len(answers),
    ),
    Fault(
        "queens-counted",
        "findSolutions counts each queen that it places, not the solutions alone",
        lambda answers, _: len(answers) + sum(answers.values()),
        of_board=0,
    ),
    Fault(
        "queens-counted",
        "findSolutions adds 1 for each queen that it places, beside what its calls return",
        lambda answers, _: len(answers) + sum(answers.values()),
    ),
    Fault(
        "row-too-early",
        "findSolutions returns 1 already where i is n: row n is still empty then",
        lambda answers, _: sum(answers.values()),
        last_row=1,
    ),
)


def counting_fault(starts: Sequence[Start], returned: Sequence[object]) -> Fault | None:
    """The one fault by which calls from these rows return what came; None for none, or if few of them are wrong."""
    right = Fault("", "", lambda answers, _: sum(answers.values()))
    wanted = [_returned(right, *start) for start in starts]
    if sum(came != number for came, number in zip(returned, wanted, strict=True)) < _SEVERAL:
        return None
    fitting = [fault for fault in _FAULTS if [_returned(fault, *start) for start in starts] == [*returned]]
    return fitting[0] if len(fitting) == 1 else None


def _returned(fault: Fault, size: int, columns: Sequence[int]) -> int:
    """What a function with this fault returns for the row below these queens."""
    if len(columns) >= size - fault.last_row:
        return fault.of_board
    safe = [column for column in range(1, size + 1) if _is_safe(columns, column)]
    return fault.returned({column: _returned(fault, size, (*columns, column)) for column in safe}, size)


def _is_safe(columns: Sequence[int], column: int) -> bool:
    """Whether no queen of the rows above attacks the square of this column in the next row."""
    return all(abs(column - other) not in (0, below) for below, other in enumerate(reversed(columns), 1))
