"""From a parsed YAML value to a model; every error with file, line, path and the nearest known key."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from harness.model.errors import SpecError
from harness.spec.source import KeyPath, Source
from harness.spec.units import QUANTITIES

T = TypeVar("T", bound=msgspec.Struct)

_STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+|\.\.\.)\]|\[('.*?'|\".*?\")\]")
_NAMES = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
          "object": "a mapping", "null": "nothing"}  # fmt: skip


def convert(source: Source, model: type[T]) -> T:
    """The file's value as ``model``; SpecError names the first thing that does not fit."""
    try:
        return _accept(_checker_tags(source.value), model)
    except msgspec.ValidationError as error:
        raise SpecError(_explain(source, model, str(error))) from None


def _accept(value: Any, model: type[T]) -> T:
    return msgspec.convert(value, model, dec_hook=_quantity, str_keys=True)


def _checker_tags(value: Any) -> Any:
    """Give ``{golden: true}`` and ``{text: ...}`` the name of the default checker, so that it may be left out."""
    if isinstance(value, list):
        return [_checker_tags(item) if isinstance(item, (dict, list)) else item for item in value]
    if not isinstance(value, dict):
        return value
    fixed = {key: _checker_tags(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    for key in ("stdout", "stderr"):
        _tag(fixed, key)
    if isinstance(fixed.get("produces"), dict):
        for key in fixed["produces"]:
            _tag(fixed["produces"], key)
    return fixed


def _tag(mapping: dict[str, Any], key: str) -> None:
    if isinstance(mapping.get(key), dict):
        mapping[key] = {"check": "text"} | mapping[key]


def _quantity(wanted: type, value: Any) -> Any:
    for quantity in QUANTITIES:
        if wanted is quantity:
            try:
                return quantity.parse(value)
            except (TypeError, ValueError):
                raise ValueError(f'expected {quantity.kind} such as "{quantity.example}", got "{value}"') from None
    raise NotImplementedError(wanted)


def _explain(source: Source, model: type, message: str) -> str:
    text, _, path = message.partition(" - at `")
    key_itself = path.startswith("key` in `")
    key_path = _key_path(_checker_tags(source.value), model, message, path.removeprefix("key` in `").removesuffix("`"))
    unknown = re.search(r"unknown field `(.+?)`", text)
    if unknown:
        return _unknown_key(source, model, key_path, unknown[1])
    if key_itself:
        return f"{source.at(key_path)}: a key is not a proper name ({_plain(text)}); names are lower case with dashes"
    return f"{source.at(key_path)}: {_plain(text, _value_at(source.value, key_path))}"


def _unknown_key(source: Source, model: type, key_path: KeyPath, key: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only an error needs it

    known = _fields(model, source.value, key_path)
    near = get_close_matches(key, known, 1, 0.5)
    advice = f'did you mean "{near[0]}"?' if near else f"known keys: {', '.join(known)}"
    return f'{source.at((*key_path, key))}: unknown key "{key}"; {advice}'


def _fields(model: Any, value: Any, key_path: KeyPath) -> list[str]:
    """The keys that the record at ``place`` may have, found by walking the model along the path."""
    info = msgspec.inspect.type_info(model)
    for key in key_path:
        info = _inner(info, value, key)
        value = _step(value, key)
    record = _record(info, value)
    return [field.encode_name for field in record.fields] if record else []


def _inner(info: Any, value: Any, key: str | int) -> Any:
    record = _record(info, value)
    if record:
        return next((field.type for field in record.fields if field.encode_name == key), None)
    for one in getattr(info, "types", (info,)):
        inner = getattr(one, "item_type", None) if isinstance(key, int) else getattr(one, "value_type", None)
        if inner is not None:
            return inner
    return None


def _record(info: Any, value: Any) -> Any:
    """The one record type among a union's members that fits the value's ``check`` tag."""
    records = [one for one in getattr(info, "types", (info,)) if isinstance(one, msgspec.inspect.StructType)]
    tag = value.get("check", "text") if isinstance(value, dict) else None
    return next((one for one in records if one.tag == tag), records[0] if records else None)


def _key_path(value: Any, model: type, message: str, path: str) -> KeyPath:
    """Msgspec's path as keys. It writes ``[...]`` for a mapping's key: the one that fails alone is meant."""
    keys: list[str | int] = []
    for name, index, quoted in _STEP.findall(path):
        if index != "...":
            keys.append(name or quoted[1:-1] or int(index))
            continue
        mapping = _value_at(value, tuple(keys))
        guilty = next((key for key in mapping if _fails(_only(value, tuple(keys), key), model, message)), None)
        if guilty is None:
            break
        keys.append(guilty)
        value = _only(value, tuple(keys[:-1]), guilty)
    return tuple(keys)


def _only(value: Any, key_path: KeyPath, key: Any) -> Any:
    """The value with the mapping at ``place`` narrowed down to one key."""
    if not key_path:
        return {key: value[key]}
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[key_path[0]] = _only(value[key_path[0]], key_path[1:], key)  # type: ignore[index]
    return copy


def _fails(value: Any, model: type, message: str) -> bool:
    try:
        _accept(value, model)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _step(value: Any, key: str | int) -> Any:
    try:
        return value[key]
    except (KeyError, IndexError, TypeError):
        return None


def _value_at(value: Any, key_path: KeyPath) -> Any:
    for key in key_path:
        value = _step(value, key)
    return value


def _plain(text: str, value: Any = None) -> str:
    """Msgspec's words in ours: ``Expected `int`, got `str``` becomes ``expected a whole number, got a text``."""
    wanted = re.match(r"Expected `(.+?)`( [<>]=? \S+)?(?: matching regex (.*)|, got `(.+?)`)?$", text)
    if wanted:
        names = " or ".join(dict.fromkeys(_NAMES.get(part.strip(), part.strip()) for part in wanted[1].split("|")))
        got = (
            f", got {value!r}"
            if isinstance(value, (str, int, float))
            else f", got {_NAMES.get(wanted[4] or '', wanted[4])}"
        )
        return f"expected {names}{wanted[2] or ''}{got}"
    missing = re.match(r"Object missing required field `(.+?)`", text)
    if missing:
        return f'the key "{missing[1]}" is missing'
    choice = re.match(r"Invalid (?:enum )?value (.+)", text)
    return f"{choice[1]} is not one of the accepted values" if choice else text[:1].lower() + text[1:]
