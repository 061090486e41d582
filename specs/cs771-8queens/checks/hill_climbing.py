"""The rules of cs771-8queens: which queen moves where, and which rule a given step violates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

State = tuple[int, ...]
"""The row of the queen in each column, 1 to 8; or 0, above the board, where a program counts rows so."""

SIZE = 8
ROWS = range(1, SIZE + 1)
ANY = "any"
"""The rule of a fault that leaves no rule to be seen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the rules say about the next step from a state."""

    counts: tuple[int, ...]
    """How many others each queen attacks."""
    busiest: tuple[int, ...]
    """The columns, counted from 0, of the queens that attack most; none if no queen attacks any."""
    improving: tuple[int, ...]
    """Those of them that attack fewer from another row. The first is to move; if there is none the climb ends."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One violation: the rule, the state of the block (counted from 0) that shows it, what happened, what was right."""

    rule: str
    index: int
    message: str
    right: State | None = None
    ends: bool = False
    """Whether it is that the climb ends here."""
    kind: str = ""
    """What is known of how it came about; empty for nothing."""


@lru_cache(maxsize=4096)
def choose(state: State) -> Choice:
    """Who may move from ``state``."""
    counts = tuple(attacks(state, column, row) for column, row in enumerate(state))
    most = max(counts)
    busiest = tuple(column for column, count in enumerate(counts) if count == most > 0)
    improving = tuple(column for column in busiest if min(_by_row(state, column)) < most)
    return Choice(counts, busiest, improving)


def right_climb(start: State) -> list[State]:
    """The climb as it must be."""
    return list(_right_climb(start))


@lru_cache(maxsize=512)
def _right_climb(start: State) -> tuple[State, ...]:
    states = [start]
    while improving := choose(states[-1]).improving:
        states.append(moved_best(states[-1], improving[0]))
    return tuple(states)


def attacks(state: State, column: int, row: int) -> int:
    """How many queens of other columns stand on the squares that a queen at ``column`` and ``row`` attacks."""
    return len(_ATTACKED[column, row].intersection(enumerate(state)))


@lru_cache(maxsize=4096)
def best_rows(state: State, column: int) -> tuple[int, ...]:
    """Find the rows in which the queen of ``column`` attacks fewest, in order."""
    by_row = _by_row(state, column)
    fewest = min(by_row)
    return tuple(row for row, count in zip(ROWS, by_row, strict=True) if count == fewest)


def _by_row(state: State, column: int) -> tuple[int, ...]:
    queens = [*enumerate(state)]
    return tuple(len(_ATTACKED[column, row].intersection(queens)) for row in ROWS)


def moved_best(state: State, column: int) -> State:
    """Move the queen of ``column`` to the smallest of her best rows."""
    return (*state[:column], best_rows(state, column)[0], *state[column + 1 :])


def _attacked(column: int, row: int) -> frozenset[tuple[int, int]]:
    directions = ((across, down) for across in (-1, 1) for down in (-1, 0, 1))
    return frozenset((column + far * across, row + far * down) for across, down in directions for far in range(1, SIZE))


_ATTACKED = {(column, row): _attacked(column, row) for column in range(SIZE) for row in (0, *ROWS)}


@lru_cache(maxsize=512)
def faults(states: tuple[State, ...]) -> tuple[Fault, ...]:
    """Hold each step of a climb, and its end, against the rules from the state that the climb itself came to.

    The rules are the clauses of the spec: ``queen-most``, ``queen-tie``, ``row-best``, ``row-tie``, ``improve``,
    ``next-queen``, ``stop`` and ``repeat``.
    """
    steps = enumerate(pairwise(states), 1)
    found = [fault for index, (state, after) in steps for fault in _step(index, state, after)]
    return *found, *_end(len(states) - 1, states[-1])


def _step(index: int, state: State, after: State) -> Iterator[Fault]:
    choice = choose(state)
    right = moved_best(state, choice.improving[0]) if choice.improving else None
    moved = moved_columns(state, after)
    left = [column for column in moved if after[column] == SIZE and column in {*choice.busiest} - {*choice.improving}]
    left = [column for column in left if not _is_best(state, column)]
    in_last = f"{_columns(left)} cannot improve, and came to row {SIZE}, the last one: was it put back?" if left else ""
    kind = "not-put-back" if left else ""
    if len(moved) > 1:
        text = f"From {words(state)} more than one queen has moved: a step moves one."
        yield Fault(ANY, index, f"{text} {in_last[:1].upper()}{in_last[1:]}".strip(), right, kind=kind)
    elif not moved and not choice.improving:
        yield Fault("improve", index, "No queen has moved: the sequence ends at a state that is not improved.")
    elif moved:
        for rule, message in (*_queen(choice, moved[0], state, after), *_row(state, moved[0], after[moved[0]])):
            is_left = bool(left) and rule == "improve"
            shown = f"{message} It came to row {SIZE}, the last one: was it put back?" if is_left else message
            yield Fault(rule, index, shown, right, kind=kind if is_left else "")


def _is_best(state: State, column: int) -> bool:
    """Whether the last row is one of those in which the queen of a column attacks fewest, its own left aside."""
    counts = {row: attacks(state, column, row) for row in ROWS if row != state[column]}
    return counts.get(SIZE) == min(counts.values())


def _queen(choice: Choice, column: int, state: State, after: State) -> Iterator[tuple[str, str]]:
    """Name the rule that moving the queen of ``column`` violates, if any."""
    where = f"From {words(state)} (attacks: {words(choice.counts)}) the queen of column {column + 1} has moved"
    if not choice.busiest:
        yield "stop", f"{where}, but no queen attacks another: this is a solution, and the sequence ends."
    elif not choice.improving and column not in choice.busiest:
        yield "stop", f"{where}, but none of the queens with most attacks can get fewer: the sequence ends."
    elif column not in choice.busiest:
        verb = "attacks" if len(choice.busiest) == 1 else "attack"
        yield "queen-most", f"{where}, but {_columns(choice.busiest)} {verb} most."
    elif not choice.improving or column < choice.improving[0]:
        row, count = after[column], choice.counts[column]
        if row in ROWS and attacks(state, column, row) == count:
            where += f" to row {row}, where it attacks as many as before. A queen moves only where it attacks fewer"
            yield "improve", f"{where}, so it has to stay."
        else:
            yield "improve", f"{where}, but no other row gives it fewer attacks, so it has to stay."
    elif column > choice.improving[0]:
        # Where the first of those with most attacks has to stay, it is the next one's turn.
        rule = "queen-tie" if choice.improving[0] == choice.busiest[0] else "next-queen"
        first = _columns(choice.improving[:1])
        yield rule, f"{where}; {first} attacks as many, comes first and can move to attack fewer."


def _row(state: State, column: int, row: int) -> Iterator[tuple[str, str]]:
    """Name the rule that moving the queen of ``column`` to ``row`` violates, if any."""
    # The row it comes from is out: a queen that had better stayed still has a best one among the others.
    counts = {target: attacks(state, column, target) for target in ROWS if target != state[column]}
    fewest = min(counts.values())
    best = [target for target, count in counts.items() if count == fewest]
    moved = f"From {words(state)} the queen of column {column + 1} has moved to row {row}"
    where = f"{moved}, where it attacks"
    if row not in ROWS:
        yield "row-best", f"{moved}, but the rows of the board are 1 to {SIZE}."
    elif row not in best:
        there, better = _attacked_text(state, column, row), _attacked_text(state, column, best[0])
        yield "row-best", f"{where} {there}; in row {best[0]} it attacks {better}."
    elif row != best[0]:
        text = f"rows {listed(best)} are equally good, and the smallest must be taken"
        yield "row-tie", f"{where} {_queens(fewest)}; {text}."


def _end(index: int, state: State) -> Iterator[Fault]:
    """Name the rule that ending the climb at ``state`` violates, if any."""
    choice = choose(state)
    if not choice.improving:
        return
    column = choice.improving[0]
    attacked = f"{_columns([column])} attacks {_attacked_text(state, column, state[column])}"
    message = f"The sequence ends at {words(state)}, but {attacked} and can do better in another row."
    rule = "repeat" if column == choice.busiest[0] else "next-queen"
    # A program that never moves has shown no rule to be kept.
    yield Fault(rule if index else ANY, index, message, moved_best(state, column), ends=True)


def _attacked_text(state: State, column: int, row: int) -> str:
    """How many queens a queen attacks from there, and in which columns they stand: those of its row, the others."""
    attacked = sorted(_ATTACKED[column, row].intersection(enumerate(state)))
    same_row = [other for other, there in attacked if there == row]
    diagonal = [other for other, there in attacked if there != row]
    parts = [f"{_named(same_row)}, in the same row"] if same_row else []
    parts += [f"{_named(diagonal)}, on {'a diagonal' if len(diagonal) == 1 else 'diagonals'}"] if diagonal else []
    return f"{_queens(len(attacked))} ({'; '.join(parts)})" if parts else _queens(0)


def _queens(number: int) -> str:
    return f"{number} queen{'s' * (number != 1)}" if number else "no queen"


def _named(columns: Sequence[int]) -> str:
    return f"in column{'s' * (len(columns) > 1)} {listed([column + 1 for column in columns])}"


def listed(numbers: Sequence[int]) -> str:
    """Write numbers as a list in a sentence: ``1``, ``1 and 3``, ``1, 3 and 6``."""
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


def moved_columns(state: State, after: State) -> list[int]:
    """Find the columns, counted from 0, in which two states differ."""
    return [column for column in range(SIZE) if state[column] != after[column]]


def words(numbers: Sequence[int]) -> str:
    """Write numbers with a blank between each two."""
    return " ".join(map(str, numbers))


def _columns(columns: Sequence[int]) -> str:
    words = ", ".join(str(column + 1) for column in columns)
    return f"the queen of column {words}" if len(columns) == 1 else f"the queens of columns {words}"
