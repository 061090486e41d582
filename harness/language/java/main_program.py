"""Calls of Java methods: a small class with a ``main`` beside the student's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from harness.language.java.main_objects import NotWritable, object_statements
from harness.language.main_program import CallSteps, MainProgram, variable_of
from harness.language.parsing.outline import Function, Outline
from harness.model.patterns import lazy_regex

_CLASS = "TryIt"
_SHORT = 120
"""Characters of statements that one line of a program may hold."""
_LITERAL = lazy_regex(r'"(?:\\.|[^"\\])*"')
_CLASS_NAME = lazy_regex(r"\b[A-Z]\w*")
_OF_LANGUAGE = ("System", "String", "Integer", "Boolean", "Double", "Long", "Character", "Math")
"""Classes that need no import."""


class _Member(Struct, frozen=True):
    """A method and the class that has it."""

    owner: str
    function: Function


def main_program(calls: CallSteps) -> MainProgram | None:
    """Return the program; None if a member is private, in a package, or its class is not clear."""
    try:
        statements = object_statements(calls, _literal) if calls.has_objects else _statements(calls)
        lines = list(statements)
    except NotWritable:
        return None
    own = {scope for outline in calls.parsed.outlines for scope in outline.scopes}
    used = set(_CLASS_NAME.findall(_LITERAL.sub("", " ".join(lines))))
    imports = [] if used <= {*own, *_OF_LANGUAGE} else ["import java.util.*;"]
    head, main = f"class {_CLASS} {{", "public static void main(String[] args) throws Exception {"
    program = "\n".join([*imports, head, f"  {main}", *(f"    {line}" for line in lines), "  }", "}", ""])
    if sum(map(len, lines)) <= _SHORT:  # one line can be pasted
        program = f"{' '.join([*imports, head, main, *lines, '}', '}'])}\n"
    return MainProgram(f"java {_CLASS}", {f"{_CLASS}.java": program}, ("javac *.java",))


def _statements(calls: CallSteps) -> Iterator[str]:
    members = [_member(calls, step.name, len(step.call.args)) for step in calls.calls]
    owner = members[0].owner
    if any(member.owner != owner for member in members):
        raise NotWritable
    types = _field_types(calls, owner)
    fields = [_field(written, types) for written in (*calls.case.set_fields, *calls.case.get_fields)]
    is_object = not all(member.function.static for member in members) or any(fields)
    if is_object:
        yield f"{owner} object = {_new(calls, owner)};"
    for written, value in calls.case.set_fields.items():
        name = _field(written, types)
        if name is not None:
            yield f"object.{name} = {_literal(value, types[name])};"
    yield from _call_statements(calls, members)
    for written in calls.case.get_fields:
        name = _field(written, types)
        if name is not None:
            yield f"System.out.println({_shown(f'object.{name}', types[name])});"


def _call_statements(calls: CallSteps, members: list[_Member]) -> Iterator[str]:
    declared: set[str] = set()
    for step, member, shown in zip(calls.calls, members, calls.shown_after(), strict=True):
        arguments = []
        for value, kind in zip(step.call.args, member.function.params, strict=True):
            name = variable_of(value)
            if name and name not in declared:
                declared.add(name)
                yield f"{kind} {name} = {_literal(calls.case.let[name], kind)};"
            arguments.append(name or _literal(value, kind))
        receiver = member.owner if member.function.static else "object"
        call = f"{receiver}.{step.name}({', '.join(arguments)})"
        if step.call.repeat > 1:
            yield f"for (int time = 1; time < {step.call.repeat}; time++) {call};"
        yield f"System.out.println({_shown(call, member.function.returns)});" if step.prints_value else f"{call};"
        yield from (f"System.out.println({_shown(name, _kind(calls, members, name))});" for name in shown)


def _member(calls: CallSteps, name: str, arguments: int) -> _Member:
    candidates = [
        _Member(_owner(calls, outline), function)
        for outline in calls.parsed.outlines
        for function in outline.functions
        if function.name == name and function.defined and function.accepts(arguments) and not function.variadic
    ]
    if len(candidates) != 1 or _is_private(calls, name):
        raise NotWritable
    return candidates[0]


def _owner(calls: CallSteps, outline: Outline) -> str:
    """The file's only class, or the one that the file is named for; in the unnamed package alone."""
    stem = PurePosixPath(outline.path).stem
    if re.search(rb"^[ \t]*package\b", calls.parsed.files[outline.path], re.MULTILINE) or "/" in outline.path:
        raise NotWritable
    if len(outline.scopes) == 1:
        return next(iter(outline.scopes))
    if stem in outline.scopes:
        return stem
    raise NotWritable


def _is_private(calls: CallSteps, name: str) -> bool:
    word = re.compile(rb"\bprivate\b[^;{}()=]*\b" + re.escape(name).encode() + rb"\b")
    return any(word.search(source) for path, source in calls.parsed.files.items() if path.endswith(".java"))


def _field_types(calls: CallSteps, owner: str) -> dict[str, str]:
    outline = next(outline for outline in calls.parsed.outlines if owner in outline.scopes)
    types: dict[str, set[str]] = {}
    for name, kind in outline.fields:
        types.setdefault(name, set()).add(kind)
    return {name: next(iter(kinds)) for name, kinds in types.items() if len(kinds) == 1}


def _field(written: str, types: dict[str, str]) -> str | None:
    """The field's name in the program; None for one that need not be there, and is not."""
    name = written.removesuffix("?")
    known = next((known for known in types if known.lower() == name.lower()), None)
    if known is None and name == written:
        raise NotWritable
    return known


def _new(calls: CallSteps, owner: str) -> str:
    """A new object, by the constructor that takes least."""
    constructors = [
        function
        for outline in calls.parsed.outlines
        for function in outline.functions
        if function.is_constructor and function.name == owner
    ]
    fewest = min(constructors, key=lambda function: len(function.params), default=Function(owner))
    values, arguments = list(calls.case.set_fields.values()), []
    for kind in fewest.params:
        value = next((value for value in values if type(value) is int and kind in ("int", "long")), None)
        if value is None:
            raise NotWritable
        values.remove(value)
        arguments.append(_literal(value, kind))
    return f"new {owner}({', '.join(arguments)})"


def _kind(calls: CallSteps, members: list[_Member], name: str) -> str:
    """The type of a variable: that of the parameter that it is handed to first."""
    return next(
        kind
        for step, member in zip(calls.calls, members, strict=True)
        for value, kind in zip(step.call.args, member.function.params, strict=True)
        if variable_of(value) == name
    )


def _shown(expression: str, kind: str) -> str:
    if kind.endswith("[][]"):
        return f"Arrays.deepToString({expression})"
    return f"Arrays.toString({expression})" if kind.endswith("[]") else expression


def _literal(value: Any, kind: str) -> str:
    """A value of the spec as Java writes it for a parameter or field of that type."""
    if isinstance(value, list) and kind.endswith("[]"):
        return f"new {kind}{_braces(value)}"
    if isinstance(value, list) and kind.startswith(("List", "ArrayList", "Collection", "Iterable")):
        return f"new ArrayList<>(List.of({', '.join(_literal(item, '') for item in value)}))"
    if isinstance(value, (list, dict)):
        raise NotWritable
    if isinstance(value, str) and kind in ("char", "Character"):
        return f"'{value}'" if value.isalnum() else f"(char) {ord(value)}"
    suffix = {"long": "L", "Long": "L", "float": "f"}.get(kind, "") if not isinstance(value, bool) else ""
    return json.dumps(value) + (suffix if isinstance(value, (int, float)) else "")


def _braces(value: list[Any]) -> str:
    items = (_braces(item) if isinstance(item, list) else json.dumps(item) for item in value)
    return "{" + ", ".join(items) + "}"
