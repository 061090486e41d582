"""Rules on functions: which there must be, with which types, in which files, and whom they must call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.patterns import describe, matching, name_matcher
from harness.sources import java, python
from harness.sources.model import Signature, SourceRules
from harness.sources.outline import Function, Outline
from harness.sources.parsed import Parsed
from harness.sources.types import canonical


def functions(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A function that is not there, or has other types, or stands in another file."""
    aliases = _aliases(parsed.outlines)
    for name, signature in rules.functions.items():
        found = parsed.named(name)
        if not found:
            yield parsed.missing(name)
            continue
        problems = [list(_signature(function, signature, outline, aliases)) for outline, function in found]
        fewest = min(map(len, problems))
        nearest = [one for one, problem in zip(found, problems, strict=True) if len(problem) == fewest]
        best = next(problem for problem in problems if len(problem) == fewest)
        yield from (Finding(f"{describe(name)} {problem}", nearest[0][0].path) for problem in best)
        yield from _places(describe(name), signature, nearest)


def _signature(function: Function, wanted: Signature, outline: Outline, aliases: Mapping[str, str]) -> Iterator[str]:
    is_java = outline.path.lower().endswith(java.SUFFIXES)
    is_python = outline.path.lower().endswith(python.SUFFIXES)
    if wanted.params is not None:
        given = tuple(canonical(one, aliases, java=is_java) for one in function.params)
        asked = tuple(canonical(one, aliases, java=is_java) for one in wanted.params)
        if not (function.takes(len(asked)) if is_python else given == asked):
            yield f"takes ({', '.join(function.params)}), it must take ({', '.join(wanted.params)})"
    if wanted.returns is not None:
        returned, asked_back = (canonical(one, aliases, java=is_java) for one in (function.returns, wanted.returns))
        if returned != asked_back:
            yield f"returns {function.returns or 'nothing'}, it must return {wanted.returns}"
    if wanted.static is not None and function.static != wanted.static:
        yield f"is {'' if function.static else 'not '}static, it must {'' if wanted.static else 'not '}be"


def fitting(wanted: Signature, outlines: Sequence[Outline]) -> set[str]:
    """The names of the functions defined that take and return what is wanted, static or not."""
    aliases = _aliases(outlines)
    plain = replace(wanted, static=None)
    return {
        function.name
        for outline in outlines
        for function in outline.functions
        if function.defined and not function.makes and not any(_signature(function, plain, outline, aliases))
    }


def _aliases(outlines: Iterable[Outline]) -> dict[str, str]:
    return {name: kind for outline in outlines for name, kind in outline.aliases.items()}


def _places(shown: str, wanted: Signature, found: list[tuple[Outline, Function]]) -> Iterator[Finding]:
    defined = [outline.path for outline, function in found if function.defined]
    declared = [outline.path for outline, _ in found]
    if wanted.declared_in and not matching(declared, wanted.declared_in):
        yield Finding(f"{shown} must be declared in {describe(wanted.declared_in)}", ", ".join(dict.fromkeys(declared)))
    if wanted.defined_in and (not defined or len(matching(defined, wanted.defined_in)) != len(defined)):
        where = f"; it is in {', '.join(dict.fromkeys(defined))}" if defined else ""
        yield Finding(f"{shown} must be defined in {describe(wanted.defined_in)}{where}", "the source")


def recursive(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A function that never comes back to itself."""
    for name in rules.recursive:
        found = parsed.named(name)
        if not found and name not in rules.functions:
            yield parsed.missing(name)
        if found and not parsed.graph.recursive(name_matcher(name)):
            yield Finding(f"{describe(name)} must be recursive; it never calls itself", found[0][0].path)


def calls(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A function that does not lead to one that it must call."""
    for name, wanted in rules.calls.items():
        reached = parsed.graph.reached(name_matcher(name))
        for one in wanted:
            if not any(map(name_matcher(one), reached)):
                yield Finding(f"{describe(name)} must call {describe(one)}", "the source")
