"""Calls of constructors and methods in Java, as statements of a ``main``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from harness.language.main_program import CallStep, CallSteps, variable_of
from harness.language.parsing.outline import Function
from harness.model.patterns import alternatives
from harness.spec.yaml.value_notation import VARIABLE, tag_of

Literal = Callable[[Any, str], str]
"""Writes a value of the spec for a parameter of a type."""


class NotWritable(Exception):
    """The calls cannot be written as a simple program."""


def object_statements(calls: CallSteps, literal: Literal) -> Iterator[str]:
    """Yield the statements; NotWritable where a member is private, in a package, or not known."""
    if any(re.search(rb"^[ \t]*package\b", source, re.MULTILINE) for source in calls.parsed.files.values()):
        raise NotWritable
    kept: set[str] = set()
    for step in calls.calls:
        if not step.name:
            continue
        function = _function(calls, step)
        arguments = []
        for value, kind in zip(step.call.args, function.params, strict=True):
            name = variable_of(value)
            if name and name not in kept:
                kept.add(name)
                yield f"{kind} {name} = {literal(calls.case.let[name], kind)};"
            arguments.append(name or literal(_without_tags(value), kind))
        call = f"{_target(step)}({', '.join(arguments)})"
        if step.call.keep:
            yield f"{'' if step.call.keep in kept else 'var '}{step.call.keep} = {call};"
            kept.add(step.call.keep)
        else:
            yield f"System.out.println({call});" if step.prints_value else f"{call};"


def _target(step: CallStep) -> str:
    if step.call.new:
        return f"new {step.name}"
    owner = variable_of(step.call.of) or (alternatives(step.call.of)[0] if step.call.of else "")
    if not owner:
        raise NotWritable
    return f"{owner}.{step.name}"


def _function(calls: CallSteps, step: CallStep) -> Function:
    """The constructor or method that takes so many arguments; the only one."""
    private = re.compile(rb"\bprivate\b[^;{}()=]*\b" + re.escape(step.name).encode() + rb"\s*\(")
    if any(private.search(source) for path, source in calls.parsed.files.items() if path.endswith(".java")):
        raise NotWritable
    count = len(step.call.args)
    known = {
        function.params: function
        for outline in calls.parsed.outlines
        for function in outline.functions
        if function.name == step.name
        and bool(function.is_constructor) == bool(step.call.new)
        and len(function.params) == count
        and not function.variadic
    }
    if len(known) != 1:
        raise NotWritable
    return next(iter(known.values()))


def _without_tags(value: Any) -> Any:
    """The value, where it needs no tag in Java."""
    if tag_of(value) == VARIABLE or (isinstance(value, (list, dict)) and tag_of(value)):
        raise NotWritable
    return value
