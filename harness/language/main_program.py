"""Main programs that repeat calls of functions by hand: a module ``main_program`` in a language's folder."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct

import harness.language
from harness.language.parsing.parsed_sources import ParsedSources
from harness.model.family import has_part
from harness.model.patterns import alternatives
from harness.model.result import CallResult, CallsReport
from harness.spec.format.model import Call, Case


class MainProgram(Struct, frozen=True):
    """What is typed to make the calls again."""

    start: str
    """The shell command that starts the program."""
    files: Mapping[str, str] = {}
    """Files to write first."""
    commands: tuple[str, ...] = ()
    """Shell commands to run before it is started."""
    runs_students_main: bool = False
    """Whether the student's own program runs as well, and may read the standard input."""


class CallStep(Struct, frozen=True):
    """One call that was made."""

    call: Call
    name: str
    """The function's name in the submission."""
    result: CallResult | None
    """None if the call did not come back."""

    @property
    def prints_value(self) -> bool:
        """Whether what it returns is worth a line."""
        if self.call.new or not self.call.function:
            return False
        returned = None if self.result is None else self.result.returned
        return returned is not None or (self.call.returns is not UNSET and self.call.returns is not None)


class CallSteps(Struct, frozen=True):
    """The calls of a case as far as they were made."""

    case: Case
    calls: tuple[CallStep, ...]
    report: CallsReport
    parsed: ParsedSources

    @property
    def has_objects(self) -> bool:
        """Whether objects are made or kept, or methods of some called."""
        return any(step.call.new or step.call.of or step.call.keep for step in self.calls)

    def variables(self) -> tuple[str, ...]:
        """Return the names of ``let`` that the calls use."""
        used = {variable for step in self.calls for value in step.call.args if (variable := variable_of(value))}
        return tuple(name for name in self.case.let if name in used)

    def shown_after(self) -> Iterator[tuple[str, ...]]:
        """Yield, for each call, the variables that hold lists and changed in it, or are judged after it."""
        known: dict[str, Any] = dict(self.case.let)
        for step in self.calls:
            shown: list[str] = []
            after = step.result.after if step.result is not None else ()
            for value, later in zip(step.call.args, after, strict=False):
                name = variable_of(value)
                if name and isinstance(later, list) and (step.call.after is not None or later != known.get(name)):
                    shown.append(name)
                    known[name] = later
            yield tuple(dict.fromkeys(shown))


def variable_of(value: object) -> str:
    """Return the name of the variable that an argument is; empty for a value."""
    return value[1:] if isinstance(value, str) and value.startswith("$") else ""


def made_calls(case: Case, report: CallsReport, parsed: ParsedSources) -> tuple[CallStep, ...]:
    """Return the calls up to the first that raised an exception or did not come back; none if one is missing."""
    calls: list[CallStep] = []
    for number, call in enumerate(case.calls):
        result = report.results[number] if number < len(report.results) else None
        if (result is not None and result.missing is not None) or (result is None and report.ended is None):
            break
        name = result.function if result is not None else _declared(call, parsed)
        if not name.isidentifier() and (call.function or call.new):
            break
        calls.append(CallStep(call, name, result))
        if result is None or result.raised is not None:
            break
    return tuple(calls)


def _declared(call: Call, parsed: ParsedSources) -> str:
    """The name in the sources that a call means."""
    functions = parsed.functions_named(call.function) if call.function and not call.of else []
    return functions[0][1].name if functions else alternatives(call.function or call.new)[0]


__all__ = ["MainProgram", "main_program"]

_WITH_OBJECTS = ("java", "python")
"""The languages whose programs make objects, too."""


def main_program(language: str, case: Case, report: CallsReport, parsed: ParsedSources) -> MainProgram | None:
    """Return a program that makes the calls of a case; None if nothing was called, or it cannot be written."""
    calls = made_calls(case, report, parsed)
    folder = f"{harness.language.__path__[0]}/{language}"
    if not calls or not has_part(folder, "main_program"):
        return None
    steps = CallSteps(case, calls, report, parsed)
    if steps.has_objects and language not in _WITH_OBJECTS:
        return None
    module = importlib.import_module(f"{harness.language.__name__}.{language}.main_program")
    program: MainProgram | None = module.main_program(steps)
    return program
