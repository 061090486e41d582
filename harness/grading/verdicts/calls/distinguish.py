"""Distinguish two values that look the same: their types are named, and characters that look like others. Pure.

``1`` is not ``"1"``, ``1.0``, ``True``, or an object that is shown as ``1``; a list is not a tuple with its items.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from harness.grading.verdicts.calls.equality import Same, number_of
from harness.grading.verdicts.calls.values import show, shown_rules
from harness.judge.differences.confusables import without_confusables
from harness.model.patterns import lazy_regex
from harness.spec.yaml.value_notation import BYTES, MAP, NUMBER, REPR, SET, TEXT, TUPLE, tag_of

_SIGNS = lazy_regex(r"[\"'\[\](){},\s]+|\(a set\)")
"""What shows the type of a value and is overlooked."""
_TAGGED = {TUPLE: "tuple", SET: "set", MAP: "dict", BYTES: "bytes", REPR: "object", NUMBER: "float", TEXT: "str"}
_PLAIN = {bool: "bool", int: "int", float: "float", str: "str", list: "list", tuple: "list", dict: "dict"}
_LONGEST = 1000
"""Characters of a value that are looked at."""


def distinguish(expected: Any, actual: Any, same: Same) -> tuple[Any, Any]:
    """Both values, with the type after each part that is wrong and looks right."""
    if same(expected, actual):
        return expected, actual
    kinds = _kind(expected), _kind(actual)
    if kinds == ("dict", "dict"):
        return _mappings(expected, actual, same)
    if kinds in (("list", "list"), ("tuple", "tuple")):
        return _sequences(expected, actual, same)
    if kinds == ("str", "str"):
        return _characters_named(expected, actual)
    if kinds[0] != kinds[1] and _looks_like(expected, actual):
        return _typed(expected), _typed(actual)
    return expected, actual


def _sequences(expected: Any, actual: Any, same: Same) -> tuple[Any, Any]:
    left, right = (value[TUPLE] if tag_of(value) == TUPLE else value for value in (expected, actual))
    if not isinstance(right, (list, tuple)) or len(left) != len(right):
        return expected, actual
    marked = [distinguish(*pair, same) for pair in zip(left, right, strict=True)]
    sides = [wanted for wanted, _ in marked], [came for _, came in marked]
    return ({TUPLE: sides[0]}, {TUPLE: sides[1]}) if tag_of(expected) == TUPLE else sides


def _mappings(expected: Any, actual: Any, same: Same) -> tuple[Any, Any]:
    """Two mappings by their keys; where the keys themselves look alike, these get their types."""
    left, right = _pairs(expected), _pairs(actual)
    if left is None or right is None:
        return expected, actual
    positions = {_key(key): number for number, (key, _) in enumerate(right)}
    for number, (key, value) in enumerate(left):
        at = positions.get(_key(key))
        if at is not None:
            marked = distinguish(value, right[at][1], same)
            left[number], right[at] = [key, marked[0]], [right[at][0], marked[1]]
            continue
        alike = next((at for at, (other, _) in enumerate(right) if other != key and _looks_like(key, other)), None)
        if alike is not None:
            left[number], right[alike] = [_typed(key), value], [_typed(right[alike][0]), right[alike][1]]
    return _mapping(expected, left), _mapping(actual, right)


def _key(value: Any) -> str:
    return f"{_kind(value)} {show(value)}"


def _pairs(value: Any) -> list[list[Any]] | None:
    """The keys of a mapping with their values; None if they are not what its tag says."""
    pairs = value[MAP] if tag_of(value) == MAP else list(value.items())
    is_pairs = isinstance(pairs, (list, tuple)) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2  # noqa: PLR2004 - key and value
        for pair in pairs
    )
    return [list(pair) for pair in pairs] if is_pairs else None


def _mapping(value: Any, pairs: list[list[Any]]) -> Any:
    """The mapping with these pairs, in its own form where that can hold the keys."""
    if tag_of(value) == MAP or any(isinstance(key, dict) for key, _ in pairs):
        return {MAP: pairs}
    return {key: item for key, item in pairs}  # noqa: C416 - pairs of a list


def _kind(value: Any) -> str:
    """The type of a value, as this module names it; empty if it is open."""
    tag = tag_of(value)
    if tag:
        return _TAGGED.get(tag, "")
    return "none" if value is None else _PLAIN.get(type(value), "")


def _looks_like(expected: Any, actual: Any) -> bool:
    """Whether a reader could take one for the other."""
    if "" in (_kind(expected), _kind(actual)):
        return False
    numbers = [int(value) if isinstance(value, bool) else number_of(value) for value in (expected, actual)]
    if None not in numbers and numbers[0] == numbers[1]:
        return True
    left, right = (_bare(value) for value in (expected, actual))
    return left == right


def _bare(value: Any) -> str:
    return re.sub(_SIGNS.pattern, "", show(value)[:_LONGEST]).lower()


def _typed(value: Any) -> dict[str, str]:
    """The value as a text with its type after it, in the words of the language."""
    kind = _kind(value)
    return {REPR: f"{show(value)} ({shown_rules().type_names.get(kind, kind)})"}


def _characters_named(expected: Any, actual: Any) -> tuple[Any, Any]:
    """Two texts that look alike, with the first character in which they differ by its name."""
    left, right = (value[TEXT] if tag_of(value) == TEXT else value for value in (expected, actual))
    pairs = enumerate(zip(left[:_LONGEST], right[:_LONGEST], strict=False))
    at = next((number for number, pair in pairs if pair[0] != pair[1]), min(len(left), len(right)))
    if not _look_alike(left, right) or at >= _LONGEST:
        return expected, actual
    return tuple({REPR: f"{show(text)} ({_character(text, at)})"} for text in (left, right))  # type: ignore[return-value]


def _look_alike(left: str, right: str) -> bool:
    plain = (without_confusables(text[:_LONGEST].encode("utf-8", "surrogatepass")) for text in (left, right))
    return len(left) < _LONGEST and len({*plain}) == 1


def _character(text: str, at: int) -> str:
    """``character 3: U+0430 CYRILLIC SMALL LETTER A``; the end where the text has no more."""
    if at >= len(text):
        return f"{len(text)} characters"
    return f"character {at + 1}: U+{ord(text[at]):04X} {unicodedata.name(text[at], '')}".rstrip()
