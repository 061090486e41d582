"""Calls of C++ functions: a file with a ``main`` of its own that includes the student's source."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from harness.language.main_program import CallStep, CallSteps, MainProgram, variable_of
from harness.language.parsing.cpp_globals import Held, globals_holding
from harness.language.parsing.outline import Function, Outline
from harness.model.shell import join

_SOURCES = (".cc", ".cpp", ".cxx", ".c++")
_HEAD = "#include <iostream>\n#include <string>\n#include <vector>\n"


def main_program(calls: CallSteps) -> MainProgram | None:
    """Return the program; None if a function stands in no source, or takes what cannot be written down here."""
    sources = [outline for outline in calls.parsed.outlines if outline.path.endswith(_SOURCES)]
    functions: dict[str, Function] = {}
    homes: dict[str, Outline] = {}
    for outline in sources:
        for function in outline.functions:
            if function.defined and function.is_free:
                functions.setdefault(function.name, function)
                homes.setdefault(function.name, outline)
    if not all(_is_usable(step, functions.get(step.name)) for step in calls.calls):
        return None
    included = list(dict.fromkeys(homes[step.name].path for step in calls.calls))
    others = tuple(
        outline.path
        for outline in sources
        if outline.path not in included and all(function.name != "main" for function in outline.functions)
    )
    texts = [calls.parsed.files[path] for path in included]
    kept = globals_holding(texts[0], texts[1:], {step.name for step in calls.calls}) if texts else {}
    body = "".join(f"    {line}\n" for line in _statements(calls, functions, kept))
    includes = "".join(f'#include "{path}"\n' for path in included)
    text = (
        f"{_HEAD}#define main students_main\n{includes}#undef main\nusing namespace std;\n\nint main()\n{{\n{body}}}\n"
    )
    return MainProgram("./try_it", {"try_it.cc": text}, (f"g++ -o try_it {join(('try_it.cc', *others))}",))


def _is_usable(step: CallStep, function: Function | None) -> bool:
    if function is None or len(function.params) != len(step.call.args):
        return False
    return not any(mark in kind for kind in function.params for mark in "([")


def _statements(calls: CallSteps, functions: dict[str, Function], kept: Mapping[str, Held]) -> Iterator[str]:
    names: dict[str, str] = {}
    for step, shown in zip(calls.calls, calls.shown_after(), strict=True):
        arguments = []
        for value, kind in zip(step.call.args, functions[step.name].params, strict=True):
            variable, unchanged = variable_of(value), kind.startswith("const ") or kind[-1] not in "&*"
            if not variable and unchanged and not isinstance(value, list):
                arguments.append(_literal(value))
                continue
            json_value = calls.case.let.get(variable) if variable else value
            key = variable or (f"{kind} {json_value}" if unchanged else f"{kind} {len(names)}")
            if key not in names:
                names[key] = variable or f"x{len(names) + 1}"
                yield _declaration(names[key], json_value, kind)
            arguments.append(names[key])
        yield from (f"{name} = {arguments[at]};" for at, held in kept.get(step.name, {}).items() for name in held)
        call = f"{step.name}({', '.join(arguments)})"
        yield from _repeated(f"cout << {_printed(step, call)} << endl;" if _is_scalar(step) else f"{call};", step, call)
        yield from (line for name in shown for line in _show(name, calls.case.let[name]))


def _repeated(statement: str, step: CallStep, call: str) -> Iterator[str]:
    if step.call.repeat > 1:
        yield f"for (int time = 1; time < {step.call.repeat}; ++time) {call};"
    yield statement


def _is_scalar(step: CallStep) -> bool:
    """Whether the call returns what can be printed as it is."""
    returned = None if step.result is None else step.result.returned
    return step.prints_value and not isinstance(returned, (list, dict))


def _printed(step: CallStep, call: str) -> str:
    """The call as what is printed; nothing is set that would change how the student's own code prints."""
    is_bool = step.result is not None and isinstance(step.result.returned, bool)
    return f'({call} ? "true" : "false")' if is_bool else call


def _plain(kind: str) -> str:
    """A type without ``const`` and without a reference or pointer."""
    return kind.removeprefix("const ").rstrip("&*").strip()


def _declaration(name: str, value: Any, kind: str) -> str:
    if kind.endswith("*"):
        return f"{_plain(kind)} {name}[] = {_literal(value)};"
    return f"{_plain(kind)} {name} = {_literal(value)};"


def _show(name: str, value: Any) -> Iterator[str]:
    if value and isinstance(value[0], list):
        yield f"for (const auto& row : {name}) {{ for (auto value : row) cout << value << ' '; cout << endl; }}"
    else:
        yield f"for (auto value : {name}) cout << value << ' ';"
        yield "cout << endl;"


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return "{" + ", ".join(map(_literal, value)) + "}"
    return "nullptr" if value is None else json.dumps(value)
