"""What a program wrote: bytes, or, where it is too much for the memory, a file that is read in chunks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_IN_MEMORY = 1 << 23
"""Bytes of one output that are held in memory at most; a larger one stays in its file."""
CHUNK_SIZE = 1 << 20
"""Bytes of a stored output that are held in memory at a time."""
_BLOCK_SIZE = 1 << 16


class StoredOutput:
    """An output kept in a file, with the methods of ``bytes`` that are needed: each reads a chunk at a time."""

    def __init__(self, descriptor: int) -> None:
        """Take over a descriptor of a regular file that nobody writes any more."""
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size

    def __del__(self) -> None:
        os.close(self._descriptor)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bytes themselves: another process does not have the file."""
        return bytes, (self[:],)

    def path(self) -> str:
        """A path by which another process of the same user can open the file while this one holds it."""
        return f"/proc/{os.getpid()}/fd/{self._descriptor}"

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        start, end, step = part.indices(self._size)
        if step != 1:
            raise ValueError("only whole stretches can be read")
        return self._read(start, end)

    def _read(self, start: int, end: int) -> bytes:
        parts = []
        while start < end and (part := os.pread(self._descriptor, end - start, start)):
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def count(self, byte: bytes, start: int = 0, end: int | None = None) -> int:
        """How often one byte occurs between ``start`` and ``end``."""
        return sum(chunk.count(byte) for chunk in chunks(self, start, end))

    def find(self, byte: bytes, start: int = 0) -> int:
        """Offset of the first occurrence of one byte from ``start`` on; -1 when there is none."""
        for offset in range(start, self._size, CHUNK_SIZE):
            index = self[offset : offset + CHUNK_SIZE].find(byte)
            if index >= 0:
                return offset + index
        return -1

    def rfind(self, byte: bytes, start: int, end: int) -> int:
        """Offset of the last occurrence of one byte between ``start`` and ``end``; -1 when there is none."""
        while end > start:
            offset = max(start, end - CHUNK_SIZE)
            index = self[offset:end].rfind(byte)
            if index >= 0:
                return offset + index
            end = offset
        return -1


Output = bytes | StoredOutput


def reopen(path: str) -> StoredOutput:
    """The output that another process holds, by the path that it named."""
    return StoredOutput(os.open(path, os.O_RDONLY | os.O_CLOEXEC))


def read_output(path: Path) -> Output | None:
    """A file's content, in memory up to ``MAX_IN_MEMORY`` bytes; None when there is no such file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    stored = StoredOutput(descriptor)
    return stored if len(stored) > MAX_IN_MEMORY else read_whole(stored)


def read_whole(output: Output) -> bytes:
    """Read all of an output into memory."""
    return output if isinstance(output, bytes) else output[:]


def chunks(output: Output, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The bytes between ``start`` and ``end``, at most ``CHUNK_SIZE`` at a time."""
    end = len(output) if end is None else min(end, len(output))
    for offset in range(start, end, CHUNK_SIZE):
        yield output[offset : min(offset + CHUNK_SIZE, end)]


def line_blocks(output: bytes, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """Whole lines between ``start`` and ``end``, some at a time; the newline between two blocks is in neither."""
    end = len(output) if end is None else end
    while True:
        newline = output.rfind(b"\n", start, min(start + _BLOCK_SIZE, end))
        if newline < 0:
            newline = output.find(b"\n", start + _BLOCK_SIZE, end)  # a line longer than a block
        if newline < 0:
            yield output[start:end]
            return
        yield output[start:newline]
        start = newline + 1


def is_blank(output: Output, end: int | None = None) -> bool:
    """Whether an output is empty or white space alone, as far as ``end``."""
    return not any(chunk.strip() for chunk in chunks(output, 0, end))
