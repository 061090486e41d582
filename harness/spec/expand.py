"""Expand the cases of a spec to the cases that are run: fill in ``for`` variables and defaults."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from harness.model.errors import SpecError
from harness.spec.model import Case, Spec

Values = Mapping[str, object]

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_FILLED_LATER = r"\{files:[^{}]*\}|\{main\}"
_MARK = re.compile(rf"{_FILLED_LATER}|\{{\{{|\}}\}}|\{{([A-Za-z_]\w*)\}}|[{{}}]")
_FILLED_WITH_VALUES = ("calls", "let", "set_fields", "get_fields", "trace")
"""Keys that hold values: ``"{x}"`` alone becomes the variable's value itself, also a number or a list."""
_FILLED = ("run", "args", "stdin", "files", "stdout", "stderr", "produces", "built", "dialogue", "attempts")


def expand(spec: Spec, index: int) -> Iterator[tuple[Case, Values]]:
    """The cases that entry ``index`` of the spec stands for, each with the values of its variables.

    Raises:
        SpecError: when a variable is unknown or a range is empty; its message has no location, which the caller adds.

    """
    case = spec.cases[index]
    for values in _combinations(case.variables):
        filled: dict[str, Any] = {}
        if case.variables is not None:
            filled = {key: fill(getattr(case, key), values) for key in ("name", *_FILLED)}
            filled |= {key: fill(getattr(case, key), values, raw=True) for key in _FILLED_WITH_VALUES}
        yield msgspec.structs.replace(case, **(filled | _filled_defaults(spec, case))), values


def _filled_defaults(spec: Spec, case: Case) -> dict[str, Any]:
    keys = ("exit", "near_misses", "output_files", "attempts", "visibility")
    return {key: getattr(spec.defaults, key) for key in keys if getattr(case, key) is None}


def _combinations(variables: Any) -> Iterator[Values]:
    if variables is None:
        yield {}
    elif isinstance(variables, Mapping):
        for combination in itertools.product(*(_values_of(name, values) for name, values in variables.items())):
            yield dict(zip(variables, combination, strict=True))
    else:
        yield from variables


def _values_of(name: str, values: object) -> list[object]:
    bounds = _RANGE.fullmatch(values) if isinstance(values, str) else None
    if bounds:
        first, last = int(bounds[1]), int(bounds[2])
        if first > last:
            raise SpecError(f'the range "{values}" of "{name}" is empty')
        return list(range(first, last + 1))
    if not isinstance(values, list) or not values:
        raise SpecError(f'"{name}" takes a range such as 1..10 or a list of values, got {values!r}')
    return values


def fill(value: Any, values: Values, *, raw: bool = False) -> Any:
    """Replace every ``{name}`` in ``value``; ``["{argv}"]`` is spliced when ``argv`` is a list. Models stay models.

    ``raw``: a text that is a single variable and nothing else becomes that variable's value, and nothing is spliced.
    """
    if isinstance(value, str):
        alone = _MARK.fullmatch(value) if raw else None
        return values[alone[1]] if alone and alone[1] in values else _filled_text(value, values)
    if isinstance(value, (list, tuple)):
        return tuple(item for element in value for item in _filled_items(element, values, raw=raw))
    if isinstance(value, Mapping):
        return {fill(key, values): fill(item, values, raw=raw) for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        return type(value)(**{name: fill(getattr(value, name), values, raw=raw) for name in value.__struct_fields__})
    return value


def _filled_items(item: Any, values: Values, *, raw: bool) -> tuple[Any, ...]:
    alone = _MARK.fullmatch(item) if isinstance(item, str) else None
    value = values.get(alone[1]) if alone and alone[1] else None
    if isinstance(value, list) and not raw:
        return tuple(str(element) for element in value)
    return (fill(item, values, raw=raw),)


def _filled_text(text: str, values: Values) -> str:
    def replaced(mark: re.Match[str]) -> str:
        if mark[0] in ("{{", "}}"):
            return mark[0][0]
        if re.fullmatch(_FILLED_LATER, mark[0]):
            return mark[0]
        if mark[1] is None:
            raise SpecError(f'a single "{mark[0]}" in {text!r}; write "{mark[0] * 2}" for a brace in a case with "for"')
        if mark[1] not in values:
            raise SpecError(
                f'"{{{mark[1]}}}" is no variable of this case; it has {", ".join(map(str, values)) or "none"}'
            )
        return str(values[mark[1]])

    return _MARK.sub(replaced, text)
