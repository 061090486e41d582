"""Keeping what a program writes on its pipes, up to a cap: in memory while it is little, else in a file."""

from __future__ import annotations

import os
import tempfile

from msgspec import Struct, field

from harness.model.output import MAX_IN_MEMORY, Output, StoredOutput

_CHUNK = 1 << 16


class Stream(Struct):
    """What came on one pipe so far."""

    _size: int = 0
    _chunks: list[bytes] = field(default_factory=list)
    _file: int | None = None

    def add(self, chunk: bytes) -> None:
        """Keep more."""
        self._size += len(chunk)
        self._chunks.append(chunk)
        if self._file is not None or self._size > MAX_IN_MEMORY:
            self._put_away()

    def _put_away(self) -> None:
        if self._file is None:
            with tempfile.TemporaryFile(buffering=0) as file:  # it has no name, and goes with its last descriptor
                self._file = os.dup(file.fileno())
        for chunk in self._chunks:
            written = 0
            while written < len(chunk):
                written += os.write(self._file, chunk[written:])
        self._chunks.clear()

    def output(self) -> Output:
        """All that came; the stream is empty afterwards."""
        if self._file is not None:
            stored, self._file = StoredOutput(self._file), None
            return stored
        held = b"".join(self._chunks)
        self._chunks.clear()
        return held

    def close(self) -> None:
        """Forget it."""
        if self._file is not None:
            os.close(self._file)
        self._file = None


class Capture(Struct):
    """The pipes of one program, and a cap for each: a flood on one hides nothing of the other."""

    cap: int
    streams: dict[int, Stream]
    """By the descriptor that is read."""
    totals: dict[int, int] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether more came on one of them than the cap allows."""
        return any(total > self.cap for total in self.totals.values())

    def read(self, descriptor: int) -> bool:
        """Take what is there; False at the end of the stream."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return True
        total = self.totals.get(descriptor, 0)
        self.totals[descriptor] = total + len(chunk)
        if chunk and total < self.cap:
            self.streams[descriptor].add(chunk[: self.cap - total])
        return bool(chunk)

    def drain(self) -> None:
        """Take all that is left in the pipes; their writers are dead."""
        for descriptor in self.streams:
            before = -1
            while before != (total := self.totals.get(descriptor, 0)) and total <= self.cap:
                before = total
                self.read(descriptor)

    def close(self) -> None:
        """Forget what was not taken out."""
        for stream in self.streams.values():
            stream.close()
