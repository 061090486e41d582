"""Make JSON Schemas from the models: of a spec, for completion and checks in an editor, and of a report."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from harness.spec.format.kinds import RUN, kind_names, kinds, refused_keys, spec_model
from harness.spec.format.schema_rules import add_rules

_VARIABLE = {"type": "string", "pattern": r"\{[A-Za-z_]\w*\}"}
"""In a case with ``for``, in the place of a value that is no text."""
_ABOUT = ("description", "default")


def spec_schema(*, variables: bool = True) -> dict[str, Any]:
    """The schema (draft 2020-12), every key with its description.

    ``variables``: whether those of ``for`` are accepted where no text is.
    """
    schema = schema_of(spec_model(), "spec.yaml of an assignment")
    text = schema["$defs"].get("Text", {})
    if "check" in text.get("required", ()):  # the default checker's name may be left out
        text["required"].remove("check")
    cases = schema["$defs"]["Spec"]["properties"]["cases"]
    description = cases.pop("description")
    schema["$defs"]["Spec"]["properties"]["cases"] = {
        "anyOf": [cases, {"$ref": "#/$defs/Case"}],
        "description": description,
    }
    schema["$defs"]["Case"]["allOf"] = list(_by_kind())
    add_rules(schema["$defs"])
    for record in schema["$defs"].values():
        for definition in record.get("properties", {}).values():
            _accept_numbers(definition)
    if variables:
        _accept_variables(schema["$defs"])
    return schema


def _by_kind() -> Iterator[dict[str, Any]]:
    """For each kind of case the keys that it does not take; an editor then underlines them."""
    others = [{"required": [name]} for name in kind_names() if name != RUN]
    for name, kind in kinds().items():
        is_kind: dict[str, Any] = {"not": {"anyOf": others}} if name == RUN else {"required": [name]}
        refused = sorted(refused_keys(kind))
        yield {"if": is_kind, "then": {"properties": dict.fromkeys(refused, False)}}


def _accept_variables(records: dict[str, Any]) -> None:
    """Let a variable stand in the place of any value of a case, and of what it is made of."""
    names, waiting = set[str](), ["Case"]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += _references(records[name])
    for name in names:
        properties = records[name].get("properties", {})
        for key, definition in properties.items():
            if key != "check" and not _takes_text(definition):
                about = {word: definition[word] for word in _ABOUT if word in definition}
                kinds = {word: part for word, part in definition.items() if word not in _ABOUT}
                kinds = kinds if kinds.keys() != {"anyOf"} else {"anyOf": [*kinds["anyOf"], _VARIABLE]}
                properties[key] = (kinds if "anyOf" in kinds else {"anyOf": [kinds, _VARIABLE]}) | about


def _takes_text(definition: dict[str, Any]) -> bool:
    kinds = definition.get("anyOf", [definition])
    return any(
        not kind.keys() - set(_ABOUT) or (kind.get("type") == "string" and "pattern" not in kind) for kind in kinds
    )


def _references(part: Any) -> list[str]:
    """The records that a part of the schema names."""
    if isinstance(part, list):
        return [name for inner in part for name in _references(inner)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
    return own + [name for inner in part.values() for name in _references(inner)]


def _accept_numbers(definition: Any) -> None:
    """Let a list of texts have numbers, which the loader takes as they are written."""
    if isinstance(definition, dict):
        items = definition.get("items")
        if items == {"type": "string"}:
            definition["items"] = {"type": ["string", "number", "boolean"]}
        for inner in definition.values():
            _accept_numbers(inner)
    elif isinstance(definition, list):
        for inner in definition:
            _accept_numbers(inner)


def schema_of(model: type, title: str) -> dict[str, Any]:
    """The schema (draft 2020-12) of a record and those that it is made of, every key with its description."""
    schema, components = msgspec.json.schema_components(
        (model,), schema_hook=_quantity_schema, ref_template="#/$defs/{name}"
    )
    for name, record in records_of(model).items():
        if name in components:
            _describe(components[name], record)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **schema[0],
        "$defs": dict(sorted(components.items())),
    }


def _quantity_schema(quantity_type: type) -> dict[str, Any]:
    pattern, example = getattr(quantity_type, "pattern", None), getattr(quantity_type, "example", None)
    if pattern is None or example is None:
        raise NotImplementedError(quantity_type)
    return {"type": "string", "pattern": pattern, "examples": [example]}


def records_of(model: type) -> dict[str, Any]:
    """Every record type that the model is made of, by its name in the schema."""
    records: dict[str, Any] = {}
    pending: list[Any] = [msgspec.inspect.type_info(model)]
    while pending:
        info = pending.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls.__name__ in records:
                continue
            records[info.cls.__name__] = info.cls
            pending += [field.type for field in info.fields]
        else:
            inner = [getattr(info, name, None) for name in ("item_type", "key_type", "value_type", "type")]
            pending += [
                member for member in (*inner, *getattr(info, "types", ()), *getattr(info, "item_types", ())) if member
            ]
    return records


def _describe(component: dict[str, Any], record: type) -> None:
    """Put the texts below the fields of a record, as they stand in its source, into the schema."""
    texts = field_texts(record)
    for name, encoded in zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True):  # type: ignore[attr-defined]
        if name in texts and encoded in component.get("properties", {}):
            component["properties"][encoded]["description"] = texts[name]


def field_texts(record: type) -> dict[str, str]:
    """The docstring below each field of a class and of its bases, by field."""
    texts: dict[str, str] = {}
    for base in reversed(record.__mro__):
        if not base.__module__.startswith("harness.") or base.__qualname__.startswith("Extended"):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        statements = body.body if isinstance(body, ast.ClassDef) else []
        for field, text in pairwise(statements):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_text(text):
                texts[field.target.id] = " ".join(ast.literal_eval(text.value).split())  # type: ignore[attr-defined]
    return texts


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
