"""The sentences for keys and entries that do not fit: how a list, a mapping, a name or a quantity is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import inspect

from harness.model.errors import nearest
from harness.spec.yaml.place import quoted
from harness.spec.yaml.value_notation import command_words, plain, shortened


def list_of_lists(words: list[str]) -> str:
    """A list of words where a list of such lists is expected."""
    if any(" " in word for word in words):
        commands = ", ".join(f"[{', '.join(map(plain, command_words(word)))}]" for word in words)
        return f"expected a list of commands, each a list of words; write [{commands}]"
    return f"expected a list of commands, each a list of words; write [[{', '.join(map(plain, words))}]]"


def list_of_mappings(types: Iterable[Any], value: list[Any]) -> str:
    """A list of plain values where each should be a mapping, such as the values of a variable without its name."""
    items = ", ".join(plain(item) if isinstance(item, str) else str(item) for item in value[:3])
    more = ", ..." if len(value) > 3 else ""  # noqa: PLR2004 - as many are shown
    fix = (
        f"; name the variable: {{n: [{items}{more}]}}"
        if any(isinstance(kind, inspect.DictType) for kind in types)
        else _entries_as_mappings(types, value)
    )
    return f"expected a list of mappings, got [{items}{more}]{fix}"


def _entries_as_mappings(types: Iterable[Any], value: list[Any]) -> str:
    """The fix where each entry is one of our models: its first key in front of what is there."""
    for item in types:
        if isinstance(item, inspect.StructType) and item.fields and isinstance(value[0], str):
            key = next((field for field in item.fields if field.required), item.fields[0]).encode_name
            return f"; each entry has keys: {{{key}: {plain(value[0])}, ...}}"
    return ""


def cut_at_commas(value: Mapping[Any, Any], known: Iterable[str], begins: Mapping[Any, int]) -> dict[Any, str]:
    """The keys that are the rest of a text in braces, which ends at a comma unless it is in quotes.

    The first of each text has the message. ``begins``: the line of each key; without braces each has its own.
    """
    cut: dict[Any, str] = {}
    items = list(value.items())
    known, at = set(known), 0
    while at < len(items):
        key, text = items[at]
        end = at + 1
        while end < len(items) and items[end][1] is None and _is_prose(items[end][0], known):
            if begins[items[end][0]] != begins[key]:
                break
            end += 1
        if end > at + 1 and key in known and isinstance(text, str):
            whole = ", ".join((text, *(str(rest) for rest, _ in items[at + 1 : end])))
            message = f"a text in braces ends at a comma unless it is in quotes: {key}: {quoted(whole)}"
            cut |= {items[at + 1][0]: message, **dict.fromkeys((rest for rest, _ in items[at + 2 : end]), "")}
        at = end
    return cut


def _is_prose(key: Any, known: set[str]) -> bool:
    return isinstance(key, str) and key not in known and (" " in key or nearest(key, known, 0.7) is None)


def variable_of(value: Mapping[Any, Any]) -> str | None:
    """The name in a mapping that was written ``{n}`` or ``{files:*.c}``, as a text in braces without quotes is."""
    if len(value) != 1:
        return None
    key, item = next(iter(value.items()))
    return key if item is None and isinstance(key, str) and re.fullmatch(r"[A-Za-z_][\w:*.]*", key) else None


def braces(variable: str) -> str:
    """``{n}`` without quotes."""
    return f'expected a text, but without quotes {{{variable}}} is a mapping in YAML; write "{{{variable}}}"'


def key_is_no_text(key: Any, *, named: bool) -> str:
    """A key such as ``5:`` or ``yes:`` where names are expected."""
    if isinstance(key, bool):
        return "YAML takes the keys yes, on, no and off for true and false; put the key in quotes"
    return f"the key {key} is no text; " + ("names begin with a letter" if named else f'put it in quotes: "{key}"')


def no_name(key: str) -> str:
    """A key that is no proper name."""
    return f'"{shortened(key)}" is no proper name; names are lower case with dashes{write_name(key)}'


def write_name(text: str) -> str:
    """The advice to write a text as a name; empty if none can be made of it."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()
    name = re.sub(r"[^a-z0-9]+", "-", name).strip("-")
    return f"; write {name}" if re.match(r"[a-z]", name) else ""


def no_quantity(quantity: Any, value: Any) -> str:
    """A duration, size or relative time that is none."""
    text = f'expected {quantity.kind} such as "{quantity.example}", got "{shortened(str(value))}"'
    if re.match(r"[0.]*0(?![\d.])|.*at least [0.]*0(?![\d.])", str(value)) or re.fullmatch(
        quantity.pattern, str(value)
    ):
        return f"{text}; no program keeps below a limit of nothing"
    if "reference" in quantity.example:
        number = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:x|\*|times|\u00d7)?\s*(?:the )?(?:reference)?", str(value).strip())
        return f'{text}; write "{number[1]}x reference"' if number else text
    number = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)\.?", str(value).strip())
    if number is None or not hasattr(quantity, "units"):
        return text
    units, word = quantity.units, number[2].lower()
    unit = next((unit for unit in units if word in (unit.lower(), *_UNITS.get(unit, ()))), None)
    if word in _HOURS and "min" in units:
        return f'{text}; write "{float(number[1]) * 60:g} min"'
    if not word or unit:
        return f'{text}; write "{number[1]} {unit or quantity.example.split()[-1]}"'
    return f"{text}; units: {', '.join(units)}"


_HOURS = ("h", "hr", "hrs", "hour", "hours")
_UNITS: Mapping[str, tuple[str, ...]] = {
    "ms": ("msec", "msecs", "millisecond", "milliseconds"),
    "s": ("sec", "secs", "second", "seconds"),
    "min": ("m", "mins", "minute", "minutes"),
    "B": ("byte", "bytes"),
    "KiB": ("k",),
    "MiB": ("m",),
    "GiB": ("g",),
}
"""Other words for a unit, in lower case."""
