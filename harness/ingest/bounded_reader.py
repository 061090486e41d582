"""Reading an archive's bytes so that no number written in it decides how much memory that takes."""

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

from harness.model.errors import UsageError

LONGEST = 8 * 1024**2
"""Bytes of a header, or of a table of contents: each is read as a whole."""
_MEMORY = 128 * 1024**2
"""What xz may take to look back in what it unpacked; its strongest usual setting takes 65 MiB."""
_CHUNK = 1 << 20


class Sips(io.BufferedReader):
    """A file of which nothing long is read at once; UsageError where that is tried, so deep below."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read so many bytes, or all that is left."""
        if size is None or size < 0:
            size = os.fstat(self.fileno()).st_size - self.tell()
        if size > LONGEST:
            raise UsageError(f"the archive has a header or a table of contents of {size / 1024**2:.0f} MiB")
        return super().read(size)


def sips(path: Path) -> Sips:
    """A file as it is."""
    return Sips(io.FileIO(path))


def expanded(path: Path, most: int) -> Sips:
    """A tar as it is, or what is compressed in it, by its first bytes; UsageError where that is more than ``most``."""
    with path.open("rb") as file:
        head = file.read(6)
    chunks = next((read for mark, read in _KINDS.items() if head.startswith(mark)), None)
    if chunks is None:
        return sips(path)
    with tempfile.TemporaryFile(buffering=0) as plain:
        total = 0
        for chunk in chunks(path):
            total += len(chunk)
            if total > most:
                raise UsageError(f"the archive holds more than {most // 1024**2} MiB")
            plain.write(chunk)
        plain.seek(0)
        return Sips(io.FileIO(os.dup(plain.fileno())))


def _plainly(library: type[gzip.GzipFile | bz2.BZ2File], path: Path) -> Iterator[bytes]:
    with library(path) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _xz(path: Path) -> Iterator[bytes]:
    """By hand: the library's own reader has no limit on memory, and the archive says how much that is."""
    with path.open("rb") as file:
        reader, waiting = lzma.LZMADecompressor(memlimit=_MEMORY), b""
        while waiting or (waiting := file.read(_CHUNK)):
            if reader.eof:  # another stream begins, or the padding behind the last one
                waiting = waiting.lstrip(b"\0")
                reader = lzma.LZMADecompressor(memlimit=_MEMORY) if waiting else reader
                continue
            yield reader.decompress(waiting, _CHUNK)
            waiting = reader.unused_data if reader.eof else b""
            while not reader.eof and not reader.needs_input:
                yield reader.decompress(b"", _CHUNK)
                waiting = reader.unused_data if reader.eof else b""
        if not reader.eof:
            raise EOFError("the archive ends too soon")


_KINDS: dict[bytes, Callable[[Path], Iterator[bytes]]] = {
    b"\x1f\x8b": partial(_plainly, gzip.GzipFile),
    b"BZh": partial(_plainly, bz2.BZ2File),
    b"\xfd7zXZ\0": _xz,
}
