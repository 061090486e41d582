"""Values of plain types as JSON and back, for both processes of a suite; what is no plain value is referred to.

Both processes run this with the machine's Python, 3.9 or later, and with the standard library alone. What a number
cannot say in JSON, and what has a type of its own, is a list: its tag first.
"""

from __future__ import annotations

import base64
import builtins
import json
import math
import os
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePath
from typing import Any, Callable

from suite_files import COURSE, Files
from suite_shared import CONTAINERS, Shared

_LARGEST_JSON = 2**53
_LONGEST_LINE = 16 << 20
_CHUNK = 1 << 16
_PATHS = (type(Path()), type(PurePath()))
_PLAIN = (bool, str, int, float, tuple, frozenset, bytes, complex, type(None))
PLAIN_TYPES = frozenset((*_PLAIN, *CONTAINERS, type(Ellipsis), type(NotImplemented), range, slice, object))
"""Types whose very objects cross by value; each also crosses as a type, by its name."""

_WRITERS: dict[type, Callable[[Any], Any]] = {
    complex: lambda value: [repr(value.real), repr(value.imag)],
    bytes: lambda value: base64.b64encode(value).decode(),
    Decimal: str,
    Fraction: str,
    date: date.isoformat,
    datetime: datetime.isoformat,
    time: time.isoformat,
    timedelta: lambda value: [value.days, value.seconds, value.microseconds],
    range: lambda value: [hex(value.start), hex(value.stop), hex(value.step)],
    type(Ellipsis): lambda _: 0,
    type(NotImplemented): lambda _: 0,
}
_READERS: dict[str, Callable[[Any], Any]] = {
    "complex": lambda said: complex(float(said[0]), float(said[1])),
    "bytes": lambda said: base64.b64decode(said, validate=True),
    "Decimal": Decimal,
    "Fraction": Fraction,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
    "time": time.fromisoformat,
    "timedelta": lambda said: timedelta(said[0], said[1], said[2]),
    "range": lambda said: range(*(int(number, 16) for number in said)),
    "ellipsis": lambda _: Ellipsis,
    "NotImplementedType": lambda _: NotImplemented,
}
_TYPES = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and (value in PLAIN_TYPES or issubclass(value, BaseException))
}
_TYPE_NAMES = {value: name for name, value in reversed(_TYPES.items())}


class Malformed(Exception):
    """What came is no message of the other process."""


class Codec:
    """Writes and reads values; ``refer`` and ``resolve`` are for what is no plain value."""

    def __init__(
        self, shared: Shared, refer: Callable[[Any], Any], resolve: Callable[[Any], Any], files: Files, shown: str
    ) -> None:
        """``shown``: the folder below the root whose paths the other side must read as its own."""
        self.shared, self.refer, self.resolve, self.files = shared, refer, resolve, files
        self.shown, self.prefix = shown, files.path(shown)

    def encode(self, value: Any) -> Any:
        """The value as JSON."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            return self._text(value) if self.prefix in value else value
        if kind is int:
            return value if -_LARGEST_JSON < value < _LARGEST_JSON else ["i", hex(value)]
        if kind is float:
            return value if math.isfinite(value) else ["f", repr(value)]
        if kind is tuple or kind is frozenset:
            return ["t" if kind is tuple else "z", [self.encode(item) for item in value]]
        if kind is slice:
            return ["slice", [self.encode(part) for part in (value.start, value.stop, value.step)]]
        if kind in CONTAINERS:
            return ["s", self.shared.number(value)]
        if kind in _WRITERS:
            return ["x", kind.__name__, _WRITERS[kind](value)]
        if kind in _PATHS:
            return ["path", kind is _PATHS[0], self.encode(str(value))]
        if kind is type and value in _TYPE_NAMES:
            return ["n", _TYPE_NAMES[value]]
        return self.refer(value)

    def decode(self, said: Any) -> Any:
        """The value that was written; any exception if nothing was."""
        if said is None or type(said) in (bool, str, int, float):
            return said
        tag = said[0]
        if tag == "i":
            return int(said[1], 16)
        if tag == "f":
            return float(said[1])
        if tag in ("t", "z", "slice"):
            items = [self.decode(item) for item in said[1]]
            return tuple(items) if tag == "t" else frozenset(items) if tag == "z" else slice(*items)
        if tag == "s":
            return self.shared.objects[said[1]]
        if tag == "x":
            return _READERS[said[1]](said[2])
        if tag == "w":
            return self._own_text([str(part) for part in said[1]])
        if tag == "path":
            return _PATHS[0 if said[1] else 1](self.decode(said[2]))
        if tag == "n":
            return _TYPES[said[1]]
        return self.resolve(said)

    def _text(self, text: str) -> Any:
        """A text with paths: they are those of the other side there, and what lies there is handed over."""
        first, *others = text.split(self.prefix)
        parts = [f"/{self.shown}{other}" if self.shown else other for other in others]
        for part in parts:
            self.files.lend(_name(part))
        return ["w", [first, *(self._renamed(part, self.files.course, COURSE) for part in parts)]]

    def _own_text(self, parts: list[str]) -> str:
        """A text with paths of the other side; Malformed where one of the course's was not handed over."""
        own = [self._renamed(part, COURSE, self.files.course) for part in parts[1:]]
        if any(self.files.is_course(_name(part)) and not self.files.is_lent(_name(part)) for part in own):
            raise Malformed("a path that was not handed over")
        return self.files.root.join([parts[0], *own])

    def _renamed(self, text: str, old: str, new: str) -> str:
        return f"/{new}{text[len(old) + 1 :]}" if text.startswith(f"/{old}") else text


def _name(part: str) -> str:
    """The name below the root that the rest of a path means."""
    name = os.path.normpath(part.strip("/") or ".")
    return "" if name == "." else name


class Lines:
    """Whole messages, a line of JSON each, over two descriptors."""

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target, self.buffer = source, target, b""

    def send(self, message: dict[str, Any]) -> None:
        """Write a message."""
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        while data:
            data = data[os.write(self.target, data) :]

    def receive(self) -> dict[str, Any]:
        """Wait for a message; EOFError at the end, Malformed when it is none."""
        while True:
            line, newline, rest = self.buffer.partition(b"\n")
            if newline:
                self.buffer = rest
                if line.strip():
                    return _message(line)
                continue
            if len(self.buffer) > _LONGEST_LINE:
                raise Malformed("a message without end")
            chunk = os.read(self.source, _CHUNK)
            if not chunk:
                raise EOFError
            self.buffer += chunk


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError, MemoryError):
        raise Malformed("no JSON") from None
    if not isinstance(message, dict):
        raise Malformed("no message")
    return message
