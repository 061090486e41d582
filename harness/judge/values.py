"""Comparing values that came back from a student's function with the expected ones. Strict: ``true`` is not 1."""

from __future__ import annotations

import json
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
        return isinstance(actual, dict) and expected.keys() == actual.keys() and all(
            same(value, actual[key]) for key, value in expected.items()
        )  # fmt: skip
    return type(expected) is type(actual) and bool(expected == actual)


def show(value: Any) -> str:
    """A value as a student reads it: JSON on one line, tables a row a line."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if isinstance(value, dict) and value.keys() == {"repr"}:
        return str(value["repr"])
    return json.dumps(value, ensure_ascii=False)


def brief(value: Any) -> str:
    """A value inside a sentence."""
    text = show(value).replace("\n", ", ")
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004 - a sentence's part
