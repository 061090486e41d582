"""The record of a conversation of two programs: its beginning and its end, in lines that say whose they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

_PROGRAM, _PARTNER = b"> ", b"< "
_KEPT = 16 << 10
"""Bytes that are kept of the beginning, and of the end."""
_LEFT_OUT = b"[...]\n"


class Transcript:
    """What two programs wrote, in the order in which it came."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._first: list[tuple[bytes, bytes]] = []
        self._last: deque[tuple[bytes, bytes]] = deque()
        self._sizes = [0, 0]
        self._is_cut = False

    def add(self, chunk: bytes, *, from_program: bool) -> None:
        """Add what one of the two wrote."""
        entry = (_PROGRAM if from_program else _PARTNER, chunk[:_KEPT] if len(chunk) <= _KEPT else chunk[-_KEPT:])
        if self._sizes[0] < _KEPT:
            self._first.append(entry)
            self._sizes[0] += len(entry[1])
            return
        self._last.append(entry)
        self._sizes[1] += len(entry[1])
        while self._sizes[1] - len(self._last[0][1]) > _KEPT:
            self._sizes[1] -= len(self._last.popleft()[1])
            self._is_cut = True

    def text(self) -> bytes:
        """Return all lines, each behind a mark that says who wrote it."""
        parts = (self._first, self._last) if self._is_cut else ((*self._first, *self._last),)
        return _LEFT_OUT.join(b"".join(_lines(part)) for part in parts)


def _lines(entries: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    speaker, at_start = b"", True
    for mark, chunk in entries:
        if not at_start and mark != speaker:
            yield b"\n"
            at_start = True
        for line in chunk.splitlines(keepends=True):
            yield (mark if at_start else b"") + line
            at_start = line.endswith((b"\n", b"\r"))
        speaker = mark
    if not at_start:
        yield b"\n"
