"""Name what is wrong with a list of solutions to n queens, so that a student can look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from harness.model.finding import Parameter
from harness.model.picture import Picture

from . import nqueens
from .boards.picture import board_picture

Rows = tuple[int, ...]
MOST_SOLUTIONS = 10
"""The largest board whose solutions are all looked for: there are 724."""


class Evidence(NamedTuple):
    """A fault that can be pointed at."""

    kind: str
    """One of ``one-line-alone``, ``partial-boards``, ``wrong-length``, ``number-outside``, ``shares-line``,
    ``shares-diagonal``, ``solution-twice`` and ``solution-left-out``."""
    message: str
    params: dict[str, Parameter]
    picture: Picture | None = None
    """The board, where queens on it attack each other."""


def listing_fault(listed: Sequence[Rows], n: int, place: str = "column", value: str = "row") -> Evidence | None:
    """One line for all, the first that is no solution, one that comes twice, or one that is missing; None for no fault.

    ``place`` and ``value`` say what the place of a number and the number itself stand for. Where nothing is listed
    there is nothing to point at.
    """
    if not listed or n > MOST_SOLUTIONS:
        return None
    wrong = (fault for rows in listed if (fault := board_fault(rows, n, place, value)) is not None)
    of_all = _one_for_all(listed, n) or _with_partial(listed, n)
    return of_all or next(wrong, None) or _repeated(listed) or left_out(set(listed), n)


def partial_boards(listed: Sequence[Rows]) -> list[Rows]:
    """The boards whose last rows hold 0, as no queen stands there yet; those with most of the queens first."""
    partial = [rows for rows in listed if rows and rows[-1] == 0 and 0 not in rows[: len(rows) - rows.count(0)]]
    return sorted(partial, key=lambda rows: rows.count(0))


def _with_partial(listed: Sequence[Rows], n: int) -> Evidence | None:
    """That boards are printed before they are complete, beside all solutions in their order; None if more is wrong."""
    partial = partial_boards(listed)
    if not partial or [rows for rows in listed if rows not in partial] != [*nqueens.solutions(n)]:
        return None
    example = next((rows for rows in partial if rows.count(0) > 1), partial[0])
    message = f"boards that are not complete are printed as well, such as {text(example)}"
    return Evidence("partial-boards", message, {"board": example, "cause": "partial-boards"})


def board_fault(rows: Rows, n: int, place: str = "column", value: str = "row") -> Evidence | None:
    """Why these numbers are no solution; None if they are one."""
    params: dict[str, Parameter] = {"board": rows}
    if len(rows) != n:
        return Evidence("wrong-length", f"{text(rows)} has {len(rows)} numbers and must have {n}", params)
    outside = [number for number in rows if not 1 <= number <= n]
    if outside:
        shown = f"{text(rows)} holds {str(outside[0])[:20]}; the numbers go from 1 to {n}"
        return Evidence("number-outside", shown, params)
    pair = nqueens.attacking_pair(rows)
    if pair is None:
        return None
    kind, shared = shared_line(rows, pair, place, value)
    squares = [(row - 1, at) if place == "column" else (at, row - 1) for at, row in enumerate(rows)]
    picture = board_picture(n, squares, f"{text(rows)} drawn: {shared}.", pair=[squares[at] for at in pair])
    params |= {"queens": [at + 1 for at in pair]}
    return Evidence(kind, f"{text(rows)} is no solution: {shared}", params, picture)


def shared_line(rows: Sequence[int], pair: tuple[int, int], place: str, value: str) -> tuple[str, str]:
    """The kind of an attack, and which two queens share what; places are given from 0 and named from 1."""
    queens = f"the queens in {place}s {pair[0] + 1} and {pair[1] + 1} share"
    if rows[pair[0]] == rows[pair[1]]:
        return "shares-line", f"{queens} {value} {rows[pair[0]]}"
    far = pair[1] - pair[0]
    apart = " and ".join(f"{far} {name}{'s' * (far > 1)}" for name in (place, value))
    return "shares-diagonal", f"{queens} a diagonal: {apart} apart"


def _one_for_all(listed: Sequence[Rows], n: int) -> Evidence | None:
    """That as many lines as there are solutions are all the same, as the found ones are kept in one array."""
    rows = listed[0]
    if len(listed) == 1 or len(listed) != nqueens.COUNTS[n] or any(other != rows for other in listed):
        return None
    same = "both" if len(listed) == 2 else "all"  # noqa: PLR2004 - two are both
    message = f"{len(listed)} solutions are printed, as there should be, but {same} are the same: {text(rows)}"
    return Evidence("one-line-alone", message, {"board": rows})


def _repeated(listed: Sequence[Rows]) -> Evidence | None:
    rows, times = Counter(listed).most_common(1)[0]
    if times == 1:
        return None
    return Evidence("solution-twice", f"{text(rows)} comes {times} times", {"board": rows, "times": times})


def left_out(listed: set[Rows], n: int) -> Evidence | None:
    """The first solution that is missing, and how many are; None if none is."""
    missing = [rows for rows in nqueens.solutions(n) if rows not in listed]
    if not missing:
        return None
    rows = missing[0]
    many = f"{len(missing)} solutions are missing, such as {text(rows)}"
    message = many if len(missing) > 1 else f"{text(rows)} is missing"
    return Evidence("solution-left-out", message + mirrored(rows, listed, n, text), {"board": rows})


def mirrored(rows: Rows, listed: set[Rows], n: int, write: Callable[[Rows], str], least: int = 1) -> str:
    """The rest of the sentence: which of the listed solutions this one is the mirror image of, if any.

    ``write`` writes a solution; ``least`` is the least row.
    """
    image = next((image for image in _images(rows, n, least) if image in listed), None)
    return "" if image is None else f"; it is the mirror image of {write(image)}"


def _images(rows: Rows, n: int, least: int) -> Iterator[Rows]:
    yield rows[::-1]
    yield tuple(n - 1 + 2 * least - row for row in rows)


def text(rows: Rows) -> str:
    """A solution as handouts print it; a long one is cut."""
    shown = [str(row)[:20] for row in rows[:20]]
    return f"({', '.join(shown)}{', ...' * (len(rows) > len(shown))})"
