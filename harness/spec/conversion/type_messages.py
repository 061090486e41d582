"""The sentences for values that do not fit: what is expected, what is there, and how to fix it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import inspect

from harness.model.errors import suggestion
from harness.spec.conversion.entry_messages import write_name
from harness.spec.yaml.place import quoted
from harness.spec.yaml.value_notation import command_words, escaped, plain, shortened


def mismatch(types: Iterable[Any], value: Any, written: str | None) -> str:
    """A value that no type of the union takes. ``written``: how a number, date or such stands in the file."""
    types = [member for member in types if not isinstance(member, inspect.NoneType)]
    return f"expected {expected(types)}, {_fix(types, value, written)}"


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


def _fix(types: list[Any], value: Any, written: str | None) -> str:
    """What is there, and what to write in its place where that is known."""
    takes = tuple(type(member) for member in types)
    if value is None:
        return f"but nothing is here; {_for_nothing(takes)}"
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
    fix = _text_of(value) if inspect.StrType in takes else _mapping_of(types, takes, value)
    return f"got a list; {fix}" if fix else "got a list"


def _text_of(value: list[Any]) -> str:
    if not value or not all(isinstance(item, str) for item in value):
        return ""
    if len(value) == 1:
        return f"write it without brackets: {plain(value[0])}"
    text = "".join(f"{line}\n" for line in value)
    return f"lines are one text: {shortened(escaped(text))}"


def _mapping_of(types: list[Any], takes: tuple[Any, ...], value: list[Any]) -> str:
    """How a list is written as the mapping that is expected."""
    if value and all(isinstance(item, str) for item in value):
        listing = {field.encode_name for kind in types for field in getattr(kind, "fields", ())} & {"required"}
        return f"write {{{listing.pop()}: [{', '.join(map(plain, value))}]}}" if listing else ""
    items = [item for item in value if isinstance(item, dict)]
    names = [item["name"] for item in items if isinstance(item.get("name"), str)]
    if names and inspect.DictType in takes:
        return f'write each as a key of its own, instead of "- name: {names[0]}": {names[0]}: {{...}}'
    return 'leave out the "-" before each key' if items else ""


def _for_mapping(takes: tuple[Any, ...], value: Mapping[Any, Any]) -> str:
    if inspect.StrType in takes and len(value) == 1:
        key, item = next(iter(value.items()))
        if not isinstance(item, (dict, list)):
            text = f"{key}: {'' if item is None else item}".strip()
            return f'but ": " makes a mapping of it; put it in quotes: {quoted(text)}'
    if inspect.VarTupleType in takes and value and all(isinstance(item, dict) for item in value.values()):
        name = next(iter(value))
        return f'got a mapping; write each as an entry of a list, instead of "{name}:": - {{name: {name}, ...}}'
    if inspect.VarTupleType in takes:
        return 'got a mapping; put "- " before each entry, or brackets around it'
    return "got a mapping"


def _for_text(types: list[Any], takes: tuple[Any, ...], value: str) -> str:
    choices = [str(choice) for member in types if isinstance(member, inspect.LiteralType) for choice in member.values]
    word = _CHOICES.get(value.lower().replace("_", "-"), value)
    near = suggestion(word, choices) if choices else ""
    got = f"got {shortened(escaped(value))}"
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
        return got + write_name(value)
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
            return f"; write [{', '.join(map(plain, command_words(value)))}]"
        if isinstance(member, inspect.VarTupleType) and isinstance(member.item_type, inspect.VarTupleType):
            return f"; write [[{', '.join(map(plain, command_words(value)))}]]"
        if isinstance(member, inspect.StructType):
            needed = [field.encode_name for field in member.fields if field.required]
            if len(needed) == 1:
                return f"; write {{{needed[0]}: {escaped(value)}}}"
    return ""
