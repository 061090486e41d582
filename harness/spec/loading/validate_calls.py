"""Validate the calls of a case, its variables filled in: what each step does, and the objects and values it names.

Validate the calls of a spec: keys that only Prolog goals have, and keys that they cannot have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET

from harness.judge.checkers import checker_of
from harness.model.errors import suggestion
from harness.model.patterns import alternatives, lazy_regex
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Call, Case
from harness.spec.loading.validate_references import unknown_function
from harness.spec.yaml.source import KeyPath, Source
from harness.spec.yaml.value_notation import CHECK, cannot_be_handed_over, tags_in, variables_in

_HAS_ELEMENTS = ("c", "java", "javascript", "python")
_NAME = lazy_regex(r"[\w.$:]*")
_TEMPLATE = lazy_regex(r"[\w:]+<[\w:<>,*& ]+>")
"""A template of C++ with its arguments: ``Stack<int>``."""


def call_problems(planned: PlannedCase, assignment: Assignment) -> Iterator[str]:
    """A line for each problem of the case's calls."""
    known = dict.fromkeys(planned.case.let)
    for name, value in planned.case.let.items():
        yield from _not_handed_over(f"{planned.location}.let.{name}", value)
    for number, call in enumerate(planned.case.calls):
        location = f"{planned.location}.calls[{number}]"
        yield from (f"{location}{problem}" for problem in _shape(call, assignment.spec.language))
        if assignment.spec.language != "prolog":
            yield from _variables(location, call, known)
        yield from _functions(location, call, assignment)
        for at, value in enumerate(call.args):
            yield from _not_handed_over(f"{location}.args[{at}]", value)
        known |= {call.keep: None} if call.keep else {}
    yield from _checks(f"{planned.location}.get", planned.case.get_fields, assignment)


def _shape(call: Call, language: str) -> Iterator[str]:
    """What a step may say together, and what its language cannot do."""
    looks = bool(call.fields) and call.of.startswith("$")
    if bool(call.function) + bool(call.new) != 1 and not (looks and not call.function and not call.new):
        yield ': give exactly one of "function" and "new"; a step with neither looks at the "fields" of an object, "of"'
    yield from _names(call, language)
    if call.new and (call.of or call.returns is not UNSET):
        yield '.new: a new object has no "of" and no "returns"; "keep" names it, and "fields" looks into it'
    if call.fields and not (call.new or call.of.startswith("$")):
        yield '.fields: say whose fields: "of: $account", an object that an earlier step kept, or "new"'
    if call.message is not None and call.raises is None:
        yield '.message: it is what the exception says; give "raises" too'
    if call.keep and call.raises is not None:
        yield '.keep: a call that must raise an exception gives nothing to keep; say one of "keep" and "raises"'
    if language == "c" and (call.new or (call.of and call.function) or (call.of and not call.of.startswith("$"))):
        yield ": C has no classes; hand what an earlier step kept over as an argument: args: [$list]"
    if language not in _HAS_ELEMENTS and call.elements is not None:
        yield '.elements: "elements" is for pointers of C, and iterators of Java, JavaScript and Python'
    if call.raises is not None and call.returns is not UNSET:
        yield '.returns: a call that raises an exception returns nothing; say one of "returns" and "raises"'


def _names(call: Call, language: str) -> Iterator[str]:
    for key, pattern in (("function", call.function), ("new", call.new), ("of", call.of.removeprefix("$"))):
        names = [name for name in alternatives(pattern) if language != "cpp" or not _TEMPLATE.fullmatch(name)]
        if language != "prolog" and not all(map(_NAME.fullmatch, names)):
            yield f'.{key}: "{pattern}" is no name; arguments stand in "args"'
    if call.keep and not call.keep.isidentifier():
        yield f'.keep: the name "{call.keep}" may only have letters, digits and "_"'


def _variables(location: str, call: Call, known: Mapping[str, None]) -> Iterator[str]:
    used = [(f"args[{at}]", value[1:]) for at, value in enumerate(call.args) if _is_variable(value)]
    used += [(f"args[{at}]", name) for at, value in enumerate(call.args) for name in variables_in(value)]
    used += [("of", call.of[1:])] if _is_variable(call.of) else []
    if call.of and call.of in known:
        yield f'{location}.of: "{call.of}" is an object that an earlier step kept; write ${call.of}'
    owner, _, method = call.function.partition(".")
    if owner in known and method:
        yield f"{location}.function: a method of what an earlier step kept is written of: ${owner}, function: {method}"
    for key, name in used:
        if name not in known:
            near = suggestion(name, known) or f"; known: {', '.join(known) or 'none'}"
            text = "; a text that begins so is written !text" if key != "of" else ""
            yield f'{location}.{key}: no "let" and no earlier "keep" has the variable "${name}"{near}{text}'


def _is_variable(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("$")


def _functions(location: str, call: Call, assignment: Assignment) -> Iterator[str]:
    for key, value in (("returns", call.returns), ("after", call.after), ("fields", call.fields)):
        yield from _checks(f"{location}.{key}", value, assignment)
    for key, expected in (("stdout", call.stdout), ("message", call.message)):
        if expected is not None:
            checker = checker_of(expected)
            yield from (f"{location}.{key}: {problem}" for problem in checker.problems())
            if checker.needs_golden():
                yield f"{location}.{key}: a call has no golden; write what is expected"
            for name in checker.function_names():
                if name not in assignment.functions:
                    yield unknown_function(f"{location}.{key}", name, assignment)


def _checks(location: str, value: Any, assignment: Assignment) -> Iterator[str]:
    """A line for each function behind ``!check`` that ``checks.py`` does not have."""
    for tag, content in tags_in(value):
        if tag == CHECK and content not in assignment.functions:
            yield unknown_function(location, content, assignment)


def _not_handed_over(location: str, value: Any) -> Iterator[str]:
    tag = cannot_be_handed_over(value)
    if tag:
        yield f"{location}: {tag} says what is expected and cannot be handed over"


_PROLOG_KEYS = {"solutions", "order", "first", "deterministic", "inferences", "ends"}


def goal_problems(source: Source, language: str, case: Case, path: KeyPath) -> Iterator[str]:
    """A line for each problem of the calls of a case."""
    prolog = language == "prolog"
    for at, call in enumerate(case.calls):
        for name in sorted(_given_keys(call) - _PROLOG_KEYS if prolog else _given_keys(call) & _PROLOG_KEYS):
            yield f'{source.at((*path, "calls", at, name))}: "{name}" is {"not" if prolog else "only"} for Prolog'
        if call.order == "any" and call.solutions is None:
            yield f'{source.at((*path, "calls", at, "order"))}: "order" says how "solutions" are compared; give them'
        if call.raises is not None and call.ends == "*":
            yield f'{source.at((*path, "calls", at, "ends"))}: give "raises" or "ends", not both'
    if prolog:
        for name, entries in (("let", case.let), ("set", case.set_fields), ("get", case.get_fields)):
            if entries:
                yield f'{source.at((*path, name))}: "{name}" is not for Prolog'


def _given_keys(call: Call) -> set[str]:
    """The keys of a call that are given in the spec, of those that not every language has."""
    is_given = {
        "solutions": call.solutions is not None,
        "order": call.order != "given",
        "first": call.first is not None,
        "deterministic": call.deterministic is not None,
        "inferences": call.inferences is not None,
        "ends": call.ends != "itself",
        "returns": call.returns is not UNSET,
        "after": call.after is not None,
        "reads": call.reads is not None,
        "repeat": call.repeat != 1,
        "new": bool(call.new),
        "of": bool(call.of),
        "keep": bool(call.keep),
        "fields": bool(call.fields),
        "tolerance": call.tolerance is not None,
        "message": call.message is not None,
        "elements": call.elements is not None,
    }
    return {name for name, present in is_given.items() if present}
