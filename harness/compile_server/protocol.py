"""What the resident compiler is asked and answers, as bytes; ``Compiler.java`` says how they are laid out."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping

from msgspec import Struct

LARGEST = 4 * 1024**2
"""Bytes of a question or an answer."""
READ_BY_JAVAC = (".java", ".class")
"""All that javac looks for in a folder: with nothing else there, it finds nothing that it could run."""
_PART = r"(?!\.\.?(?:/|$))[ -.0-\[\]-~]+"
_NAME = re.compile(f"{_PART}(?:/{_PART})*")
_NUMBER = struct.Struct(">i")


class Question(Struct, frozen=True):
    """A command of javac's, and the files that it may read."""

    command: tuple[str, ...]
    files: Mapping[str, bytes]
    times: Mapping[str, int]

    @classmethod
    def of(
        cls, command: tuple[str, ...], files: Mapping[str, tuple[int, bytes]], times: Mapping[str, int]
    ) -> Question | None:
        """The question for a command whose words do nothing but compile; None for what the usual compiler is left to.

        That is another compiler, words that start other code, a name that is not plain, and very much to read.
        """
        read = {name: content for name, (_, content) in files.items() if name.endswith(READ_BY_JAVAC)}
        odd = any(not _NAME.fullmatch(name) for name in read)
        strange = any(name.endswith(".class/") for name in files)  # in the place of a file that is to be made
        options = any(word.startswith(("@", "-J", "-Xplugin", "-processor")) for word in command)
        if command[0] != "javac" or odd or strange or options or sum(map(len, read.values())) > LARGEST // 2:
            return None
        return cls(command, read, times)

    def encoded(self) -> bytes:
        """As it is sent."""
        words = ("-proc:none", *(word for word in self.command[1:] if word != "-proc:none"))
        parts = [_NUMBER.pack(len(words)), *(_text(word.encode()) for word in words), _NUMBER.pack(len(self.files))]
        for name, content in self.files.items():
            parts += [_text(name.encode()), struct.pack(">q", self.times[name]), _text(content)]
        return b"".join(parts)


class Answer(Struct, frozen=True):
    """What came of a compilation that went well."""

    told: bytes
    """What javac wrote on stderr."""
    made: tuple[tuple[str, bytes], ...]
    """The files that it made, or changed."""


def read_answer(content: bytes | None) -> Answer | None:
    """The answer that a question got; None when there was none, or none that says that all went well."""
    if content is None:
        return None
    try:
        read = _Reader(content)
        status, told = read.number(), read.text()
        made = tuple((read.text().decode("ascii"), read.text()) for _ in range(read.number()))
    except (struct.error, ValueError):
        return None
    plain = all(name.endswith(".class") and _NAME.fullmatch(name) for name, _ in made)
    return Answer(told, made) if status == 0 and plain and not read.left() else None


class _Reader:
    """Reads an answer from its beginning; ValueError or struct.error where it is none."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def number(self) -> int:
        (number,) = _NUMBER.unpack_from(self._content, self._at)
        self._at += _NUMBER.size
        return int(number)

    def text(self) -> bytes:
        size = self.number()
        if not 0 <= size <= len(self._content) - self._at:
            raise ValueError(size)
        self._at += size
        return self._content[self._at - size : self._at]

    def left(self) -> int:
        return len(self._content) - self._at


def _text(content: bytes) -> bytes:
    return _NUMBER.pack(len(content)) + content
