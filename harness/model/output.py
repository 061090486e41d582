"""What a program wrote: bytes, or, where it is too much to hold, a file that is read in pieces."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HELD = 1 << 23
"""Bytes of one output that are held in memory at most."""
PIECE = 1 << 20
"""Bytes of a stored output that are held at a time."""
_BLOCK = 1 << 16


class Stored:
    """Bytes in a file, to be asked like ``bytes``: each question reads as much as it needs, a piece at a time."""

    def __init__(self, descriptor: int) -> None:
        """Take over a descriptor of a regular file that nobody writes any more."""
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size

    def __del__(self) -> None:
        os.close(self._descriptor)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the bytes themselves."""
        return bytes, (self[:],)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        start, end, step = part.indices(self._size)
        if step != 1:
            raise ValueError("only whole stretches can be read")
        return self._read(start, end)

    def _read(self, start: int, end: int) -> bytes:
        pieces = []
        while start < end and (piece := os.pread(self._descriptor, end - start, start)):
            pieces.append(piece)
            start += len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def count(self, byte: bytes, start: int = 0, end: int | None = None) -> int:
        """How often one byte is there."""
        return sum(piece.count(byte) for piece in pieces(self, start, end))

    def find(self, byte: bytes, start: int = 0) -> int:
        """Where one byte is first, from ``start`` on; -1: nowhere."""
        for at in range(start, self._size, PIECE):
            found = self[at : at + PIECE].find(byte)
            if found >= 0:
                return at + found
        return -1

    def rfind(self, byte: bytes, start: int, end: int) -> int:
        """Where one byte is last, between ``start`` and ``end``; -1: nowhere."""
        while end > start:
            at = max(start, end - PIECE)
            found = self[at:end].rfind(byte)
            if found >= 0:
                return at + found
            end = at
        return -1


Output = bytes | Stored


def read_output(path: Path) -> Output | None:
    """A file's content, held in memory while it is little; None where there is no such file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    stored = Stored(descriptor)
    return stored if len(stored) > HELD else whole(stored)


def whole(output: Output) -> bytes:
    """All of it in memory."""
    return output if isinstance(output, bytes) else output[:]


def pieces(output: Output, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """A stretch of it, piece by piece."""
    end = len(output) if end is None else min(end, len(output))
    for at in range(start, end, PIECE):
        yield output[at : min(at + PIECE, end)]


def blocks(output: bytes, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The lines of a stretch, some at a time, so that few are held at once; a newline between two blocks is in none."""
    end = len(output) if end is None else end
    while True:
        cut = output.rfind(b"\n", start, min(start + _BLOCK, end))
        if cut < 0:
            cut = output.find(b"\n", start + _BLOCK, end)  # a long line
        if cut < 0:
            yield output[start:end]
            return
        yield output[start:cut]
        start = cut + 1


def is_blank(output: Output, end: int | None = None) -> bool:
    """Whether it is white space alone, or nothing; with ``end``: as far as there."""
    return not any(piece.strip() for piece in pieces(output, 0, end))
