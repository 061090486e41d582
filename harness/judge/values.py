"""Compare values that a student's function returned with the expected ones. Strict: ``true`` is not 1."""

from __future__ import annotations

import json
import math
from typing import Any

ANY = "*"
"""Stands for any value, anywhere in what is expected."""


def same(expected: Any, actual: Any) -> bool:
    """Whether ``actual`` is the expected value, types included; ``"*"`` accepts anything."""
    if expected == ANY and isinstance(expected, str):
        return True
    if isinstance(expected, (list, tuple)):
        return isinstance(actual, (list, tuple)) and len(expected) == len(actual) and all(map(same, expected, actual))
    if isinstance(expected, dict):
        return (
            isinstance(actual, dict)
            and expected.keys() == actual.keys()
            and all(same(value, actual[key]) for key, value in expected.items())
        )
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(actual, float) and math.isnan(actual)
    return type(expected) is type(actual) and bool(expected == actual)


def fill_wildcards(expected: Any, actual: Any) -> Any:
    """The expected value, with the actual one where ``"*"`` accepts anything, so that the two compare cell by cell."""
    if expected == ANY and isinstance(expected, str):
        return actual
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)) and len(expected) == len(actual):
        return list(map(fill_wildcards, expected, actual))
    return expected


def first_wrong_cell(expected: Any, actual: Any) -> str:
    """The first cell of a table that is not right, in words; empty where these are not tables of one shape."""
    if not isinstance(expected, (list, tuple)) or not isinstance(actual, (list, tuple)) or len(expected) != len(actual):
        return ""
    row = next((number for number, pair in enumerate(zip(expected, actual, strict=True)) if not same(*pair)), None)
    if row is None:
        return ""
    expected_row, actual_row = expected[row], actual[row]
    if not isinstance(expected_row, (list, tuple)) or not isinstance(actual_row, (list, tuple)):
        return ""
    if len(expected_row) != len(actual_row):
        return ""
    column = next(number for number, pair in enumerate(zip(expected_row, actual_row, strict=True)) if not same(*pair))
    return f"[{row}][{column}] is {abbreviate(actual_row[column])} and must be {abbreviate(expected_row[column])}"


def show(value: Any) -> str:
    """A value as a student reads it: on one line, tables a row a line. It can be written in any encoding of Unicode."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return "\n".join(_line(row) for row in value)
    return _line(value)


def _line(value: Any) -> str:
    if isinstance(value, dict) and value.keys() == {"repr"}:
        return encodable(str(value["repr"]))
    if isinstance(value, dict) and value.keys() == {"tuple"} and isinstance(value["tuple"], (list, tuple)):
        inside = ", ".join(map(_line, value["tuple"]))
        return f"({inside},)" if len(value["tuple"]) == 1 else f"({inside})"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_line, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_line(key)}: {_line(item)}" for key, item in value.items()) + "}"
    return encodable(json.dumps(value, ensure_ascii=False))


def encodable(text: str) -> str:
    """The text with lone surrogates escaped: a student's function may return them, and no report can write them."""
    return text.encode("utf-8", "backslashreplace").decode()


def abbreviate(value: Any) -> str:
    """A value on one line of at most 60 characters, for a sentence."""
    text = show(value).replace("\n", ", ")
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004 - a sentence's part
