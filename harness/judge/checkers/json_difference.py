"""Compare two JSON values, numbers as decimals, and find the first difference by its path."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from harness.judge.checkers.base import is_within
from harness.model.family import json
from harness.model.finding import Parameter

_FEW = 300
"""So many items of an array in any order are held each against each."""
_SHOWN = 400
"""Characters of a value that are shown."""
_SHOWN_DEPTH = 8
_TYPES = {dict: "object", list: "array", str: "text", Decimal: "number", bool: "truth", type(None): "null"}
ABSENT: Any = object()
"""In the place of a value that is on one side only."""


class Difference(NamedTuple):
    """The first difference: the kind of a finding, where, the expected and the actual value, and parameters."""

    kind: str
    path: str
    sides: tuple[Any, Any]
    params: dict[str, Parameter] = {}


class JsonComparison(Struct, frozen=True):
    """How values are compared."""

    tolerance: float | None = None
    order: Literal["given", "any"] = "given"

    def first_difference(self, value: Any, wanted: Any, path: str = "$") -> Difference | None:
        """The first difference in the order of the expected value; None if both are equal."""
        if type(value) is not type(wanted):
            types = {"type": _TYPES[type(value)], "wanted_type": _TYPES[type(wanted)]}
            return Difference("json-type-differs", path, (wanted, value), dict(types))
        if isinstance(wanted, dict):
            return self._in_object(value, wanted, path)
        if isinstance(wanted, list):
            return (self._in_any_order if self.order == "any" else self._in_order)(value, wanted, path)
        same = self._is_near(value, wanted) if isinstance(wanted, Decimal) else value == wanted
        return None if same else Difference("json-value-differs", path, (wanted, value))

    def _is_near(self, value: Decimal, wanted: Decimal) -> bool:
        if value == wanted or self.tolerance is None:
            return value == wanted
        actual, expected = float(value), float(wanted)
        return math.isfinite(actual) and math.isfinite(expected) and is_within(self.tolerance, actual, expected)

    def _in_object(self, value: dict[str, Any], wanted: dict[str, Any], path: str) -> Difference | None:
        for key, item in wanted.items():
            if key not in value:
                return Difference("json-key-missing", path, (item, ABSENT), {"key": _cut(key)})
            difference = self.first_difference(value[key], item, path + _step(key))
            if difference is not None:
                return difference
        extra = next((key for key in value if key not in wanted), None)
        return (
            None if extra is None else Difference("json-key-extra", path, (ABSENT, value[extra]), {"key": _cut(extra)})
        )

    def _in_order(self, value: list[Any], wanted: list[Any], path: str) -> Difference | None:
        for index, (item, expected) in enumerate(zip(value, wanted, strict=False)):
            difference = self.first_difference(item, expected, f"{path}[{index}]")
            if difference is not None:
                return difference
        if len(value) == len(wanted):
            return None
        at = min(len(value), len(wanted))
        sides = (wanted[at] if at < len(wanted) else ABSENT, value[at] if at < len(value) else ABSENT)
        return Difference("json-items", path, sides, {"items": len(value), "wanted": len(wanted)})

    def _in_any_order(self, value: list[Any], wanted: list[Any], path: str) -> Difference | None:
        extra, missing = self._unmatched(value, wanted)
        if not extra and not missing:
            return None
        if len(extra) == len(missing) == 1:  # which one is meant is plain
            index = next(index for index, item in enumerate(value) if item is extra[0])
            return self.first_difference(extra[0], missing[0], f"{path}[{index}]")
        sides = (missing[0] if missing else ABSENT, extra[0] if extra else ABSENT)
        counts: dict[str, Parameter] = {"missing": len(missing), "extra": len(extra)}
        kind = "json-items-missing" if not extra else "json-items-extra" if not missing else "json-items-differ"
        return Difference(kind, path, sides, counts)

    def _unmatched(self, value: list[Any], wanted: list[Any]) -> tuple[list[Any], list[Any]]:
        """The items of each side that have no equal on the other."""
        extra, missing = _without_equal(value, wanted)
        if self.tolerance is None or not extra or not missing:
            return extra, missing
        if len(value) <= _FEW and len(wanted) <= _FEW:  # one that is exactly right may be needed for a neighbour
            return self._matched(value, wanted)
        return (
            self._matched(extra[:_FEW], missing[:_FEW]) if max(len(extra), len(missing)) <= _FEW else (extra, missing)
        )

    def _matched(self, value: Sequence[Any], wanted: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The items without a partner where as many as can be are paired."""
        near = [[at for at, item in enumerate(value) if self.first_difference(item, right) is None] for right in wanted]
        partner: dict[int, int] = {}
        missing = [number for number in range(len(wanted)) if not _pair(number, near, partner, set())]
        return [item for at, item in enumerate(value) if at not in partner], [wanted[number] for number in missing]


def _pair(number: int, near: list[list[int]], partner: dict[int, int], tried: set[int]) -> bool:
    """Find a partner for an expected item; others may get another one for it."""
    for at in near[number]:
        if at not in tried:
            tried.add(at)
            if at not in partner or _pair(partner[at], near, partner, tried):
                partner[at] = number
                return True
    return False


def _without_equal(value: list[Any], wanted: list[Any]) -> tuple[list[Any], list[Any]]:
    keys, wanted_keys = [_key(item) for item in value], [_key(item) for item in wanted]
    common = Counter(keys) & Counter(wanted_keys)
    return list(_beyond(value, keys, common.copy())), list(_beyond(wanted, wanted_keys, common.copy()))


def _beyond(items: list[Any], keys: list[Any], common: Counter[Any]) -> Iterator[Any]:
    for item, key in zip(items, keys, strict=True):
        if common[key] > 0:
            common[key] -= 1
        else:
            yield item


def _key(value: Any) -> Any:
    """What equal values have in common, where the order of items does not count."""
    if isinstance(value, dict):
        return "object", frozenset((key, _key(item)) for key, item in value.items())
    if isinstance(value, list):
        return "array", frozenset(Counter(_key(item) for item in value).items())
    return type(value).__name__, value


def _step(key: str) -> str:
    return f".{key}" if key.isidentifier() and len(key) <= _SHOWN else f"[{json.dumps(_cut(key), ensure_ascii=False)}]"


def _cut(text: str) -> str:
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def shown(value: Any) -> bytes | None:
    """A value as a report shows it, cut where it is long; None for one that is not there."""
    if value is ABSENT:
        return None
    text = ""
    for part in _parts(value, _SHOWN_DEPTH):
        text += part
        if len(text) > _SHOWN:
            return f"{text[:_SHOWN]}...".encode()
    return text.encode()


def _parts(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, (dict, list)) and depth == 0:
        yield "{...}" if isinstance(value, dict) else "[...]"
    elif isinstance(value, dict):
        for number, (key, item) in enumerate(value.items()):
            yield f"{', ' if number else '{'}{json.dumps(_cut(key), ensure_ascii=False)}: "
            yield from _parts(item, depth - 1)
        yield "}" if value else "{}"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield ", " if number else "["
            yield from _parts(item, depth - 1)
        yield "]" if value else "[]"
    elif isinstance(value, Decimal):
        yield str(value)
    else:
        yield json.dumps(_cut(value) if isinstance(value, str) else value, ensure_ascii=False)
