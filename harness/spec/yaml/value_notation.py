"""Words and texts as they are written in YAML, and command lines as words.

The notation of values: what YAML cannot say is a tag, which is read as a mapping with the tag as its only key.

``!set [1, 2]`` is ``{"!set": [1, 2]}``. Drivers write and read the same form, so that a value means the same in each
language.
"""

from __future__ import annotations

import base64
import math
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from harness.model.errors import suggestion
from harness.spec.yaml.place import quoted

_MOST_SHOWN = 60


def command_words(text: str) -> list[str]:
    """A command line as words, also where its quotes do not close."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def plain(word: str) -> str:
    """A word as it may be in a list in YAML."""
    return word if re.fullmatch(r"[A-Za-z_./][\w./+-]*", word) else escaped(word)


def escaped(text: str) -> str:
    """The text in double quotes, with line ends and such as YAML writes them."""
    return quoted(text) if "\n" not in text and "\t" not in text else _double(text)


def _double(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def shortened(text: str) -> str:
    """The text, cut where it is too long to be shown."""
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."


REPR = "!repr"
"""An object that has no other form, by its text; only drivers write it."""
TUPLE, SET, MAP, BYTES, NUMBER, LINKED = "!tuple", "!set", "!map", "!bytes", "!number", "!linked"
TEXT, VARIABLE = "!text", "!var"
ANY, UNORDERED, SEQUENCE, APPROXIMATE, CHECK = "!any", "!unordered", "!sequence", "!approx", "!check"

_EXPECTATIONS = frozenset({ANY, UNORDERED, SEQUENCE, APPROXIMATE, CHECK, LINKED})
"""Tags that say what a value must be, and so cannot be handed over."""


class InvalidTag(ValueError):
    """What is after a tag does not fit it; the message says what would."""


def tag_of(value: Any) -> str:
    """The tag of a value; empty for a plain one."""
    if isinstance(value, dict) and len(value) == 1:
        key = next(iter(value))
        if isinstance(key, str) and key.startswith("!"):
            return key
    return ""


def tagged(tag: str, content: Any) -> Any:
    """The value of a tag of a spec; InvalidTag where the tag is unknown or its content does not fit."""
    if tag not in _TAGS:
        advice = suggestion(tag, _TAGS) or f'; a text that begins with "!" needs quotes: "{tag}"'
        raise InvalidTag(f"there is no such tag{advice}; tags: {', '.join(_TAGS)}")
    return {tag: _TAGS[tag](content)}


def variables_in(value: Any) -> Iterator[str]:
    """The names of the variables that stand inside a value."""
    if tag_of(value) == VARIABLE:
        yield value[VARIABLE]
    elif isinstance(value, Mapping):
        for inner in (*value, *value.values()):
            yield from variables_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from variables_in(inner)


def tags_in(value: Any) -> Iterator[tuple[str, Any]]:
    """Each tag inside a value with its content."""
    tag = tag_of(value)
    if tag:
        yield tag, value[tag]
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from tags_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from tags_in(inner)


def cannot_be_handed_over(value: Any) -> str:
    """The first tag in an argument that only says what to expect; empty when there is none."""
    return next((tag for tag, _ in tags_in(value) if tag in _EXPECTATIONS), "")


def for_driver(value: Any) -> Any:
    """A value as it is sent to a driver: what JSON cannot hold is tagged."""
    if isinstance(value, float) and not math.isfinite(value):
        return {NUMBER: "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, (list, tuple)):
        return [for_driver(item) for item in value]
    if isinstance(value, Mapping):
        if value and not all(isinstance(key, str) for key in value):
            return {MAP: [[for_driver(key), for_driver(item)] for key, item in value.items()]}
        return {key: for_driver(item) for key, item in value.items()}
    return value


def _list(content: Any) -> list[Any]:
    if not isinstance(content, list):
        raise InvalidTag("expected a list after it, such as [1, 2]")
    return content


def _pairs(content: Any) -> list[Any]:
    if isinstance(content, dict):
        return [[key, item] for key, item in content.items()]
    if isinstance(content, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in content):  # noqa: PLR2004
        return content
    raise InvalidTag("expected a mapping after it, or a list of pairs such as [[[1, 2], a]]")


def _bytes(content: Any) -> str:
    """Bytes in Base64; in a text each character up to U+00FF is a byte."""
    try:
        raw = content.encode("latin-1") if _is_text(content) else bytes(_listed(content))
    except ValueError:
        raise InvalidTag('expected a text of bytes after it, such as "a\\xff", or numbers from 0 to 255') from None
    return base64.b64encode(raw).decode()


def _listed(content: Any) -> Any:
    if isinstance(content, bytes) or (isinstance(content, list) and all(type(item) is int for item in content)):
        return content
    raise ValueError(content)


def _is_text(content: Any) -> bool:
    return isinstance(content, str)


def _nothing(content: Any) -> None:
    if content not in (None, ""):
        raise InvalidTag("nothing follows it")


def _name(content: Any) -> str:
    if not _is_text(content) or not content.removeprefix("$").isidentifier():
        raise InvalidTag("expected a name after it")
    return str(content.removeprefix("$"))


def _text(content: Any) -> str:
    if not _is_text(content):
        raise InvalidTag("expected a text after it")
    return str(content)


def _approximate(content: Any) -> dict[str, float]:
    entries = content if isinstance(content, dict) else {"value": content}
    known = {"value", "absolute", "relative"}
    if not all(type(entry) in (int, float) for entry in entries.values()) or not {"value"} <= entries.keys() <= known:
        raise InvalidTag("expected a number after it, or {value: 3.14, absolute: 0.01, relative: 1e-6}")
    if any(not 0 <= entries.get(name, 0) < math.inf for name in ("absolute", "relative")):
        raise InvalidTag("a tolerance is a finite number from 0 on")
    return dict(entries)


_TAGS: dict[str, Callable[[Any], Any]] = {
    TUPLE: _list,
    SET: _list,
    MAP: _pairs,
    BYTES: _bytes,
    TEXT: _text,
    VARIABLE: _name,
    ANY: _nothing,
    UNORDERED: _list,
    SEQUENCE: _list,
    APPROXIMATE: _approximate,
    CHECK: _name,
    LINKED: _list,
}
