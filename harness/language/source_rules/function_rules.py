"""Rules on functions: which are required, with which types, in which files, and what they must call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.judge.finding_kinds import CALL_MISSING, WRONG_PARAMETERS
from harness.language.parsing import java, prolog, python
from harness.language.parsing.outline import Function, Outline
from harness.language.parsing.parsed_sources import ParsedSources, head_of
from harness.language.parsing.types import canonical_type
from harness.model.finding import Finding, Parameter, Place
from harness.model.patterns import alternatives, describe, describe_name, matching, name_matcher
from harness.spec.format.source_rules import Signature, SourceRules

_SOURCE = Place(part="source")


def required_functions(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function that is not there, or has other types, or stands in another file."""
    aliases = {name: kind for outline in parsed.outlines for name, kind in outline.aliases.items()}
    for name, signature in rules.functions.items():
        matches = parsed.functions_named(name)
        if not matches or alternatives(name)[0] in parsed.near_names:
            yield parsed.missing_function(name)
            continue
        problems = [list(_signature_problems(function, signature, outline, aliases)) for outline, function in matches]
        fewest = min(map(len, problems))
        nearest = [match for match, problem in zip(matches, problems, strict=True) if len(problem) == fewest]
        best = next(problem for problem in problems if len(problem) == fewest)
        (outline, function), *_ = nearest
        where = Place(path=outline.path, line=function.line)
        yield from (Finding.of(kind, where, function=function.name, **params) for kind, params in best)
        yield from _wrong_files(function.name, signature, nearest)


def _signature_problems(
    function: Function, wanted: Signature, outline: Outline, aliases: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Parameter]]]:
    """The kind and parameters of a finding for each type that is not as wanted."""
    is_java = outline.path.lower().endswith(java.SUFFIXES)
    is_untyped = outline.path.lower().endswith((*python.SUFFIXES, *prolog.SUFFIXES))
    if wanted.params is not None:
        actual = tuple(canonical_type(param, aliases, java=is_java) for param in function.params)
        expected = tuple(canonical_type(param, aliases, java=is_java) for param in wanted.params)
        if not (function.accepts(len(expected)) if is_untyped else actual == expected):
            yield WRONG_PARAMETERS, {"params": list(function.params), "wanted": list(wanted.params)}
    if wanted.returns is not None:
        returns = {canonical_type(kind, aliases, java=is_java) for kind in (function.returns, wanted.returns)}
        if len(returns) > 1:
            yield "wrong-return-type", {"returns": function.returns, "wanted": wanted.returns}
    if wanted.static is not None and function.static != wanted.static:
        yield ("must-be-static" if wanted.static else "must-not-be-static"), {}


def _wrong_files(shown: str, wanted: Signature, matches: list[tuple[Outline, Function]]) -> Iterator[Finding]:
    defined = [outline.path for outline, function in matches if function.defined]
    declared = [outline.path for outline, _ in matches]
    if wanted.declared_in and not matching(declared, wanted.declared_in):
        where = Place(path=", ".join(dict.fromkeys(declared)))
        yield Finding.of("declared-elsewhere", where, function=shown, file=describe(wanted.declared_in))
    if wanted.defined_in and (not defined or len(matching(defined, wanted.defined_in)) != len(defined)):
        files: dict[str, Parameter] = {"file": describe(wanted.defined_in), "actual_files": [*dict.fromkeys(defined)]}
        yield Finding.of("defined-elsewhere", _SOURCE, function=shown, **files)


def recursive_functions(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function that must work by recursion: neither it nor a helper of it ever calls itself.

    What the rules ask for by name is nobody's helper.
    """
    asked = {*rules.functions, *rules.recursive, *rules.calls}
    for name in rules.recursive:
        matches = parsed.functions_named(name)
        if not matches and name not in rules.functions:
            yield parsed.missing_function(name)
        no_helper = [name_matcher(other) for other in asked - {name}]
        if matches and not parsed.call_graph.is_recursive(name_matcher(name), no_helper):
            yield Finding.of("not-recursive", head_of(matches), function=matches[0][1].name)


def required_calls(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function that does not call one that it must, not even by way of others."""
    for name, wanted in rules.calls.items():
        reachable = parsed.call_graph.reachable(name_matcher(name))
        for callee in wanted:
            if not any(map(name_matcher(callee), reachable)):
                where, callers = head_of(parsed.functions_named(name)), parsed.call_graph.callers(name_matcher(callee))
                params: dict[str, Parameter] = {"function": describe_name(name), "callee": describe(callee)}
                yield Finding.of(CALL_MISSING, where, **params, **({"callers": callers} if callers else {}))
