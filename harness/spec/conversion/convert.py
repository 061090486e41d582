"""Convert a parsed YAML value to a model; errors name file, line, path, what is expected there and how to fix it."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from harness.model.errors import SpecError
from harness.spec.yaml.location import KeyPath, Location, Problem
from harness.spec.yaml.source import Source

T = TypeVar("T", bound=msgspec.Struct)


def convert(source: Source, model: type[T]) -> T:
    """Convert the file's value to ``model``; raise SpecError with a line for each part that does not fit."""
    converted, problems = convert_what_fits(source, model)
    if converted is None or problems:
        raise SpecError("\n".join(map(str, problems)))
    return converted


def convert_what_fits(source: Source, model: type[T], repair: Any = None) -> tuple[T | None, list[Problem]]:
    """Convert the value without the parts that do not fit, and say which these are.

    None when what fits is not enough. ``repair`` completes it first: a function from value to value.
    """
    value = with_checker_tags(source.value)
    try:
        return _convert(value, model), []
    except msgspec.ValidationError:
        from harness.spec.conversion.type_check import type_check  # noqa: PLC0415 - only an error needs it

    fitting, misfits = type_check(source, value, model)
    problems = [Problem(source.at(misfit.key_path), misfit.message) for misfit in misfits]
    try:
        return _convert(repair(fitting) if repair and misfits else fitting, model), problems
    except msgspec.ValidationError as error:
        return None, problems or [Problem(Location(source.path, 1), str(error))]


def convert_part(source: Source, value: Any, model: type[T], key_path: KeyPath) -> tuple[T | None, list[Problem]]:
    """Convert a value that is in the place of a part of the file; None with problems if it does not fit."""
    value = with_checker_tags(value)
    try:
        return _convert(value, model), []
    except msgspec.ValidationError as error:
        from harness.spec.conversion.type_check import type_check  # noqa: PLC0415 - only an error needs it

        fitting, misfits = type_check(source, value, model, key_path)
        if not misfits:
            return _convert(fitting, model), []
        problems = [Problem(source.at(misfit.key_path), misfit.message) for misfit in misfits]
        return None, problems or [Problem(source.at(key_path), str(error))]


def _convert(value: Any, model: type[T]) -> T:
    return msgspec.convert(value, model, dec_hook=_parse_quantity, str_keys=True)


def with_checker_tags(value: Any) -> Any:
    """Give ``{golden: true}`` and ``{text: ...}`` the name of the default checker, so that it may be left out."""
    if isinstance(value, list):
        return [with_checker_tags(item) if isinstance(item, (dict, list)) else item for item in value]
    if not isinstance(value, dict):
        return value
    fixed = {key: with_checker_tags(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    for key in ("stdout", "stderr", *(("message",) if "raises" in fixed else ())):
        _add_checker_tag(fixed, key)
    if isinstance(fixed.get("produces"), dict):
        for key in fixed["produces"]:
            _add_checker_tag(fixed["produces"], key)
    return fixed


def _add_checker_tag(mapping: dict[str, Any], key: str) -> None:
    if isinstance(mapping.get(key), dict):
        mapping[key] = {"check": "text"} | mapping[key]
        if mapping[key]["check"] == "not":
            _add_checker_tag(mapping[key], "of")


def _parse_quantity(quantity_type: Any, value: Any) -> Any:
    """A quantity from the form that people write: its type has ``parse``, and says what it is and an example."""
    if not hasattr(quantity_type, "parse"):
        raise NotImplementedError(quantity_type)
    try:
        return quantity_type.parse(value)
    except (TypeError, ValueError):
        raise ValueError(f'expected {quantity_type.kind} such as "{quantity_type.example}", got "{value}"') from None
