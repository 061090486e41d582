"""Calls of constructors and methods in Java, as statements of a ``main``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from harness.execute.main_programs.base import MadeCall, MadeCalls, variable_of
from harness.model.patterns import alternatives
from harness.sources.outline import Function
from harness.spec.values import VARIABLE, tag_of

Literal = Callable[[Any, str], str]
"""Writes a value of the spec for a parameter of a type."""


class NotWritable(Exception):
    """The calls cannot be written as a simple program."""


def object_statements(calls: MadeCalls, literal: Literal) -> Iterator[str]:
    """Yield the statements; NotWritable where a member is private, in a package, or not known."""
    if any(re.search(rb"^\s*package\b", source, re.MULTILINE) for source in calls.parsed.files.values()):
        raise NotWritable
    kept: set[str] = set()
    for made in calls.calls:
        if not made.name:
            continue
        function = _function(calls, made)
        arguments = []
        for value, kind in zip(made.call.args, function.params, strict=True):
            name = variable_of(value)
            if name and name not in kept:
                kept.add(name)
                yield f"{kind} {name} = {literal(calls.case.let[name], kind)};"
            arguments.append(name or literal(_without_tags(value), kind))
        call = f"{_target(made)}({', '.join(arguments)})"
        if made.call.keep:
            yield f"{'' if made.call.keep in kept else 'var '}{made.call.keep} = {call};"
            kept.add(made.call.keep)
        else:
            yield f"System.out.println({call});" if made.prints_value else f"{call};"


def _target(made: MadeCall) -> str:
    if made.call.new:
        return f"new {made.name}"
    owner = variable_of(made.call.of) or (alternatives(made.call.of)[0] if made.call.of else "")
    if not owner:
        raise NotWritable
    return f"{owner}.{made.name}"


def _function(calls: MadeCalls, made: MadeCall) -> Function:
    """The constructor or method that takes so many arguments; the only one."""
    private = re.compile(rb"\bprivate\b[^;{}()=]*\b" + re.escape(made.name).encode() + rb"\s*\(")
    if any(private.search(source) for path, source in calls.parsed.files.items() if path.endswith(".java")):
        raise NotWritable
    count = len(made.call.args)
    known = {
        function.params: function
        for outline in calls.parsed.outlines
        for function in outline.functions
        if function.name == made.name
        and bool(function.is_constructor) == bool(made.call.new)
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
