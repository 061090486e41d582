"""Draw boards for HTML reports: the queens, two that attack each other in red, and the line between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.model.picture import Picture

from .marks import Square

LARGEST = 16
"""A board with more squares a side is not drawn."""
ATTACK = "The queens in red attack each other."
"""What such a drawing shows."""
CELL = 20
_MARGIN = 12
_LIGHT, _DARK, _INK, _WRONG = "#f0d9b5", "#b58863", "#1f2328", "#c4001a"
_QUEEN = "M4 16h12v-2H4zM5 13h10l2-8-4 4-3-6-3 6-4-4z"
"""A crown on a square of 20 units."""


def board_picture(
    size: int,
    queens: Iterable[Square],
    title: str,
    *,
    pair: Sequence[Square] = (),
    asked: Square | None = None,
    base: int = 1,
    text: bool = True,
) -> Picture | None:
    """Draw a board; None if it is too large to be looked at.

    Args:
        size: squares a side.
        queens: ``(row, column)`` of each queen, counted from 0; what is outside the board is left out.
        title: what it shows, in a sentence.
        pair: two of the queens, or a queen and the square ``asked``, that attack each other.
        asked: a square that a question is about.
        base: the number of the first row and column.
        text: whether it is drawn with characters, too, if there are no pictures: ``X`` for the pair.

    """
    if not 1 <= size <= LARGEST:
        return None
    inside = [queen for queen in dict.fromkeys(queens) if _is_inside(queen, size)]
    attacking = [square for square in pair if _is_inside(square, size)]
    extent = size * CELL
    body = _squares(size) + _attack(attacking) + "".join(_queen(queen, _paint(queen, attacking)) for queen in inside)
    if asked is not None and _is_inside(asked, size):
        body += _question(asked)
    full = extent + _MARGIN + 2
    svg = f'<svg viewBox="{-_MARGIN} {-_MARGIN} {full} {full}" width="{2 * full}">{_labels(size, base)}{body}</svg>'
    return Picture(svg, title, drawn_text(size, inside, attacking, asked) if text else "")


def small_board(size: int, queens: Iterable[Square], x: float, y: float, marked: Iterable[Square] = ()) -> str:
    """A board as a part of a larger drawing, at a place of it; marked squares have a red frame."""
    shown = "".join(_queen(queen, _INK) for queen in queens if _is_inside(queen, size))
    frames = "".join(
        f'<rect x="{column * CELL + 1}" y="{row * CELL + 1}" width="{CELL - 2}" height="{CELL - 2}" fill="none"'
        f' stroke="{_WRONG}" stroke-width="2.5"/>'
        for row, column in marked
        if _is_inside((row, column), size)
    )
    return f'<g transform="translate({x:g} {y:g})">{_squares(size)}{shown}{frames}</g>'


def drawn_text(size: int, queens: Iterable[Square], pair: Sequence[Square], asked: Square | None = None) -> str:
    """The board with characters: Q for a queen, X for one of a pair, ? for the square that is asked about."""
    marks = dict.fromkeys(queens, "Q") | dict.fromkeys(pair, "X") | ({} if asked is None else {asked: "?"})
    return "\n".join(" ".join(marks.get((row, column), ".") for column in range(size)) for row in range(size))


def _is_inside(square: Square, size: int) -> bool:
    return all(0 <= place < size for place in square)


def _squares(size: int) -> str:
    extent = size * CELL
    dark = "".join(
        f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z"
        for row in range(size)
        for column in range(size)
        if (row + column) % 2
    )
    return f'<rect width="{extent}" height="{extent}" fill="{_LIGHT}"/><path d="{dark}" fill="{_DARK}"/>'


def _labels(size: int, base: int) -> str:
    style = 'font-size="8" fill="currentColor" text-anchor="middle"'
    columns = "".join(f'<text x="{at * CELL + CELL / 2:g}" y="-3" {style}>{at + base}</text>' for at in range(size))
    rows = "".join(f'<text x="-6" y="{at * CELL + CELL / 2 + 3:g}" {style}>{at + base}</text>' for at in range(size))
    return columns + rows


def _paint(queen: Square, attacking: Sequence[Square]) -> str:
    return _WRONG if queen in attacking else _INK


def _queen(queen: Square, paint: str) -> str:
    row, column = queen
    return f'<path d="{_QUEEN}" transform="translate({column * CELL} {row * CELL})" fill="{paint}"/>'


def _question(square: Square) -> str:
    x, y = _middle(square)
    style = f'font-size="15" font-weight="bold" text-anchor="middle" fill="{_INK}"'
    return f'<text x="{x:g}" y="{y + 5:g}" {style}>?</text>'


def _attack(pair: Sequence[Square]) -> str:
    if len(pair) != 2:  # noqa: PLR2004 - a pair
        return ""
    (x1, y1), (x2, y2) = map(_middle, pair)
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{_WRONG}" stroke-width="4"'
        ' stroke-linecap="round" stroke-opacity="0.75"/>'
    )


def _middle(square: Square) -> tuple[float, float]:
    row, column = square
    return column * CELL + CELL / 2, row * CELL + CELL / 2
