"""Validate the calls of a case: the keys and values of each step, and the objects that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import UNSET

from harness.judge.checkers import checker_of
from harness.model.errors import suggestion
from harness.model.patterns import CPP_OPERATOR, alternatives, lazy_regex
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Call, Case, Tolerance
from harness.spec.loading.validate_references import unknown_function
from harness.spec.yaml.location import KeyPath, Location, Problem
from harness.spec.yaml.source import Source
from harness.spec.yaml.value_notation import CHECK, cannot_be_handed_over, tags_in, variables_in

_HAS_ELEMENTS = ("c", "java", "javascript", "python")
_NAME = lazy_regex(r"[\w.$:]*")
_TEMPLATE = lazy_regex(r"[\w:]+<[\w:<>,*& ]+>")
"""A template of C++ with its arguments: ``Stack<int>``."""


Place = Callable[..., Location]
"""From the keys below a part of the spec to the place of what they lead to, with file and line."""


def call_problems(place: Place, planned: PlannedCase, assignment: Assignment) -> Iterator[Problem]:
    """Every problem of the case's calls; ``place``: of the keys below the case."""
    case = planned.case
    known, used = dict.fromkeys(case.let), set[str]()
    for name, value in case.let.items():
        yield from _not_handed_over(place("let", name), value)
        used |= set(variables_in(value))
    for number, call in enumerate(case.calls):
        at: Place = partial(place, "calls", number)
        yield from _shape(at, call, assignment.spec.language)
        yield from _cannot(at, call, assignment.spec.language)
        yield from _needless(at, call)
        if assignment.spec.language != "prolog":
            variables = _variables_of(call)
            used |= {name for _, name in variables}
            yield from _variables(at, call, variables, known)
        yield from _functions(at, call, assignment)
        for index, value in enumerate(call.args):
            yield from _not_handed_over(at("args", index), value)
        known |= {call.keep: None} if call.keep else {}
    if assignment.spec.language != "prolog":
        for name in case.let:
            if name not in used:
                yield Problem(place("let", name), f'no call is given "${name}"; use it, or take it out')
    yield from _checks(place("get"), case.get_fields, assignment)


def _shape(at: Place, call: Call, language: str) -> Iterator[Problem]:
    """What a step may say together."""
    looks = bool(call.fields) and call.of.startswith("$")
    if bool(call.function) + bool(call.new) != 1 and not (looks and not call.function and not call.new):
        yield Problem(
            at(),
            'give exactly one of "function" and "new"; a step with neither looks at the "fields" of an object, "of"',
        )
    yield from _names(at, call, language)
    if call.new and (call.of or call.returns is not UNSET):
        yield Problem(
            at("new"), 'a new object has no "of" and no "returns"; "keep" names it, and "fields" looks into it'
        )
    if call.fields and not (call.new or call.of.startswith("$")):
        yield Problem(at("fields"), 'say whose fields: "of: $account", an object that an earlier step kept, or "new"')
    if call.message is not None and call.raises is None:
        yield Problem(at("message"), 'it is what the exception says; give "raises" too')
    if call.keep and call.raises is not None:
        yield Problem(
            at("keep"), 'a call that must raise an exception gives nothing to keep; say one of "keep" and "raises"'
        )
    if call.raises is not None and call.returns is not UNSET:
        yield Problem(
            at("returns"), 'a call that raises an exception returns nothing; say one of "returns" and "raises"'
        )


def _cannot(at: Place, call: Call, language: str) -> Iterator[Problem]:
    """What the language of the program cannot do."""
    if language == "c" and (call.new or (call.of and call.function) or (call.of and not call.of.startswith("$"))):
        yield Problem(at(), "C has no classes; hand what an earlier step kept over as an argument: args: [$list]")
    if language == "c" and call.raises is not None:
        yield Problem(at("raises"), "C has no exceptions; say what the call must return, or print")
    if language not in _HAS_ELEMENTS and call.elements is not None:
        yield Problem(at("elements"), '"elements" is for pointers of C, and iterators of Java, JavaScript and Python')


def _needless(at: Place, call: Call) -> Iterator[Problem]:
    """Ways to compare values if none are compared, and solutions that are never asked for."""
    if call.returns is UNSET and call.after is None and not call.fields and call.solutions is None:
        for key, is_given in (("tolerance", call.tolerance is not None), ("truth", call.truth != "strict")):
            if is_given:
                yield Problem(at(key), 'it says how "returns", "after" and "fields" are compared; give one of them')
    if len(call.after or ()) > len(call.args):
        yield Problem(
            at("after"), f"it holds {len(call.after or ())} values, and the call has {len(call.args)} arguments"
        )
    if call.tolerance == Tolerance():
        yield Problem(at("tolerance"), "there is nothing in it; say how far a number may be off: {relative: 1e-9}")
    if call.first is not None and len(call.solutions or ()) > call.first:
        yield Problem(at("first"), f'{call.first} are asked for, and "solutions" has {len(call.solutions or ())}')


def _names(at: Place, call: Call, language: str) -> Iterator[Problem]:
    for key, pattern in (("function", call.function), ("new", call.new), ("of", call.of.removeprefix("$"))):
        names = [name for name in alternatives(pattern) if language != "cpp" or not _of_cpp(name)]
        if language != "prolog" and not all(map(_NAME.fullmatch, names)):
            yield Problem(at(key), f'"{pattern}" is no name; write arguments in "args"')
    if call.keep and not call.keep.isidentifier():
        yield Problem(at("keep"), f'the name "{call.keep}" may only have letters, digits and "_"')


def _of_cpp(name: str) -> bool:
    """Whether it is a name that only C++ has."""
    return any(pattern.fullmatch(name) for pattern in (_TEMPLATE, CPP_OPERATOR))


def _variables_of(call: Call) -> list[tuple[KeyPath, str]]:
    """The variables that a step names, each with the keys at which it does."""
    used: list[tuple[KeyPath, str]] = []
    used += [(("args", index), value[1:]) for index, value in enumerate(call.args) if is_variable(value)]
    used += [(("args", index), name) for index, value in enumerate(call.args) for name in variables_in(value)]
    return used + ([(("of",), call.of[1:])] if is_variable(call.of) else [])


def _variables(
    at: Place, call: Call, used: Iterable[tuple[KeyPath, str]], known: Mapping[str, None]
) -> Iterator[Problem]:
    if call.of and call.of in known:
        yield Problem(at("of"), f'"{call.of}" is an object that an earlier step kept; write ${call.of}')
    owner, _, method = call.function.partition(".")
    if owner in known and method:
        yield Problem(
            at("function"), f"a method of what an earlier step kept is written of: ${owner}, function: {method}"
        )
    for keys, name in used:
        if name not in known:
            near = suggestion(name, known) or f"; known: {', '.join(known) or 'none'}"
            text = "; a text that begins so is written !text" if keys != ("of",) else ""
            yield Problem(at(*keys), f'no "let" and no earlier "keep" has the variable "${name}"{near}{text}')


def is_variable(value: Any) -> bool:
    """Whether a value stands for one that an earlier call kept."""
    return isinstance(value, str) and value.startswith("$")


def _functions(at: Place, call: Call, assignment: Assignment) -> Iterator[Problem]:
    for key, value in (("returns", call.returns), ("after", call.after), ("fields", call.fields)):
        yield from _checks(at(key), value, assignment)
    for key, expected in (("stdout", call.stdout), ("message", call.message)):
        if expected is not None:
            checker = checker_of(expected)
            yield from (Problem(at(key), f"{problem}") for problem in checker.problems())
            if checker.needs_golden():
                yield Problem(at(key), "a call has no golden; write what is expected")
            for name in checker.function_names():
                if name not in assignment.functions:
                    yield unknown_function(at(key), name, assignment)


def _checks(location: Location, value: Any, assignment: Assignment) -> Iterator[Problem]:
    """A line for each function after ``!check`` that ``checks.py`` does not have."""
    for tag, content in tags_in(value):
        if tag == CHECK and content not in assignment.functions:
            yield unknown_function(location, content, assignment)


def _not_handed_over(location: Location, value: Any) -> Iterator[Problem]:
    tag = cannot_be_handed_over(value)
    if tag:
        yield Problem(location, f"{tag} says what is expected and cannot be handed over")


_PROLOG_KEYS = {"solutions", "order", "first", "deterministic", "inferences", "ends"}


def goal_problems(source: Source, language: str, case: Case, path: KeyPath) -> Iterator[Problem]:
    """Every problem of the calls of a case."""
    prolog = language == "prolog"
    for number, call in enumerate(case.calls):
        if call.reads is not None and language not in ("java", "prolog"):
            yield Problem(source.at((*path, "calls", number, "reads")), "reads of arrays are counted in Java only")
    for at, call in enumerate(case.calls):
        for name in sorted(_given_keys(call) - _PROLOG_KEYS if prolog else _given_keys(call) & _PROLOG_KEYS):
            yield Problem(
                source.at((*path, "calls", at, name)), f'"{name}" is {"not" if prolog else "only"} for Prolog'
            )
        if call.order == "any" and call.solutions is None:
            yield Problem(
                source.at((*path, "calls", at, "order")), '"order" says how "solutions" are compared; give them'
            )
        if call.raises is not None and call.ends == "*":
            yield Problem(source.at((*path, "calls", at, "ends")), 'give "raises" or "ends", not both')
    if prolog:
        for name, entries in (("let", case.let), ("set", case.set_fields), ("get", case.get_fields)):
            if entries:
                yield Problem(source.at((*path, name)), f'"{name}" is not for Prolog')


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
