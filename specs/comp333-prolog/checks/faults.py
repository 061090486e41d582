"""What is wrong with an answer, and what all wrong answers have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from _shared import nqueens
from _shared.evidence import shared_line

from .answers import FREE, Results, Rows, rows_of, shown

_ATTACKS, _LENGTHS = ("shares-diagonal", "shares-line"), ("too-short", "wrong-length")
"""Kinds of what is wrong with an answer."""
BOUNDED = 7  # from this n on the spec asks for no more answers than there are solutions
LEAST_TELLING = 4
"""Smaller boards have too few answers to show a test."""
MANY = 2  # on smaller boards any two queens are neighbours
LARGEST = 20
"""The largest board whose pairs of queens are all looked at."""


_Test = Callable[[int, int, int], bool]
"""Whether the queens in two columns attack each other, by the columns from 0 and how much lower the second one is."""
WRONG_TESTS: dict[str, dict[str, _Test]] = {
    "no-diagonals": {"sees no attack on a diagonal": lambda _a, _b, _down: False},
    "one-queen": {
        "compares only the first queen with the others": lambda a, b, down: a == 0 and abs(down) == b - a,
        "compares only the first queen with the second": lambda a, b, down: a == 0 and b == 1 and abs(down) == 1,
    },
    "neighbours-alone": {"compares only neighbours": lambda a, b, down: b - a == 1 == abs(down)},
    "one-diagonal": {
        "sees no attack on a diagonal from the lower left to the upper right": lambda a, b, down: down == b - a,
        "sees no attack on a diagonal from the upper left to the lower right": lambda a, b, down: -down == b - a,
    },
    "wrong-distance": {
        "takes the distance of two columns as one too small": lambda a, b, down: abs(down) == b - a - 1,
        "takes the distance of two columns as one too large": lambda a, b, down: abs(down) == b - a + 1,
    },
}
"""Kind of a finding -> what a wrong program does, and the test that it makes."""
ONE_IS_ENOUGH = "one-is-enough"
"""The kind of a program that is content when one of the other queens passes its test, and looks at no further one."""
TESTS_JOINED_BY_OR = "tests-joined-by-or"
"""The kind of a program whose tests of two queens are joined by a semicolon, or are clauses of their own."""
TELLING = (*WRONG_TESTS, ONE_IS_ENOUGH, TESTS_JOINED_BY_OR, "same-length", "boards-in-list")
"""Kinds of findings that say what a program does wrong in all answers."""

LOSE_NONE = (*(kind for kind in WRONG_TESTS if kind != "wrong-distance"), ONE_IS_ENOUGH, TESTS_JOINED_BY_OR)
"""Kinds of wrong tests that see too few attacks: each right answer comes, and others do."""


def fault_of(n: int, base: int, answer: Any) -> tuple[str, str]:
    """The kind of what is wrong with one answer, and a sentence on it; both empty when it is right."""
    rows = rows_of(answer)
    if holds_boards(answer):
        return "boards-in-list", "it is a list of boards, and each answer has to be one board"
    if rows is None:
        return "no-rows", _no_rows(answer)
    if len(rows) != n:
        text = f"it has {len(rows)} row{'s' * (len(rows) != 1)} instead of {n}"
        return "too-short" if len(rows) < n else "wrong-length", text
    outside = [row for row in rows if not base <= row < base + n]
    if outside:
        return "number-outside", f"there is no row {str(outside[0])[:20]}; rows go from {base} to {base + n - 1}"
    pair = nqueens.attacking_pair(rows)
    return ("", "") if pair is None else shared_line(rows, pair, "column", "row")


def holds_boards(answer: Any) -> bool:
    """Whether an answer is a list of lists of rows."""
    return isinstance(answer, list) and bool(answer) and all(map(rows_of, answer))


def _no_rows(answer: Any) -> str:
    if answer == FREE:
        return "Qs has no value; the rows must be there, and printing them is not enough"
    if isinstance(answer, list) and FREE in answer:
        return "it leaves rows open, as a variable in it has no value"
    return "it is not a list of whole numbers"


def attacks_in_common(results: Results) -> tuple[str, str] | None:
    """What all attacks in the wrong answers have in common: a kind, and the rest of a sentence; None for nothing."""
    answers = [(int(result.args[0]), rows_of(answer)) for result in results for answer in result.solutions or ()]
    boards = [rows for n, rows in answers if rows is not None and MANY < len(rows) == n <= LARGEST]
    pairs = [[pair for pair in combinations(range(len(rows)), 2) if _attack(rows, *pair)] for rows in boards]
    wrong = [(rows, attacking) for rows, attacking in zip(boards, pairs, strict=True) if attacking]
    if wrong and all(2 * len(attacking) == len(rows) * (len(rows) - 1) for rows, attacking in wrong):
        return "all-attack", "; in all wrong answers every two queens attack each other"
    in_rows = {rows[a] == rows[b] for rows, attacking in wrong for a, b in attacking}
    if in_rows == {True} and len(wrong) > 1:
        return "only-rows", "; in all wrong answers queens share only rows, and no diagonal"
    if any(b - a == 1 for _, attacking in wrong for a, b in attacking):
        return "neighbours-attack", ""
    return None


def lengths_in_common(n: int, results: Results) -> tuple[str, str] | None:
    """That the answers for several N have the same number of rows, else what a larger N gives; None for neither.

    The last of the results is that of ``n``.
    """
    rows = [(int(result.args[0]), answer) for result in results for answer in map(rows_of, result.solutions or ())]
    lengths = {len(answer) for _, answer in rows if answer is not None}
    others = [size for size in dict.fromkeys(size for size, _ in rows) if size != n]
    if len(lengths) == 1 and min(lengths) > n and len(others) > 1:
        return "same-length", f", as for N = {' and '.join(map(str, others))}: is N used?"
    other = next(((size, answer) for size, answer in rows if answer and size != n and len(answer) != size), None)
    return None if other is None else ("", f"; queens({other[0]}, Qs) gives {shown(other[1])}")


def longer_from(n: int, base: int, answers: list[Any]) -> int | None:
    """From which answer on lists come that are longer and longer than N, where none before is wrong; None if not so."""
    wrong = [number for number, answer in enumerate(answers) if fault_of(n, base, answer)[0]]
    lengths = [len(rows_of(answer) or ()) for answer in answers[wrong[0] :]] if wrong else []
    grows = bool(lengths) and n < lengths[0] < lengths[-1] and lengths == sorted(lengths)
    return wrong[0] if grows else None


def wrong_test(n: int, answers: list[Any]) -> tuple[str, str] | None:
    """The only wrong test of two queens that lets just these answers through: a kind, and the rest of a sentence."""
    boards = {rows for answer in answers if (rows := rows_of(answer)) is not None}
    if not LEAST_TELLING <= n < BOUNDED or not boards:
        return None
    base = min(map(min, filter(None, boards)), default=1)
    numbers = range(base, base + n)
    repeats = any(len({*rows}) < len(rows) for rows in boards)
    if repeats and n > _MOST_REPEATING:
        return None
    places = [*(product(numbers, repeat=n) if repeats else permutations(numbers))]
    fitting = [
        (kind, f"; the answers look as if the program {text}")
        for kind, text, lets_through in _wrong_searches()
        if boards == {rows for rows in places if lets_through(rows)}
    ]
    if len(fitting) == 1 and fitting[0][0] == "no-diagonals" and _are_counted_by_tests(answers):
        text = "; the answers look as if one of the two tests of a pair is enough"
        return TESTS_JOINED_BY_OR, f"{text}: right answers come more often than wrong ones"
    return fitting[0] if len(fitting) == 1 else None


def _are_counted_by_tests(answers: list[Any]) -> bool:
    """Whether each answer comes once for every way in which one of two tests, or three, holds of each two queens."""
    counts = Counter(rows for answer in answers if (rows := rows_of(answer)) is not None)
    attacked = {rows: sum(_attack(rows, *pair) for pair in combinations(range(len(rows)), 2)) for rows in counts}
    free = {rows: len(rows) * (len(rows) - 1) // 2 - attacked[rows] for rows in counts}
    return any(
        all(count == ways ** attacked[rows] * (ways + 1) ** free[rows] for rows, count in counts.items())
        for ways in (1, 2)  # how many tests hold of two queens on a diagonal; of others all do
    )


_MOST_REPEATING = 5
"""The largest board of which all places are tried where rows come twice: there are 3,125."""


def _wrong_searches() -> Iterator[tuple[str, str, Callable[[Rows], bool]]]:
    """What wrong programs do: a kind, a sentence's part, and whether a board is an answer of theirs."""
    for kind, tests in WRONG_TESTS.items():
        for text, attack in tests.items():
            yield kind, text, partial(_passes_all, attack)
    text = "takes a queen for safe if one queen to its {} does not attack it, whatever the others do"
    yield ONE_IS_ENOUGH, text.format("left"), _passes_one
    yield ONE_IS_ENOUGH, text.format("right"), lambda rows: _passes_one(rows[::-1])


def _passes_all(attack: _Test, rows: Rows) -> bool:
    return not any(attack(a, b, rows[b] - rows[a]) for a, b in combinations(range(len(rows)), 2))


def _passes_one(rows: Rows) -> bool:
    """Whether each queen but the first is safe from one of those before it."""
    return all(any(not _attack(rows, a, b) for a in range(b)) for b in range(1, len(rows)))


def with_common(
    fault: tuple[str, str], attacks: tuple[str, str] | None, lengths: tuple[str, str] | None
) -> tuple[str, str]:
    """The fault of an answer, with what all attacks, or the lengths of all answers, have in common."""
    kind, text = fault
    common = attacks if kind in _ATTACKS else lengths if kind in _LENGTHS else None
    return fault if common is None else (common[0] or kind, text + common[1])


def _attack(rows: Rows, a: int, b: int) -> bool:
    return abs(rows[a] - rows[b]) in (0, b - a)


def where_missing(missing: list[Rows], boards: set[Rows]) -> str:
    """What all missing solutions have in common and no answer has, as the rest of a sentence; empty for nothing."""
    if nqueens.COUNTS[len(missing[0])] > len(boards) > 1 == len(missing) and missing[0] in (
        min({*boards, *missing}),
        max({*boards, *missing}),
    ):
        end = "largest" if missing[0] > min(boards) else "smallest"
        return f"; sorted, it is the {end} of them all"
    for column, row in enumerate(missing[0] if missing else ()):
        if len(boards) > 1 < len(missing) and all(
            (rows[column : column + 1] == (row,)) == (rows in missing) for rows in (*missing, *boards)
        ):
            return f"; all of them have row {row} in column {column + 1}, and no answer has"
    return ""
