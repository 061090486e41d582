"""Convert a parsed YAML value to a model; errors name file, line, path and the nearest known key."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from harness.model.errors import SpecError
from harness.spec.source import KeyPath, Source
from harness.spec.units import QUANTITIES

T = TypeVar("T", bound=msgspec.Struct)

_PATH_STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+|\.\.\.)\]|\[('.*?'|\".*?\")\]")
_TYPE_NAMES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


def convert(source: Source, model: type[T]) -> T:
    """Convert the file's value to ``model``; raise SpecError for the first part that does not fit."""
    try:
        return _convert(_with_checker_tags(source.value), model)
    except msgspec.ValidationError as error:
        raise SpecError(_explain(source, model, str(error))) from None


def _convert(value: Any, model: type[T]) -> T:
    return msgspec.convert(value, model, dec_hook=_parse_quantity, str_keys=True)


def _with_checker_tags(value: Any) -> Any:
    """Give ``{golden: true}`` and ``{text: ...}`` the name of the default checker, so that it may be left out."""
    if isinstance(value, list):
        return [_with_checker_tags(item) if isinstance(item, (dict, list)) else item for item in value]
    if not isinstance(value, dict):
        return value
    fixed = {key: _with_checker_tags(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    for key in ("stdout", "stderr"):
        _add_checker_tag(fixed, key)
    if isinstance(fixed.get("produces"), dict):
        for key in fixed["produces"]:
            _add_checker_tag(fixed["produces"], key)
    return fixed


def _add_checker_tag(mapping: dict[str, Any], key: str) -> None:
    if isinstance(mapping.get(key), dict):
        mapping[key] = {"check": "text"} | mapping[key]


def _parse_quantity(quantity_type: type, value: Any) -> Any:
    for quantity in QUANTITIES:
        if quantity_type is quantity:
            try:
                return quantity.parse(value)
            except (TypeError, ValueError):
                raise ValueError(f'expected {quantity.kind} such as "{quantity.example}", got "{value}"') from None
    raise NotImplementedError(quantity_type)


def _explain(source: Source, model: type, message: str) -> str:
    text, _, path = message.partition(" - at `")
    key_itself = path.startswith("key` in `")
    key_path = _key_path(
        _with_checker_tags(source.value), model, message, path.removeprefix("key` in `").removesuffix("`")
    )
    unknown = re.search(r"unknown field `(.+?)`", text)
    if unknown:
        return _unknown_key(source, model, key_path, unknown[1])
    if key_itself:
        return (
            f"{source.at(key_path)}: a key is not a proper name ({_reworded(text)}); names are lower case with dashes"
        )
    return f"{source.at(key_path)}: {_reworded(text, _value_at(source.value, key_path))}"


def _unknown_key(source: Source, model: type, key_path: KeyPath, key: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    known = _fields(model, source.value, key_path)
    near = get_close_matches(key, known, 1, 0.5)
    advice = f'did you mean "{near[0]}"?' if near else f"known keys: {', '.join(known)}"
    return f'{source.at((*key_path, key))}: unknown key "{key}"; {advice}'


def _fields(model: Any, value: Any, key_path: KeyPath) -> list[str]:
    """The keys that the record at ``key_path`` may have, found by walking the model along the path."""
    info = msgspec.inspect.type_info(model)
    for key in key_path:
        info = _child_type(info, value, key)
        value = _child(value, key)
    record = _record_type(info, value)
    return [field.encode_name for field in record.fields] if record else []


def _child_type(info: Any, value: Any, key: str | int) -> Any:
    record = _record_type(info, value)
    if record:
        return next((field.type for field in record.fields if field.encode_name == key), None)
    for member in getattr(info, "types", (info,)):
        child_type = getattr(member, "item_type", None) if isinstance(key, int) else getattr(member, "value_type", None)
        if child_type is not None:
            return child_type
    return None


def _record_type(info: Any, value: Any) -> Any:
    """The record type among a union's members that fits the value's ``check`` tag."""
    records = [member for member in getattr(info, "types", (info,)) if isinstance(member, msgspec.inspect.StructType)]
    tag = value.get("check", "text") if isinstance(value, dict) else None
    return next((record for record in records if record.tag == tag), records[0] if records else None)


def _key_path(value: Any, model: type, message: str, path: str) -> KeyPath:
    """Msgspec's path as keys. It writes ``[...]`` for a mapping's key, which is the one that fails alike alone."""
    keys: list[str | int] = []
    for name, index, quoted in _PATH_STEP.findall(path):
        if index != "...":
            keys.append(name or quoted[1:-1] or int(index))
            continue
        mapping = _value_at(value, tuple(keys))
        failing = next(
            (key for key in mapping if _fails_alike(_narrowed(value, tuple(keys), key), model, message)), None
        )
        if failing is None:
            break
        keys.append(failing)
        value = _narrowed(value, tuple(keys[:-1]), failing)
    return tuple(keys)


def _narrowed(value: Any, key_path: KeyPath, key: Any) -> Any:
    """The value with the mapping at ``key_path`` narrowed down to one key."""
    if not key_path:
        return {key: value[key]}
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[key_path[0]] = _narrowed(value[key_path[0]], key_path[1:], key)  # type: ignore[index]
    return copy


def _fails_alike(value: Any, model: type, message: str) -> bool:
    try:
        _convert(value, model)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _child(value: Any, key: str | int) -> Any:
    try:
        return value[key]
    except (KeyError, IndexError, TypeError):
        return None


def _value_at(value: Any, key_path: KeyPath) -> Any:
    for key in key_path:
        value = _child(value, key)
    return value


def _reworded(text: str, value: Any = None) -> str:
    """Reword a message of msgspec: ``Expected `int`, got `str``` becomes ``expected a whole number, got a text``."""
    mismatch = re.match(r"Expected `(.+?)`( [<>]=? \S+)?(?: matching regex (.*)|, got `(.+?)`)?$", text)
    if mismatch:
        names = " or ".join(
            dict.fromkeys(_TYPE_NAMES.get(part.strip(), part.strip()) for part in mismatch[1].split("|"))
        )
        got = (
            f", got {value!r}"
            if isinstance(value, (str, int, float))
            else f", got {_TYPE_NAMES.get(mismatch[4] or '', mismatch[4])}"
        )
        return f"expected {names}{mismatch[2] or ''}{got}"
    missing = re.match(r"Object missing required field `(.+?)`", text)
    if missing:
        return f'the key "{missing[1]}" is missing'
    choice = re.match(r"Invalid (?:enum )?value (.+)", text)
    return f"{choice[1]} is not one of the accepted values" if choice else text[:1].lower() + text[1:]
