"""Draw a climb state by state, for HTML reports."""

from __future__ import annotations

from collections.abc import Sequence

from _shared.boards.picture import CELL, small_board
from harness.model.picture import Picture

from .hill_climbing import SIZE, State, moved_columns, words

MOST_FRAMES = 5
"""States shown: the last ones up to the one that is wrong."""
_ACROSS = 3
_EXTENT = SIZE * CELL
_WIDTH, _HEIGHT = _EXTENT + 30, _EXTENT + 36
_INK, _WRONG, _RIGHT = "currentColor", "#c4001a", "#2da44e"


def filmstrip(states: Sequence[State], index: int, right: State | None = None) -> Picture | None:
    """The way to a state, and where it should have led; None if there is no such state.

    Args:
        states: the climb.
        index: the state that shows a fault, counted from 0: nothing after it is drawn.
        right: the state that belongs there.

    """
    if not 0 <= index < len(states):
        return None
    begin = max(0, index + 1 - MOST_FRAMES)
    frames = [
        _frame(at - begin, state, states[at - 1] if at else None, _name(at), _WRONG if at == index else _INK)
        for at, state in enumerate(states[begin : index + 1], begin)
    ]
    follows = _follows(states, index, right)
    if right is not None:
        before = states[index if follows else index - 1] if index else None
        frames.append(_frame(len(frames), right, before, "must follow" if follows else "right", _RIGHT))
    rows = -(-len(frames) // _ACROSS)
    width = _WIDTH * min(_ACROSS, len(frames))
    svg = f'<svg viewBox="0 0 {width} {_HEIGHT * rows}" width="{width}">{"".join(frames)}</svg>'
    text = _text(states[begin : index + 1], begin, right, "follows" if follows else "right")
    return Picture(svg, _title(index, right is not None), text)


def _follows(states: Sequence[State], index: int, right: State | None) -> bool:
    """Whether the right state belongs after the last one, as the climb ends too early, and not in its place."""
    return index > 0 and right is not None and len(moved_columns(states[index - 1], right)) > 1


def _title(index: int, has_right: bool) -> str:
    way = "The start state" if index == 0 else f"The sequence up to step {index}"
    return f"{way}, the faulty state in red{', the right one in green' * has_right}; row 1 is at the top."


def _name(at: int) -> str:
    return f"step {at}" if at else "start"


def _frame(place: int, state: State, before: State | None, name: str, paint: str) -> str:
    """A board with its name; the queen that has moved is framed."""
    x, y = 15 + place % _ACROSS * _WIDTH, 22 + place // _ACROSS * _HEIGHT
    moved = moved_columns(before, state) if before else []
    queens = [(row - 1, column) for column, row in enumerate(state)]
    label = (
        f'<text x="{x + _EXTENT / 2:g}" y="{y - 7}" font-size="14" text-anchor="middle" fill="{paint}"'
        f' font-weight="bold">{name}</text>'
    )
    border = (
        f'<rect x="{x - 3}" y="{y - 3}" width="{_EXTENT + 6}" height="{_EXTENT + 6}" fill="none" stroke="{paint}"'
        f' stroke-width="{2 if paint == _INK else 5}"/>'
    )
    return label + border + small_board(SIZE, queens, x, y, [queens[column] for column in moved])


def _text(states: Sequence[State], begin: int, right: State | None, name: str) -> str:
    """The states one below the other; empty for one alone, which the finding shows."""
    if len(states) == 1:
        return ""
    lines = [f"{_name(at):<8} {words(state)}" for at, state in enumerate(states, begin)]
    return "\n".join(lines + ([] if right is None else [f"{name:<8} {words(right)}"]))
