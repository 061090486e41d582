"""Read an archive's bytes so that no number written in the archive decides how much memory that takes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from harness.course.ingest.archives import limits
from harness.course.ingest.archives.limits import TooLarge
from harness.model.errors import UsageError

_CHUNK = 1 << 20


class BoundedReader(io.BufferedReader):
    """A file that raises UsageError where much of it is to be read at once."""

    max_header = limits.MAX_HEADER_BYTES
    headers_left: int | None = None
    """How many bytes of headers may still be read, however many pieces they come in; None: what is read is content."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read ``size`` bytes, or all that is left; UsageError for more than may be read."""
        if size is None or size < 0:
            size = os.fstat(self.fileno()).st_size - self.tell()
        if size > self.max_header:
            raise UsageError(f"the archive has a header or a table of contents of {size / limits.MIB:.0f} MiB")
        if self.headers_left is not None:
            self.headers_left -= size
            if self.headers_left < 0:
                raise UsageError("the archive has an entry with very many headers")
        return super().read(size)


def open_bounded(path: Path) -> BoundedReader:
    """Open a file for bounded reading."""
    return BoundedReader(io.FileIO(path))


def open_decompressed(path: Path, max_bytes: int) -> BoundedReader:
    """Open a tar, decompressed into a temporary file where its first bytes name a compression.

    Raises UsageError when that yields more than ``max_bytes``.
    """
    with path.open("rb") as file:
        head = file.read(6)
    decompress = next((decompress for magic, decompress in _DECOMPRESSORS.items() if head.startswith(magic)), None)
    if decompress is None:
        return open_bounded(path)
    with tempfile.TemporaryFile(buffering=0) as plain:
        total = 0
        for chunk in decompress(path):
            total += len(chunk)
            if total > max_bytes:
                raise TooLarge(f"the archive holds more than {max_bytes // limits.MIB} MiB")
            plain.write(chunk)
        plain.seek(0)
        return BoundedReader(io.FileIO(os.dup(plain.fileno())))


def _decompress_with(library: type[gzip.GzipFile | bz2.BZ2File], path: Path) -> Iterator[bytes]:
    with library(path) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _decompress_xz(path: Path) -> Iterator[bytes]:
    """Decompress stream after stream: the library's own reader would take whatever memory the archive asks for."""
    with path.open("rb") as file:
        reader, waiting = lzma.LZMADecompressor(memlimit=limits.MAX_XZ_MEMORY), b""
        while waiting or (waiting := file.read(_CHUNK)):
            if reader.eof:  # another stream begins, or the padding after the last one
                waiting = waiting.lstrip(b"\0")
                reader = lzma.LZMADecompressor(memlimit=limits.MAX_XZ_MEMORY) if waiting else reader
                continue
            yield reader.decompress(waiting, _CHUNK)
            waiting = reader.unused_data if reader.eof else b""
            while not reader.eof and not reader.needs_input:
                yield reader.decompress(b"", _CHUNK)
                waiting = reader.unused_data if reader.eof else b""
        if not reader.eof:
            raise EOFError("the archive ends too soon")


_DECOMPRESSORS: dict[bytes, Callable[[Path], Iterator[bytes]]] = {
    b"\x1f\x8b": partial(_decompress_with, gzip.GzipFile),
    b"BZh": partial(_decompress_with, bz2.BZ2File),
    b"\xfd7zXZ\0": _decompress_xz,
}
