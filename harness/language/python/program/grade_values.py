"""Values between the driver's JSON and Python. The student's own methods may run while a value is written."""

from __future__ import annotations

import builtins
from _json import encode_basestring_ascii as _quoted
from binascii import a2b_base64, b2a_base64
from math import isfinite
from typing import Any, Callable

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_LARGEST = 1 << 20
_DEEPEST = 100
_CONTAINERS = (list, tuple, dict, set, frozenset)
_NAME_OF: Callable[[type], str] = type.__dict__["__name__"].__get__


def value_of(spec_value: Any, variables: dict[str, Any] | None = None) -> Any:
    """A fresh Python value from the JSON value of the spec; ``variables`` are those that it may name."""
    if isinstance(spec_value, list):
        return [value_of(item, variables) for item in spec_value]
    if isinstance(spec_value, dict):
        tag = next(iter(spec_value)) if len(spec_value) == 1 else ""
        if tag[:1] == "!":
            return _tagged(tag, spec_value[tag], variables or {})
        return {key: value_of(item, variables) for key, item in spec_value.items()}
    return spec_value


def _tagged(tag: str, content: Any, variables: dict[str, Any]) -> Any:
    if tag == "!tuple":
        return tuple(value_of(item, variables) for item in content)
    if tag == "!set":
        return {_hashable(value_of(item, variables)) for item in content}
    if tag == "!map":
        return {_hashable(value_of(key, variables)): value_of(item, variables) for key, item in content}
    if tag == "!bytes":
        return a2b_base64(content)
    if tag == "!var":
        return variables[content]
    return float(content) if tag == "!number" else content


def _hashable(value: Any) -> Any:
    """A list as a tuple, a set as a frozen one, where Python takes no other."""
    if type(value) is list:
        return tuple(map(_hashable, value))
    return frozenset(value) if type(value) is set else value


def message(error: BaseException) -> str:
    """An exception's text."""
    try:
        return str(error)[:300]
    except BaseException:
        return ""


def text(words: str) -> str:
    """A text as JSON."""
    try:
        words.encode()
    except UnicodeError:
        words = words.encode(errors="backslashreplace").decode()
    quoted: str = _quoted(words)
    return quoted


class TooLarge(Exception):
    """A value is too large for the report."""


def to_json(value: Any) -> str:
    """A value as JSON."""
    try:
        return _to_json(value, [], [_LARGEST])
    except TooLarge:
        return '{"!repr": "a value too large to be shown"}'
    except BaseException:
        return '{"!repr": "a value that cannot be shown"}'


def _to_json(value: Any, above: list[int], left: list[int]) -> str:
    kind = type(value)
    left[0] -= 1
    if left[0] < 0:
        raise TooLarge
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if issubclass(kind, int):
        return int.__repr__(value) if int.bit_length(value) < 10_000 else _repr(value)  # noqa: PLR2004 - read back as a number
    if issubclass(kind, float):
        return float.__repr__(value) if isfinite(value) else f'{{"!number": "{float.__repr__(value)}"}}'
    if issubclass(kind, str):
        left[0] -= str.__len__(value)
        return text(str.__str__(value)) if left[0] >= 0 else _repr(value)
    if issubclass(kind, (bytes, bytearray)):
        left[0] -= len(value)
        return f'{{"!bytes": "{b2a_base64(bytes(value), newline=False).decode()}"}}' if left[0] >= 0 else _repr(value)
    if issubclass(kind, _CONTAINERS):
        if id(value) in above or len(above) > _DEEPEST:
            return '{"!repr": "..."}'
        return _container_to_json(value, kind, [*above, id(value)], left)
    return _repr(value)


def _container_to_json(value: Any, kind: type, above: list[int], left: list[int]) -> str:
    if issubclass(kind, dict):
        return _map_to_json(list(dict.items(value)), above, left)
    items = [_to_json(item, above, left) for item in _iterator(kind)(value)]
    if issubclass(kind, (set, frozenset)):
        return f'{{"!set": [{", ".join(sorted(items))}]}}'
    listed = "[" + ", ".join(items) + "]"
    return listed if issubclass(kind, list) else f'{{"!tuple": {listed}}}'


def _iterator(kind: type) -> Callable[[Any], Any]:
    """The way to walk a container that no subclass can change."""
    return next(base.__iter__ for base in _CONTAINERS if issubclass(kind, base))


def _map_to_json(entries: list[tuple[Any, Any]], above: list[int], left: list[int]) -> str:
    """A mapping with texts as keys as it is; another one, or one that looks like a tag, as its pairs."""
    plain = all(type(key) is str for key, _ in entries)
    if plain and not (len(entries) == 1 and entries[0][0][:1] == "!"):
        return "{" + ", ".join(f"{text(key)}: {_to_json(item, above, left)}" for key, item in entries) + "}"
    pairs = (f"[{_to_json(key, above, left)}, {_to_json(item, above, left)}]" for key, item in entries)
    return f'{{"!map": [{", ".join(pairs)}]}}'


def _repr(value: Any) -> str:
    """The repr of an object that JSON cannot hold, without its address, which changes from run to run."""
    try:
        words = str(repr(value))
    except BaseException:
        words = f"<an object of type {_NAME_OF(type(value))}>"
    before, separator, after = words.partition(" at 0x")
    words = before + after.lstrip("0123456789abcdefABCDEF") if separator else words
    return f'{{"!repr": {text(words[:1000])}}}'
