"""Whether a value that a student's function gave is the expected one. Strict in types, but where the spec is open.

Sequences are walked before their items, and what is unordered is matched one by one, so the time is bounded by the
product of the lengths; the judging child is bounded besides.
"""

from __future__ import annotations

import base64
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from harness.model.result import STRICT, ValueRules
from harness.spec.format.model import Tolerance
from harness.spec.yaml.value_notation import (
    ANY,
    APPROXIMATE,
    BYTES,
    CHECK,
    LINKED,
    MAP,
    NUMBER,
    SEQUENCE,
    SET,
    TEXT,
    TUPLE,
    UNORDERED,
    tag_of,
)

WILDCARD = "*"
"""Stands for any value, anywhere in what is expected."""
_DEFAULT_RELATIVE = 1e-6
_DEEPEST = 50
"""Nodes of a linked list that are compared as mappings inside each other; a spec cannot be nested deeper."""

Same = Callable[[Any, Any], bool]


class Equality(Struct):
    """A way to compare: the language's rules, the tolerance of a call, the course's functions."""

    rules: ValueRules = STRICT
    tolerance: Tolerance | None = None
    functions: Mapping[str, Callable[..., Any]] = {}
    truth_as_number: bool = False
    """Whether ``1`` and ``true``, and ``0`` and ``false``, are the same."""
    said: list[str] = field(default_factory=list)
    """What functions of ``checks.py`` said of values that they did not accept."""

    def same(self, expected: Any, actual: Any) -> bool:
        """Whether ``actual`` is what is expected; ``"*"`` accepts anything."""
        if expected == WILDCARD and isinstance(expected, str):
            return True
        tag = tag_of(expected)
        if tag:
            return self._tagged(tag, expected[tag], actual)
        if isinstance(expected, (list, tuple)):
            return isinstance(actual, (list, tuple)) and self._in_order(expected, actual)
        if isinstance(expected, dict):
            return self._map(list(expected.items()), actual)
        return self._scalar(expected, actual)

    def _scalar(self, expected: Any, actual: Any) -> bool:
        if self.rules.character_as_number and isinstance(expected, str) != isinstance(actual, str):
            expected, actual = code_of(expected), code_of(actual)
        if self.truth_as_number and isinstance(expected, bool) != isinstance(actual, bool):
            return _is_truth(expected) and _is_truth(actual) and bool(expected) is bool(actual)
        if isinstance(expected, bool):
            as_number = self.rules.number_as_truth and type(actual) is int
            return bool(actual) == expected if as_number else actual is expected
        if isinstance(expected, (int, float)):
            return self._is_number(expected, number_of(actual))
        return type(expected) is type(actual) and bool(expected == actual)

    def _is_number(self, expected: float, actual: float | None) -> bool:
        if actual is None:
            return False
        if self.tolerance is not None:
            return is_close(expected, actual, self.tolerance.absolute, self.tolerance.relative)
        if type(expected) is not type(actual) and not self.rules.one_number:
            return False
        return expected == actual or (expected != expected and actual != actual)  # noqa: PLR0124 - NaN is not itself

    def _in_order(self, expected: Any, actual: Any) -> bool:
        return len(expected) == len(actual) and all(map(self.same, expected, actual))

    def _tagged(self, tag: str, content: Any, actual: Any) -> bool:
        if tag not in _OPEN:
            return bool({tag: content} == actual)
        return bool(getattr(self, f"_{tag[1:]}")(content, actual))

    def _any(self, _content: Any, _actual: Any) -> bool:
        return True

    def _text(self, content: Any, actual: Any) -> bool:
        return isinstance(actual, str) and bool(content == actual)

    def _number(self, content: Any, actual: Any) -> bool:
        number = number_of({NUMBER: content})
        return number is not None and self._is_number(number, number_of(actual))

    def _tuple(self, content: Any, actual: Any) -> bool:
        items = actual.get(TUPLE) if isinstance(actual, dict) else actual if self.rules.list_as_tuple else None
        return isinstance(items, (list, tuple)) and self._in_order(content, items)

    def _sequence(self, content: Any, actual: Any) -> bool:
        items = actual[TUPLE] if tag_of(actual) == TUPLE else actual
        return isinstance(items, (list, tuple)) and self._in_order(content, items)

    def _set(self, content: Any, actual: Any) -> bool:
        return tag_of(actual) == SET and _matched(self.same, content, actual[SET], exact=self.tolerance is None)

    def _unordered(self, content: Any, actual: Any) -> bool:
        tag = tag_of(actual)
        return _matched(
            self.same, content, actual[tag] if tag in (TUPLE, SET) else actual, exact=self.tolerance is None
        )

    def _map(self, content: Any, actual: Any) -> bool:
        """Whether two mappings have the same keys with the same values, whatever their order."""
        if tag_of(actual) == LINKED:
            actual = unlinked(actual[LINKED])
        if not isinstance(actual, dict) or tag_of(actual) not in ("", MAP):
            return False
        pairs = actual[MAP] if MAP in actual else list(actual.items())
        if not isinstance(pairs, list) or not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs):  # noqa: PLR2004
            return False
        return _matched(
            lambda right, came: self._key(right[0], came[0]) and self.same(right[1], came[1]), content, pairs
        )

    def _key(self, expected: Any, actual: Any) -> bool:
        if self.rules.text_keys and isinstance(actual, str) and isinstance(expected, (int, float)):
            return str(expected) == actual
        return self.same(expected, actual)

    def _bytes(self, content: Any, actual: Any) -> bool:
        wanted = base64.b64decode(content)
        if isinstance(actual, str):
            return self.rules.text_as_bytes and actual.encode("utf-8", "surrogatepass") == wanted
        return bool({BYTES: content} == actual)

    def _approx(self, content: Any, actual: Any) -> bool:
        absolute = content.get("absolute", 0)
        relative = content.get("relative", 0 if absolute else _DEFAULT_RELATIVE)
        number = number_of(actual)
        return number is not None and is_close(content["value"], number, absolute, relative)

    def _check(self, content: Any, actual: Any) -> bool:
        """Whether a function of ``checks.py`` accepts the value: it returns true or false, or says what is wrong."""
        verdict: object = self.functions[content](actual)
        if isinstance(verdict, str) and verdict:
            self.said.append(verdict)
        return not isinstance(verdict, str) and bool(verdict)

    def _linked(self, content: list[Any], actual: Any) -> bool:
        """Whether the nodes of a linked list hold these values; a node with a single value is that value."""
        if actual is None:
            return not content
        nodes = actual[LINKED].get("nodes") if tag_of(actual) == LINKED and isinstance(actual[LINKED], dict) else None
        if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
            return False
        return len(content) == len(nodes) and all(map(self._node, content, nodes))

    def _node(self, expected: Any, node: dict[str, Any]) -> bool:
        if isinstance(expected, dict) and not tag_of(expected):
            return self.same(expected, node)
        return len(node) == 1 and self.same(expected, next(iter(node.values())))


_OPEN = frozenset({ANY, TEXT, NUMBER, TUPLE, SET, UNORDERED, MAP, BYTES, APPROXIMATE, CHECK, LINKED, SEQUENCE})
"""The tags of expected values; each has the method of its name."""


def _is_truth(value: Any) -> bool:
    """Whether a value is true, false, or the whole number for one of them."""
    return isinstance(value, int) and value in (0, 1)


def code_of(value: Any) -> Any:
    """A text of one character as its number; anything else as it is."""
    return ord(value) if isinstance(value, str) and len(value) == 1 else value


def number_of(value: Any) -> float | None:
    """A value as a number, those that are not finite too; None when it is none."""
    if tag_of(value) == NUMBER:
        return {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}.get(str(value[NUMBER]))
    return value if type(value) in (int, float) else None


def is_close(expected: float, actual: float, absolute: float, relative: float) -> bool:
    """Whether a number is near enough by either tolerance; numbers that are not finite only to themselves."""
    if expected == actual or (expected != expected and actual != actual):  # noqa: PLR0124 - NaN is not itself
        return True
    try:
        distance = abs(actual - expected)
        return distance < math.inf and distance <= max(absolute, relative * abs(expected))
    except OverflowError:  # a whole number beyond what a float holds
        return False


def unlinked(content: Any) -> Any:
    """The nodes of a linked list as mappings inside each other, as they lie in memory; None if there is none."""
    nodes, link = (content.get("nodes"), content.get("link")) if isinstance(content, dict) else (None, None)
    whole: Any = None
    few: list[Any] = nodes if isinstance(nodes, list) and len(nodes) <= _DEEPEST else []
    for node in reversed(few):
        whole = {**node, link: whole} if isinstance(node, dict) else None
    return whole


def _matched(same: Same, expected: Any, actual: Any, *, exact: bool = False) -> bool:
    """Whether each expected item is one of those that came, each of these once.

    Equal items are taken away first where ``exact`` allows that; the rest is matched by augmenting paths, as what is
    expected may be open and accept several items.
    """
    if not isinstance(actual, (list, tuple)) or len(expected) != len(actual):
        return False
    if exact:
        expected, actual = _without_equal(expected, actual)
    owner: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for at, item in enumerate(actual):
            if at not in tried and same(expected[number], item):
                tried.add(at)
                if at not in owner or place(owner[at], tried):
                    owner[at] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(expected)))


def _without_equal(expected: Any, actual: Any) -> tuple[list[Any], list[Any]]:
    """Both sides without the closed items that both have."""
    texts = [json.dumps(item, sort_keys=True, default=repr) for item in expected]
    closed = Counter(text for text in texts if '"!' not in text and f'"{WILDCARD}"' not in text)
    came = [json.dumps(item, sort_keys=True, default=repr) for item in actual]
    common = closed & Counter(came)
    return _remaining(expected, texts, common), _remaining(actual, came, common)


def _remaining(items: Any, texts: list[str], common: Counter[str]) -> list[Any]:
    left, kept = Counter(common), []
    for item, text in zip(items, texts, strict=True):
        if left[text] > 0:
            left[text] -= 1
        else:
            kept.append(item)
    return kept
