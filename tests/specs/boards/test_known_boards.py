"""A board that is remembered is the board that would be read again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from _shared.boards import flat
from _shared.boards.known_boards import KnownBoards

_LINES = (
    "Q...",
    ".Q..",
    "..Q.",
    "...Q",
    "....",
    "",
    "----",
    "|Q| | | |",
    "| | |Q| |",
    "N = 4",
    "*---",
    "--*-",
    "1 2 3 4",
)
"""Rows, rules, text and what may be either."""


@pytest.mark.parametrize("seed", range(12))
def test_pages_read_one_after_the_other_are_read_as_each_by_itself(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    pages = _pages(random.Random(seed))  # noqa: S311 - pages that are the same each time
    alone = [_read(page, monkeypatch, KnownBoards()) for page in pages]
    known = KnownBoards()

    assert [_read(page, monkeypatch, known) for page in pages] == alone
    assert any(alone), "nothing was read at all"


def test_a_board_is_recalled_only_where_all_that_was_looked_at_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board, known = ["..Q.", "Q...", "...Q", ".Q.."], KnownBoards()

    assert _read(["N = 4", *board, "end"], monkeypatch, known)
    assert not _read(["N = 4", *board, "Q...", "end"], monkeypatch, known)  # five rows of four squares
    assert not _read(["N = 4", *board, "Q..."], monkeypatch, known)


def _pages(generator: random.Random) -> list[list[str]]:
    """Pages that begin with the same lines, go on with others, and repeat parts of each other."""
    parts = [generator.choices(_LINES, k=generator.randint(1, 7)) for _ in range(6)]
    return [[line for part in generator.choices(parts, k=6) for line in part] for _ in range(60)]


def _read(lines: Sequence[str], monkeypatch: pytest.MonkeyPatch, known: KnownBoards) -> object:
    monkeypatch.setattr(flat, "_KNOWN", known)
    return flat.flat_boards.__wrapped__(tuple(lines))
