"""Calls of Python functions: one line after ``python3 -c``, or a file if that does not do."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from harness.language.main_program import CallStep, CallSteps, MainProgram, variable_of
from harness.language.parsing.outline import Outline
from harness.model.patterns import alternatives, lazy_regex
from harness.model.shell import join, quote
from harness.spec.yaml.value_notation import BYTES, MAP, SET, TUPLE, VARIABLE, tag_of

_FILE = "try_it.py"
_FEW = 3
"""Items that are read as quickly as their number."""
_GUARDED = lazy_regex(rb"^if __name__ == (?:'__main__'|\"__main__\"):\s+\w+\([^\n]*\)\s*\Z", re.MULTILINE)
"""The end of a program that only calls a function, where it is not imported."""
_STATE = lazy_regex(
    rb"\bglobals?\b|\bsetattr\b|^class\b|^\w+[^=\n(]*=(?!=)[ \t]*(?![ \t\"'\d-])"
    rb"|^[ \t]+[A-Za-z]\w*\.\w+[ \t]*[-+*/]?=(?!=)"
    rb"|^[ \t]*def[^\n]*=[ \t]*[\[{]|cache",
    re.MULTILINE,
)
"""What main may leave for the functions: another variable than a constant, an attribute, a list as a default."""


def main_program(calls: CallSteps) -> MainProgram | None:
    """Return the program; None if it is not clear which file has the functions."""
    path = _file(calls)
    if path is None:
        return None
    source = calls.parsed.files[path]
    arguments = calls.case.args or (("1",) if b"argv" in source else ())
    after = f" {join(arguments)}" if arguments else ""
    fields = bool(calls.case.set_fields or calls.case.get_fields)
    module = _module(path, calls)
    is_alone = len([name for name in calls.parsed.files if name.endswith(".py")]) == 1
    is_stateless = is_alone and _GUARDED.search(source) and not _STATE.search(source)
    is_importable = not calls.case.args or is_stateless
    if is_importable and module:
        names = dict.fromkeys(name for step in calls.calls if (name := _name_of_module(step)))
        load = [f"import {module}" if fields else f"from {module} import {', '.join(names)}"]
        prefix = f"{module}." if fields else ""
    else:
        load, prefix = [f"exec(open({path!r}).read())"], ""
    lines = [*load, *_statements(calls, prefix)]
    if load[0].startswith("exec") and (b"exit" in source or b"quit" in source):
        text = "\n".join(["try:", f"    {load[0]}", "except SystemExit:", "    pass", *lines[1:], ""])
        return MainProgram(f"python3 {_FILE}{after}", {_FILE: text}, runs_students_main=True)
    return MainProgram(f"python3 -c {quote('; '.join(lines))}{after}", runs_students_main=True)


def _module(path: str, calls: CallSteps) -> str:
    """The name by which a file is imported from the folder handed in; empty if that may not do."""
    *folders, _ = parts = PurePosixPath(path).with_suffix("").parts
    packages = ["/".join((*folders[:depth], "__init__.py")) for depth in range(1, len(folders) + 1)]
    is_package = all(file in calls.parsed.files for file in packages) or any(
        name.rpartition(".")[0] == ".".join(parts) for step in calls.calls for name in _written(step)
    )
    return ".".join(parts) if is_package and all(map(str.isidentifier, parts)) and parts[-1] != "__init__" else ""


def _written(step: CallStep) -> tuple[str, ...]:
    """The names by which a spec calls a function or a class."""
    return tuple(name for text in (step.call.function, step.call.new, step.call.of) for name in alternatives(text))


def _file(calls: CallSteps) -> str | None:
    """The file that defines the functions."""
    modules = {name.rpartition(".")[0] for step in calls.calls for name in _written(step)} - {""}
    names = {name for step in calls.calls if (name := _name_of_module(step))}
    outlines = [outline for outline in calls.parsed.outlines if outline.path.endswith(".py")]
    defining = [outline.path for outline in outlines if names <= _known(outline)] or [
        outline.path for outline in outlines
    ]
    named = [path for path in defining if {path[:-3].replace("/", ".")} == modules]
    return named[0] if named else defining[0] if len(defining) == 1 else None


def _statements(calls: CallSteps, prefix: str) -> Iterator[str]:
    for written, value in calls.case.set_fields.items():
        if not written.endswith("?") or written.removesuffix("?") in calls.report.fields:
            yield f"{prefix}{written.removesuffix('?')} = {_literal(value)}"
    for name in calls.variables():
        yield f"{name} = {_literal(calls.case.let[name])}"
    for step, shown in zip(calls.calls, calls.shown_after(), strict=True):
        arguments = ", ".join(variable_of(value) or _literal(value) for value in step.call.args)
        owner = step.call.of.removeprefix("$") + "." if step.call.of.startswith("$") else prefix
        owner += "" if step.call.of.startswith("$") or not step.call.of else f"{alternatives(step.call.of)[0]}."
        expression = f"{owner}{step.name}({arguments})"
        if step.call.repeat > 1:
            expression = f"[{expression} for _ in range({step.call.repeat})][-1]"
        if step.call.keep:
            yield f"{step.call.keep} = {expression}"
        elif step.name:
            yield f"print({expression})" if step.prints_value else expression
        object_name = step.call.keep if step.call.new else step.call.of.removeprefix("$")
        if object_name and step.result is not None:
            yield from (f"print({object_name}.{field})" for field in step.result.fields if field.isidentifier())
        yield from (f"print({name})" for name in shown)
    yield from (f"print({prefix}{name})" for name in calls.case.get_fields if name in calls.report.fields)


def _name_of_module(step: CallStep) -> str:
    """What of a call is a name of the module: a function, or a class; empty for a method of an object."""
    if step.call.of.startswith("$"):
        return ""
    return alternatives(step.call.of)[0] if step.call.of else step.name


def _known(outline: Outline) -> set[str]:
    return {function.name for function in outline.functions} | set(outline.scopes)


def _literal(value: Any) -> str:
    """A value of the spec as Python writes it."""
    tag = tag_of(value)
    if tag:
        return _tagged(tag, value[tag])
    if isinstance(value, list) and (number := _repeated_number(value)) is not None:
        return f"[{number}] * {len(value)}"
    if isinstance(value, list) and _has_equal_rows(value):
        return f"[{_literal(value[0])} for _ in range({len(value)})]"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(item)}" for key, item in value.items()) + "}"
    return f"float({str(value)!r})" if isinstance(value, float) and not math.isfinite(value) else repr(value)


def _repeated_number(value: list[Any]) -> int | None:
    """The whole number that a list holds several times, and nothing else; None for another list."""
    is_repeated = len(value) > _FEW and all(type(item) is int and item == value[0] for item in value)
    return value[0] if is_repeated else None


def _has_equal_rows(value: list[Any]) -> bool:
    """Whether a list holds one row of equal numbers several times."""
    is_repeated = len(value) > _FEW and all(repr(row) == repr(value[0]) for row in value)
    return is_repeated and isinstance(value[0], list) and _repeated_number(value[0]) is not None


def _tagged(tag: str, content: Any) -> str:
    if tag == MAP:
        return "{" + ", ".join(f"{_literal(key)}: {_literal(item)}" for key, item in content) + "}"
    if tag in (TUPLE, SET):
        items = ", ".join(map(_literal, content))
        if tag == SET:
            return f"{{{items}}}" if content else "set()"
        return f"({items},)" if len(content) == 1 else f"({items})"
    if tag == BYTES:
        return repr(base64.b64decode(content))
    return str(content) if tag == VARIABLE else repr(content)
