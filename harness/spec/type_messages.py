"""The sentences for values that do not fit: what is expected, what stands there, and how to mend it."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import inspect

from harness.spec.suggestion import nearest, suggestion
from harness.spec.yaml_place import quoted

_MOST_SHOWN = 60


def mismatch(types: Iterable[Any], value: Any, written: str | None) -> str:
    """A value that no type of the union takes. ``written``: how a number, date or such stands in the file."""
    types = [member for member in types if not isinstance(member, inspect.NoneType)]
    return f"expected {expected(types)}, {_mend(types, value, written)}"


def expected(types: Iterable[Any]) -> str:
    """The types in words: ``a whole number, a list of whole numbers or "any"``."""
    words: list[str] = []
    for member in types:
        if isinstance(member, inspect.LiteralType):
            words += [f'"{choice}"' for choice in member.values]
        elif getattr(member, "tag", None):
            words.append("a checker")
        else:
            words.append(_kind(member))
    return _joined(dict.fromkeys(words))


def _joined(words: Iterable[str]) -> str:
    *all_but_last, last = words
    return f"{', '.join(all_but_last)} or {last}" if all_but_last else last


def _kind(info: Any) -> str:
    if isinstance(info, inspect.StructType):
        needed = [field.encode_name for field in info.fields if field.required]
        keys = needed or [field.encode_name for field in info.fields]
        words = ("the key" if len(needed) == 1 else "the keys") if needed else "keys such as"
        return f"a mapping with {words} {', '.join(keys[:6])}"
    if isinstance(info, inspect.DictType):
        return "a mapping"
    if isinstance(info, (inspect.VarTupleType, inspect.ListType)):
        items = info.item_type
        plural = next((words for kind, words in _PLURALS if isinstance(items, kind)), "")
        return f"a list of {plural}" if plural else "a list"
    if isinstance(info, inspect.StrType):
        return "a name in lower case with dashes" if info.pattern else "a text"
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        return _number(info)
    return {inspect.BoolType: "true or false"}.get(type(info), "something else")


_PLURALS: tuple[tuple[type, str], ...] = (
    (inspect.StrType, "texts"),
    (inspect.IntType, "whole numbers"),
    (inspect.StructType, "mappings"),
    (inspect.DictType, "mappings"),
    (inspect.VarTupleType, "lists"),
)


def _number(info: Any) -> str:
    kind = "a whole number" if isinstance(info, inspect.IntType) else "a number"
    bounds = [
        f"{words} {limit:g}"
        for limit, words in ((info.ge, "of at least"), (info.gt, "larger than"), (info.le, "of at most"))
        if limit is not None
    ]
    return " ".join((kind, *bounds))


def _mend(types: list[Any], value: Any, written: str | None) -> str:
    """What stands there, and what to write in its place where that can be told."""
    takes = tuple(type(member) for member in types)
    if value is None:
        return f"but nothing stands here; {_for_nothing(takes)}"
    if isinstance(value, list):
        return _for_list(types, takes, value)
    if isinstance(value, dict):
        return _for_mapping(takes, value)
    if isinstance(value, str):
        return _for_text(types, takes, value)
    if inspect.StrType in takes:
        text = str(value) if written is None else written
        line = f', or "{text}\\n" with the end of its line' if any(getattr(kind, "tag", None) for kind in types) else ""
        return _for_scalar(value, text) + line
    number = isinstance(value, bool) and {inspect.IntType, inspect.FloatType} & set(takes)
    advice = f", which YAML takes for {str(value).lower()}; write a number" if number else ""
    return f"got {value if written is None else written}{advice or _in_a_list(takes, value, written)}"


def _for_nothing(takes: tuple[Any, ...]) -> str:
    if inspect.StrType in takes:
        return 'write "" for an empty text; a text that begins with # needs quotes'
    if inspect.VarTupleType in takes:
        return "write [] for an empty list, or leave the key out"
    return "give a value, or leave the key out"


def _for_scalar(value: Any, written: str) -> str:
    if isinstance(value, bool):
        return f'but YAML takes {written} for {str(value).lower()}; put it in quotes: "{written}"'
    if isinstance(value, dt.date):
        return f'but YAML takes {written} for a date; put it in quotes: "{written}"'
    return f'got the number {written}; put it in quotes: "{written}"'


def _in_a_list(takes: tuple[Any, ...], value: Any, written: str | None) -> str:
    if inspect.VarTupleType in takes and not isinstance(value, (dict, list)):
        return f"; write [{value if written is None else written}]"
    return ""


def _for_list(types: list[Any], takes: tuple[Any, ...], value: list[Any]) -> str:
    mend = _text_of(value) if inspect.StrType in takes else _mapping_of(types, takes, value)
    return f"got a list; {mend}" if mend else "got a list"


def _text_of(value: list[Any]) -> str:
    if not value or not all(isinstance(item, str) for item in value):
        return ""
    if len(value) == 1:
        return f"write it without brackets: {_plain(value[0])}"
    text = "".join(f"{line}\n" for line in value)
    return f"lines are one text: {_short(_escaped(text))}"


def _mapping_of(types: list[Any], takes: tuple[Any, ...], value: list[Any]) -> str:
    """How a list is written as the mapping that is expected."""
    if value and all(isinstance(item, str) for item in value):
        listing = {field.encode_name for kind in types for field in getattr(kind, "fields", ())} & {"required"}
        return f"write {{{listing.pop()}: [{', '.join(map(_plain, value))}]}}" if listing else ""
    items = [item for item in value if isinstance(item, dict)]
    names = [item["name"] for item in items if isinstance(item.get("name"), str)]
    if names and inspect.DictType in takes:
        return f'write each with its name in front, in place of "- name: {names[0]}": {names[0]}: {{...}}'
    return 'leave out the "-" in front of each key' if items else ""


def _for_mapping(takes: tuple[Any, ...], value: Mapping[Any, Any]) -> str:
    if inspect.StrType in takes and len(value) == 1:
        key, item = next(iter(value.items()))
        if not isinstance(item, (dict, list)):
            text = f"{key}: {'' if item is None else item}".strip()
            return f'but ": " makes a mapping of it; put it in quotes: {quoted(text)}'
    if inspect.VarTupleType in takes and value and all(isinstance(item, dict) for item in value.values()):
        name = next(iter(value))
        return f'got a mapping; write each as an entry of a list, in place of "{name}:": - {{name: {name}, ...}}'
    if inspect.VarTupleType in takes:
        return 'got a mapping; put "- " in front of each entry, or brackets around it'
    return "got a mapping"


def _for_text(types: list[Any], takes: tuple[Any, ...], value: str) -> str:
    choices = [str(choice) for member in types if isinstance(member, inspect.LiteralType) for choice in member.values]
    word = _CHOICES.get(value.lower().replace("_", "-"), value)
    near = suggestion(word, choices) if choices else ""
    got = f"got {_short(_escaped(value))}"
    if near:
        return got + near
    number = re.fullmatch(r"\s*([-+]?\d+(\.\d+)?)\s*(%|points?|s)?\s*", value)
    if number and {inspect.IntType, inspect.FloatType} & set(takes):
        return f"{got}; write {number[1]} without quotes or unit"
    near_number = _near_number(value) if {inspect.IntType, inspect.FloatType} & set(takes) else ""
    if near_number:
        return f"{got}; write {near_number}"
    if inspect.BoolType in takes and value.lower() in ("true", "false", "yes", "no"):
        return f"{got}; write {'true' if value.lower() in ('true', 'yes') else 'false'} without quotes"
    name = next((member for member in types if getattr(member, "pattern", None)), None)
    if name is not None:
        return got + _as_name(value)
    return got + _text_as_list_or_mapping(types, value)


def _near_number(text: str) -> str:
    """The number of ``10,``, ``2,5`` or ``1O``."""
    number = re.sub(r"(?<=\d),(?=\d{1,2}$)", ".", text.strip().rstrip(",;"))
    number = re.sub(r"(?<=\d)[oO]|^[lI](?=\d)", lambda sign: "0" if sign[0] in "oO" else "1", number)
    return number if re.fullmatch(r"[-+]?\d+(\.\d+)?", number) else ""


_CHOICES: Mapping[str, str] = {
    "whitespace": "blanks",
    "white-space": "blanks",
    "spaces": "blanks",
    "trailing-whitespace": "trailing-blanks",
    "trailing-spaces": "trailing-blanks",
    "newline": "final-newline",
    "newlines": "line-ends",
    "empty-lines": "blank-lines",
    "letter-case": "case",
    "upper-case": "case",
    "unittest": "pytest",
    "junit5": "junit",
}
"""Words for choices that other tools use."""


def _text_as_list_or_mapping(types: list[Any], value: str) -> str:
    for member in types:
        if isinstance(member, inspect.VarTupleType) and isinstance(member.item_type, inspect.StrType):
            return f"; write [{', '.join(map(_plain, _words(value)))}]"
        if isinstance(member, inspect.VarTupleType) and isinstance(member.item_type, inspect.VarTupleType):
            return f"; write [[{', '.join(map(_plain, _words(value)))}]]"
        if isinstance(member, inspect.StructType):
            needed = [field.encode_name for field in member.fields if field.required]
            if len(needed) == 1:
                return f"; write {{{needed[0]}: {_escaped(value)}}}"
    return ""


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def list_of_lists(words: list[str]) -> str:
    """A list of words where a list of such lists is expected."""
    if any(" " in word for word in words):
        commands = ", ".join(f"[{', '.join(map(_plain, _words(word)))}]" for word in words)
        return f"expected a list of commands, each a list of words; write [{commands}]"
    return f"expected a list of commands, each a list of words; write [[{', '.join(map(_plain, words))}]]"


def list_of_mappings(types: Iterable[Any], value: list[Any]) -> str:
    """A list of plain values where each should be a mapping, such as the values of a variable without its name."""
    items = ", ".join(_plain(item) if isinstance(item, str) else str(item) for item in value[:3])
    more = ", ..." if len(value) > 3 else ""  # noqa: PLR2004 - as many are shown
    mend = (
        f"; name the variable: {{n: [{items}{more}]}}"
        if any(isinstance(kind, inspect.DictType) for kind in types)
        else _entries_as_mappings(types, value)
    )
    return f"expected a list of mappings, got [{items}{more}]{mend}"


def _entries_as_mappings(types: Iterable[Any], value: list[Any]) -> str:
    """The mend where each entry is one of our models: its first key in front of what stands there."""
    for item in types:
        if isinstance(item, inspect.StructType) and item.fields and isinstance(value[0], str):
            key = next((field for field in item.fields if field.required), item.fields[0]).encode_name
            return f"; each entry has keys: {{{key}: {_plain(value[0])}, ...}}"
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
    return f'"{_short(key)}" is no proper name; names are lower case with dashes{_as_name(key)}'


def _as_name(text: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()
    name = re.sub(r"[^a-z0-9]+", "-", name).strip("-")
    return f"; write {name}" if re.match(r"[a-z]", name) else ""


def no_quantity(quantity: Any, value: Any) -> str:
    """A duration, size or relative time that is none."""
    text = f'expected {quantity.kind} such as "{quantity.example}", got "{_short(str(value))}"'
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


def _plain(word: str) -> str:
    """A word as it may stand in a list in YAML."""
    return word if re.fullmatch(r"[A-Za-z_./][\w./+-]*", word) else _escaped(word)


def _escaped(text: str) -> str:
    """The text in double quotes, with line ends and such as YAML writes them."""
    return quoted(text) if "\n" not in text and "\t" not in text else _double(text)


def _double(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def _short(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
