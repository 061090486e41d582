"""Comparing values that came back from a student's function with the expected ones. Strict: ``true`` is not 1."""

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
        return (
            isinstance(actual, (list, tuple))
            and len(expected) == len(actual)
            and all(same(one, other) for one, other in zip(expected, actual, strict=True))
        )
    if isinstance(expected, dict):
        return (
            isinstance(actual, dict)
            and expected.keys() == actual.keys()
            and all(same(value, actual[key]) for key, value in expected.items())
        )
    if isinstance(expected, float) and math.isnan(expected):
        return isinstance(actual, float) and math.isnan(actual)
    return type(expected) is type(actual) and bool(expected == actual)


def filled(expected: Any, actual: Any) -> Any:
    """The expected value, with what came wherever anything is right: a student compares the two square by square."""
    if expected == ANY and isinstance(expected, str):
        return actual
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)) and len(expected) == len(actual):
        return [filled(one, other) for one, other in zip(expected, actual, strict=True)]
    return expected


def square(expected: Any, actual: Any) -> str:
    """The first square of a table that is not right, in words; nothing where these are no tables of one shape."""
    if not isinstance(expected, (list, tuple)) or not isinstance(actual, (list, tuple)) or len(expected) != len(actual):
        return ""
    at = next((row for row, pair in enumerate(zip(expected, actual, strict=True)) if not same(*pair)), None)
    if at is None:
        return ""
    right, came = expected[at], actual[at]
    if not isinstance(right, (list, tuple)) or not isinstance(came, (list, tuple)) or len(right) != len(came):
        return ""
    column = next(number for number, pair in enumerate(zip(right, came, strict=True)) if not same(*pair))
    return f"[{at}][{column}] is {brief(came[column])} and must be {brief(right[column])}"


def show(value: Any) -> str:
    """A value as a student reads it: on one line, tables a row a line. It can be written in any encoding of Unicode."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return "\n".join(_line(row) for row in value)
    return _line(value)


def _line(value: Any) -> str:
    if isinstance(value, dict) and value.keys() == {"repr"}:
        return clean(str(value["repr"]))
    if isinstance(value, dict) and value.keys() == {"tuple"} and isinstance(value["tuple"], (list, tuple)):
        inside = ", ".join(map(_line, value["tuple"]))
        return f"({inside},)" if len(value["tuple"]) == 1 else f"({inside})"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_line, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_line(key)}: {_line(one)}" for key, one in value.items()) + "}"
    return clean(json.dumps(value, ensure_ascii=False))


def clean(text: str) -> str:
    """The text without halves of characters: a student's function may return them, and no report can write them."""
    return text.encode("utf-8", "backslashreplace").decode()


def brief(value: Any) -> str:
    """A value inside a sentence."""
    text = show(value).replace("\n", ", ")
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004 - a sentence's part
