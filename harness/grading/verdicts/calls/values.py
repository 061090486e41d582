"""Show values that a student's function gave and the expected ones; say where two tables differ."""

from __future__ import annotations

import base64
import contextlib
import json
import math
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from harness.grading.verdicts.calls.equality import WILDCARD, Equality, Same
from harness.model.finding import Parameter
from harness.model.result import STRICT, ValueRules
from harness.spec.yaml.value_notation import (
    ANY as ANY_TAG,
)
from harness.spec.yaml.value_notation import (
    APPROXIMATE,
    BYTES,
    CHECK,
    LINKED,
    MAP,
    NUMBER,
    REPR,
    SEQUENCE,
    SET,
    TEXT,
    TUPLE,
    UNORDERED,
    VARIABLE,
    tag_of,
)

ANY = WILDCARD

_RULES = ContextVar("rules", default=STRICT)


@contextlib.contextmanager
def shown_as_in(rules: ValueRules) -> Iterator[None]:
    """Show values in the block as the language writes them."""
    token = _RULES.set(rules)
    try:
        yield
    finally:
        _RULES.reset(token)


def shown_rules() -> ValueRules:
    """The rules of the language in which values are shown now."""
    return _RULES.get()


same: Same = Equality().same
"""Whether ``actual`` is the expected value, types included; ``"*"`` accepts anything."""


def fill_wildcards(expected: Any, actual: Any) -> Any:
    """The expected value, with the actual one where ``"*"`` accepts anything, so that the two compare cell by cell."""
    if expected == ANY and isinstance(expected, str):
        return actual
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)) and len(expected) == len(actual):
        return list(map(fill_wildcards, expected, actual))
    return expected


def aligned(expected: Any, actual: Any, same: Same) -> Any:
    """The expected value as it is shown beside the actual one: what is accepted of it stands as it came.

    The entries of a mapping stand in the order in which they came, so that only what is wrong differs.
    """
    if same(expected, actual):
        return actual
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)) and len(expected) == len(actual):
        return [aligned(*pair, same) for pair in zip(expected, actual, strict=True)]
    if isinstance(expected, dict) and isinstance(actual, dict) and not tag_of(expected) and not tag_of(actual):
        order = [key for key in actual if key in expected]
        order += [key for key in expected if key not in actual]
        return {key: aligned(expected[key], actual[key], same) if key in actual else expected[key] for key in order}
    return expected


def first_wrong_cell(expected: Any, actual: Any, same: Same = same) -> dict[str, Parameter] | None:
    """The first cell of a table that is not right, and the two values; None if these are not tables of one shape."""
    if not isinstance(expected, (list, tuple)) or not isinstance(actual, (list, tuple)) or len(expected) != len(actual):
        return None
    row = next((number for number, pair in enumerate(zip(expected, actual, strict=True)) if not same(*pair)), None)
    if row is None:
        return None
    expected_row, actual_row = expected[row], actual[row]
    if not isinstance(expected_row, (list, tuple)) or not isinstance(actual_row, (list, tuple)):
        return None
    if len(expected_row) != len(actual_row):
        return None
    column = next(number for number, pair in enumerate(zip(expected_row, actual_row, strict=True)) if not same(*pair))
    wanted, value = abbreviated_pair(expected_row[column], actual_row[column])
    return {"row": row, "column": column, "value": value, "wanted": wanted}


def show(value: Any) -> str:
    """A value as a student reads it: on one line, tables a row a line. It can be written in any encoding of Unicode."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return "\n".join(_line(row) for row in value)
    return _line(value)


def _line(value: Any) -> str:
    tag = tag_of(value)
    shown = _tagged(tag, value[tag]) if tag else None
    if shown is not None:
        return shown
    if isinstance(value, (list, tuple)):
        return _bracketed("[", value, "]")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_line(key)}: {_line(item)}" for key, item in value.items()) + "}"
    if value is None or isinstance(value, bool):
        nothing, true, false = _RULES.get().constants
        return nothing if value is None else true if value else false
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return encodable(json.dumps(value, ensure_ascii=False))


def _bracketed(begin: str, items: Any, end: str) -> str:
    return f"{begin}{', '.join(map(_line, items))}{end}"


def _tagged(tag: str, content: Any) -> str | None:
    """A value with a tag; None if its content does not fit the tag, as a student may write one."""
    if tag in (TUPLE, SET, UNORDERED, SEQUENCE, LINKED, MAP):
        return _collection(tag, content)
    if tag == REPR:
        return encodable(str(content))
    if tag in (CHECK, VARIABLE):
        return f"{'$' if tag == VARIABLE else tag + ' '}{encodable(str(content))}"
    if tag == APPROXIMATE and isinstance(content, dict):
        return f"{content.get('value')} \u00b1 {content.get('absolute') or content.get('relative') or '1e-06'}"
    if tag == BYTES and isinstance(content, str):
        return _shown_bytes(content)
    return {TEXT: _line(content), NUMBER: encodable(str(content)), ANY_TAG: ANY}.get(tag)


def _collection(tag: str, content: Any) -> str | None:
    if tag == LINKED and isinstance(content, dict):
        content = [next(iter(node.values())) if len(node) == 1 else node for node in _nodes(content)]
    if not isinstance(content, (list, tuple)):
        return None
    if tag == TUPLE:
        return _bracketed("(", content, ",)" if len(content) == 1 else ")")
    if tag == SET:
        return _bracketed("{", content, "}") if content else "{} (a set)"
    if tag == MAP:
        return _pairs(content)
    return " -> ".join(map(_line, content)) or "an empty list" if tag == LINKED else _bracketed("[", content, "]")


def _pairs(content: Any) -> str | None:
    if not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in content):  # noqa: PLR2004
        return None
    return "{" + ", ".join(f"{_line(key)}: {_line(item)}" for key, item in content) + "}"


def _nodes(content: dict[str, Any]) -> list[dict[str, Any]]:
    nodes = content.get("nodes")
    return [node for node in nodes if isinstance(node, dict)] if isinstance(nodes, list) else []


def _shown_bytes(content: str) -> str | None:
    try:
        return repr(base64.b64decode(content, validate=True))
    except ValueError:
        return None


def encodable(text: str) -> str:
    """The text with lone surrogates escaped: a student's function may return them, and no report can write them."""
    return text.encode("utf-8", "backslashreplace").decode()


_LONGEST_PART = 60
"""Characters of a value in a sentence."""


def abbreviate(value: Any) -> str:
    """A value on one line of at most 60 characters, for a sentence."""
    return _cut(_in_line(value))


def abbreviated_pair(expected: Any, actual: Any) -> tuple[str, str]:
    """Two values that differ, abbreviated so that this is seen: long ones begin shortly before the difference."""
    texts = _in_line(expected), _in_line(actual)
    short = _cut(texts[0]), _cut(texts[1])
    if short[0] != short[1] or texts[0] == texts[1]:
        return short
    at = next((number for number, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]), 0)
    start = (at or min(map(len, texts))) - _LONGEST_PART // 2
    return _cut(f"...{texts[0][start:]}"), _cut(f"...{texts[1][start:]}")


def _in_line(value: Any) -> str:
    return _line(value).replace("\n", ", ")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_PART else text[: _LONGEST_PART - 3] + "..."


def bounds_of(least: int, most: int | None) -> dict[str, Parameter]:
    """A range of numbers as parameters of a finding: its ends, and which of them bound it."""
    if most is None:
        return {"bounds": "least", "least": least}
    bounds = "never" if most == 0 else "exact" if least == most else "between" if least else "most"
    return {"bounds": bounds, "least": least, "most": most}
