"""Keep what a program writes on its pipes, up to a cap: in memory while it is little, else in a file."""

from __future__ import annotations

import os
import tempfile

from msgspec import Struct, field

from harness.model.output import MAX_IN_MEMORY, Output, StoredOutput

_CHUNK = 1 << 16


class Stream(Struct):
    """What was read from one pipe so far."""

    _size: int = 0
    _chunks: list[bytes] = field(default_factory=list)
    _file: int | None = None

    def add(self, chunk: bytes) -> None:
        """Append a chunk."""
        self._size += len(chunk)
        self._chunks.append(chunk)
        if self._file is not None or self._size > MAX_IN_MEMORY:
            self._spill_to_file()

    def _spill_to_file(self) -> None:
        """Move what is held in memory to the end of the file."""
        if self._file is None:
            with tempfile.TemporaryFile(buffering=0) as file:  # it has no name, and goes with its last descriptor
                self._file = os.dup(file.fileno())
        for chunk in self._chunks:
            written = 0
            while written < len(chunk):
                written += os.write(self._file, chunk[written:])
        self._chunks.clear()

    def output(self) -> Output:
        """Return all that was read; the stream is empty afterwards."""
        if self._file is not None:
            stored, self._file = StoredOutput(self._file), None
            return stored
        held = b"".join(self._chunks)
        self._chunks.clear()
        return held

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            os.close(self._file)
        self._file = None


class Capture(Struct):
    """The pipes of one program, each with a cap of its own: a flood on one hides nothing of the other."""

    cap: int
    streams: dict[int, Stream]
    """By the descriptor that is read from."""
    totals: dict[int, int] = field(default_factory=dict)
    """Bytes that came on each, those beyond the cap included."""

    @property
    def full(self) -> bool:
        """Whether more came on one pipe than the cap allows."""
        return any(total > self.cap for total in self.totals.values())

    def read(self, descriptor: int) -> bool:
        """Read once without waiting; False at the end of the stream."""
        return self.read_chunk(descriptor) != b""

    def read_chunk(self, descriptor: int) -> bytes | None:
        """Read once without waiting and return what came; nothing at the end of the stream, None when none is there."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return None
        total = self.totals.get(descriptor, 0)
        self.totals[descriptor] = total + len(chunk)
        if chunk and total < self.cap:
            self.streams[descriptor].add(chunk[: self.cap - total])
        return chunk

    def drain(self) -> None:
        """Read all that is left in the pipes; nobody may still write."""
        for descriptor in self.streams:
            previous = -1
            while previous != (total := self.totals.get(descriptor, 0)) and total <= self.cap:
                previous = total
                self.read(descriptor)

    def close(self) -> None:
        """Close the streams, with all that was not taken out."""
        for stream in self.streams.values():
            stream.close()
