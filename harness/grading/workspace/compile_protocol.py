"""Encode requests to the resident compiler, and decode its answers; ``Compiler.java`` documents the layout."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from msgspec import Struct

from harness.model.patterns import lazy_regex

MAX_MESSAGE_BYTES = 4 * 1024**2
"""Bytes of the longest request or answer."""
READ_BY_JAVAC = (".java", ".class")
"""Suffixes of the files that javac looks for in a folder. No others are sent: there is nothing that it could run."""
_PATH_PART = r"(?!\.\.?(?:/|$))[ -.0-\[\]-~]+"
_NAME = lazy_regex(f"{_PATH_PART}(?:/{_PATH_PART})*")
_NUMBER = struct.Struct(">i")


class CompileRequest(Struct, frozen=True):
    """A javac command, and the files that it may read, with their contents and times in ns."""

    command: tuple[str, ...]
    files: Mapping[str, bytes]
    times: Mapping[str, int]

    @classmethod
    def of(
        cls, command: tuple[str, ...], files: Mapping[str, tuple[int, bytes]], times: Mapping[str, int]
    ) -> CompileRequest | None:
        """Return the request for a command that only compiles; None for one that needs a compiler process of its own.

        That is another compiler, options that start other code, a file name with unusual characters, and input that is
        larger than half a message.
        """
        read_files = {name: content for name, (_, content) in files.items() if name.endswith(READ_BY_JAVAC)}
        has_odd_name = any(not _NAME.fullmatch(name) for name in read_files)
        has_class_folder = any(name.endswith(".class/") for name in files)  # where javac would write a file
        runs_other_code = any(word.startswith(("@", "-J", "-Xplugin", "-processor")) for word in command)
        too_large = sum(map(len, read_files.values())) > MAX_MESSAGE_BYTES // 2
        if command[0] != "javac" or has_odd_name or has_class_folder or runs_other_code or too_large:
            return None
        return cls(command, read_files, times)

    def encoded(self) -> bytes:
        """Return the request as it is sent."""
        words = ("-proc:none", *(word for word in self.command[1:] if word != "-proc:none"))
        parts = [_NUMBER.pack(len(words)), *(_text(word.encode()) for word in words), _NUMBER.pack(len(self.files))]
        for name, content in self.files.items():
            parts += [_text(name.encode()), struct.pack(">q", self.times[name]), _text(content)]
        return b"".join(parts)


class CompileResult(Struct, frozen=True):
    """The result of a compilation that succeeded."""

    messages: bytes
    """What javac wrote on stderr."""
    class_files: tuple[tuple[str, bytes], ...]
    """Name and content of each file that it made or changed."""


def parse_result(content: bytes | None) -> CompileResult | None:
    """Decode an answer; None when there was none, or when it does not say that the compilation succeeded."""
    if content is None:
        return None
    try:
        reader = _Reader(content)
        status, messages = reader.number(), reader.text()
        class_files = tuple((reader.text().decode("ascii"), reader.text()) for _ in range(reader.number()))
    except (struct.error, ValueError):
        return None
    only_classes = all(name.endswith(".class") and _NAME.fullmatch(name) for name, _ in class_files)
    return CompileResult(messages, class_files) if status == 0 and only_classes and not reader.bytes_left() else None


class _Reader:
    """Read an answer from its beginning; ValueError or struct.error if it is malformed."""

    def __init__(self, content: bytes) -> None:
        self._content, self._position = content, 0

    def number(self) -> int:
        (number,) = _NUMBER.unpack_from(self._content, self._position)
        self._position += _NUMBER.size
        return int(number)

    def text(self) -> bytes:
        size = self.number()
        if not 0 <= size <= len(self._content) - self._position:
            raise ValueError(size)
        self._position += size
        return self._content[self._position - size : self._position]

    def bytes_left(self) -> int:
        return len(self._content) - self._position


def _text(content: bytes) -> bytes:
    return _NUMBER.pack(len(content)) + content
