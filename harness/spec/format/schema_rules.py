"""Put into the JSON Schema of a spec what its types do not say, so that an editor underlines what means nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = dict[str, Any]

_FILE = r"^(?!/)(?!(?:.*/)?\.\.(?:/|$))(?!\.?$)[^\u0000*]*[^\u0000*/]$"
"""The name of a file below the folder of the program."""
_WORD: Schema = {"type": ["string", "number", "boolean"], "pattern": r"^[^\u0000]*$"}
_VARIABLE_OR_ANY: Schema = {"anyOf": [{"const": "any"}, {"type": "string", "pattern": r"\{[A-Za-z_]\w*\}"}]}
_NO_EXIT: Schema = {"properties": {"exit": _VARIABLE_OR_ANY}}
_COMMAND: Schema = {"items": _WORD, "minItems": 1, "prefixItems": [{**_WORD, "minLength": 1}]}
_FILES: Schema = {"items": {"type": "string", "pattern": _FILE}}
Keys = Mapping[str, tuple[str, ...]]
"""Record -> keys."""
_REFUSED: tuple[tuple[Keys, str, Schema], ...] = (
    ({"Case": ("args",), "InputWay": ("args",)}, "array", {"items": _WORD}),
    ({"Case": ("run",), "BuildTest": ("command",)}, "array", _COMMAND),
    ({"Recipe": ("commands", "run")}, "array of array", _COMMAND),
    ({"Case": ("output_files",), "CaseDefaults": ("output_files",), "Recipe": ("makes",)}, "array", _FILES),
    (
        {"Case": ("files", "produces", "built"), "Spec": ("given",)},
        "object",
        {"propertyNames": {"pattern": _FILE}},
    ),
    ({"Case": ("exit", "sanitize", "follows", "needs", "output_files", "attempts")}, "array", {"uniqueItems": True}),
    ({"CaseDefaults": ("exit", "output_files", "attempts")}, "array", {"uniqueItems": True, "minItems": 1}),
    ({"Files": ("required", "forbidden", "ignored")}, "array", {"uniqueItems": True}),
    ({"Case": ("exit", "sanitize", "follows", "needs", "for"), "Call": ("after",)}, "array", {"minItems": 1}),
    ({"SourceRules": ("recursive", "forbidden_calls", "forbidden_imports")}, "array", {"minItems": 1}),
    ({"Case": ("for",), "CaseDefaults": ("near_misses",)}, "object", {"minProperties": 1}),
    (
        {"SourceRules": ("functions", "calls", "variables", "forbidden_numbers", "includes", "mentions")},
        "object",
        {"minProperties": 1},
    ),
    ({"Case": ("exit",), "CaseDefaults": ("exit",)}, "integer", {"minimum": 0, "maximum": 255}),
    ({"Case": ("exit",), "CaseDefaults": ("exit",)}, "array of integer", {"minimum": 0, "maximum": 255}),
)
"""Keys, what of their values is meant, and what is refused of it."""


def _together(*keys: str) -> Schema:
    """Not all of these keys."""
    return {"not": {"required": list(keys)}}


def _any_of(*keys: str) -> Schema:
    return {"anyOf": [{"required": [key]} for key in keys]}


def _where(key: str, value: object, then: Schema) -> Schema:
    return {"if": {"required": [key], "properties": {key: {"const": value}}}, "then": then}


def _says(key: str, then: Schema) -> Schema:
    return {"if": {"required": [key]}, "then": then}


_SOME: Schema = {"type": ["object", "array"], "minProperties": 1, "minItems": 1}
_GOLDEN: Schema = {"type": "object", "required": ["golden"], "properties": {"golden": {"const": True}}}
_HUNG_UP: Schema = {"contains": {"required": ["hang_up"], "properties": {"hang_up": {"const": True}}}}
_PRINTED = ("stdout", "stderr", "produces", "from", "generate", "across")
"""Keys of which one has to be there where files may hold the output instead of stdout."""
_COMPARED = (*_PRINTED, "dialogue", "calls")
"""Keys of which one has to be there where an output may be nearly right."""
_ONE_TEXT = (_together("text", "file"), _where("golden", True, {"properties": {"text": False, "file": False}}))  # noqa: FBT003 - the value of a key
_RULES: dict[str, tuple[Schema, ...]] = {
    "FileContent": ({"oneOf": [{"required": ["text"]}, {"required": ["file"]}]},),
    "PairFiles": (_any_of("input", "args"),),
    "Tolerance": ({"minProperties": 1},),
    "Exchange": (_together("expect", "pattern"), _together("send", "eof"), _together("send", "hang_up")),
    "Example": (_any_of("accept", "reject"),),
    "Clause": (
        _together("manual", "untestable"),
        *(_says(key, {"properties": {"gate": {"const": False}}}) for key in ("manual", "untestable")),
    ),
    "Files": (_says("clause", _any_of("required", "forbidden")),),
    "Call": (
        _together("function", "new"),
        _together("raises", "returns"),
        _together("raises", "keep"),
        _says("message", {"required": ["raises"]}),
        _says("tolerance", _any_of("returns", "after", "fields", "solutions")),
        _where("truth", "number", _any_of("returns", "after", "fields", "solutions")),
    ),
    "Case": (
        _where("cleans", True, _NO_EXIT),  # noqa: FBT003 - the value of a key
        _where("ending", "any", {"properties": {"exit": _VARIABLE_OR_ANY, "time": False}}),
        _says("time", {"properties": {"limits": {"properties": {"cpu": False}}}}),
        _says("generate", {"properties": {"attempts": {"items": {"properties": {"stdin": False}}}}}),
        _together("from", "for"),
        _says("calls", {"properties": {key: {"not": _GOLDEN} for key in ("stdout", "stderr")}}),
        {"if": {"properties": {"near_misses": _SOME}, "required": ["near_misses"]}, "then": _any_of(*_COMPARED)},
        {"if": {"properties": {"output_files": _SOME}, "required": ["output_files"]}, "then": _any_of(*_PRINTED)},
        {"if": {"properties": {"dialogue": _HUNG_UP}, "required": ["dialogue"]}, "then": _NO_EXIT},
    ),
    **dict.fromkeys(("Text", "Lines", "Tokens", "Json", "Rows", "Csv"), _ONE_TEXT),
}
"""Record -> what its keys may not say together."""
_NOT_PARSED = ("javascript", "perl", "prolog", "script", "sql")
_OF_PARSERS = ("recursive", "calls", "forbidden_calls", "forbidden_imports", "includes", "leading")
_LANGUAGES: Mapping[str, tuple[tuple[str, str], tuple[str, ...]]] = {
    "raises": (("calls", "items"), ("c",)),
    "reads": (("calls", "items"), ("c", "cpp", "javascript", "python")),
    **dict.fromkeys(("variables", "forbidden_numbers"), (("source", ""), ("c", "cpp", "python", *_NOT_PARSED))),
    **dict.fromkeys(("declared", "one_file"), (("source", ""), ("java", "python", *_NOT_PARSED))),
    **dict.fromkeys(_OF_PARSERS, (("source", ""), _NOT_PARSED)),
    "functions": (("source", ""), tuple(language for language in _NOT_PARSED if language != "prolog")),
}
"""Keys, the key of a case that they stand in, and the languages that lack what they judge."""


def add_rules(records: dict[str, Schema]) -> None:
    """Add to the records of a spec's schema, by name, what is refused beside what their types say."""
    for keys, kind, refused in _REFUSED:
        for name, names in keys.items():
            for key in names:
                for part in _parts(records[name]["properties"][key], kind):
                    part.update(refused)
    for name, rules in _RULES.items():
        if name in records:
            records[name]["allOf"] = [*records[name].get("allOf", ()), *rules]
    records["Spec"]["allOf"] = list(_by_language())


def _parts(definition: Schema, kind: str) -> Iterator[Schema]:
    """The parts of a definition of a kind: ``array``, or ``array of integer`` for what its items are."""
    outer, _, inner = kind.partition(" of ")
    for part in (definition, *definition.get("anyOf", ())):
        if part.get("type") == outer:
            yield from _parts(part["items"], inner) if inner else (part,)


def _by_language() -> Iterator[Schema]:
    """For some keys the languages in which they are refused."""
    for key, ((outer, items), languages) in _LANGUAGES.items():
        refused: Schema = {"properties": {key: False}}
        entry = {"properties": {outer: {items: refused} if items else refused}}
        spec = {"properties": {"cases": {"items": entry, **entry}}}
        yield {"if": {"required": ["language"], "properties": {"language": {"enum": list(languages)}}}, "then": spec}
