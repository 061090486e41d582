"""Rules on sources that a spec may write, each judged on parsed files. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import field

from harness.model.finding import Finding
from harness.model.patterns import alternatives, matching, tell
from harness.model.struct import Model
from harness.sources import clike, python
from harness.sources.outline import Function, Outline, recursive

Sources = Mapping[str, bytes]
"""The files handed in, by path."""


class Header(Model, frozen=True):
    """A comment at the top of every source file, with a name and an id in it."""

    files: str
    """The files that need one: ``*.py|*.java``."""
    lines: int = 15
    """How many lines count as the top."""
    words: int = 2
    """How many words of letters it must have."""
    id: bool = True
    """Whether it must have a word with a digit in it."""


class Signature(Model, frozen=True):
    """How a function must be declared; what is left out is free."""

    params: tuple[str, ...] | None = None
    """The types of its parameters (in Python their number counts)."""
    returns: str | None = None
    """The type that it returns."""
    static: bool | None = None
    """Whether it is static."""
    declared_in: str = ""
    """Files in which it must be declared."""
    defined_in: str = ""
    """Files in which it must be defined, and no others."""


class SourceRules(Model, frozen=True):
    """What the source must hold. Everything is told by a parser; comments and strings are never taken for code."""

    header: Header | None = None
    """The comment at the top of every file."""
    functions: dict[str, Signature] = {}
    """Functions that must be there, by name; ``a|b`` accepts either spelling, ``(?i)`` in front any letter case."""
    recursive: tuple[str, ...] = ()
    """Functions that must call themselves, directly or by way of others."""
    calls: dict[str, tuple[str, ...]] = {}
    """Function -> functions that it must call, itself or by way of helpers; ``a|b`` accepts either."""
    forbidden_calls: tuple[str, ...] = ()
    """Functions that must not be called anywhere."""
    forbidden_imports: tuple[str, ...] = ()
    """Modules, packages and headers that must not be imported."""
    includes: dict[str, str] = field(default_factory=dict)
    """File -> the header that it must include, or the module that it must import."""
    mentions: dict[str, tuple[str, ...]] = {}
    """File pattern -> regular expressions that each must be found in one of those texts (documents, not code)."""


def judge_sources(rules: SourceRules, files: Sources) -> tuple[Finding, ...]:
    """What the sources violate."""
    outlines = [outline for path, source in sorted(files.items()) if (outline := outline_of(path, source))]
    found: list[Finding] = []
    for rule in _RULES:
        found += rule(rules, files, outlines)
    return tuple(found)


def outline_of(path: str, source: bytes) -> Outline | None:
    """The outline of a source file; None where no parser of ours reads it."""
    if path.endswith(python.SUFFIXES):
        return python.outline(path, source)
    return clike.outline(path, source) if path.endswith(clike.SUFFIXES) else None


def _named(name: str, outlines: list[Outline]) -> list[tuple[Outline, Function]]:
    fold = name.startswith("(?i)")
    names = [one.lower() if fold else one for one in alternatives(name)]
    return [
        (outline, function)
        for outline in outlines
        for function in outline.functions
        if (function.name.lower() if fold else function.name) in names
    ]


def _header(rules: SourceRules, files: Sources, _: list[Outline]) -> Iterator[Finding]:
    from harness.sources.comments import top_comment  # noqa: PLC0415 - Pygments takes a while to import

    if rules.header is None:
        return
    wanted = rules.header
    for path in matching(files, wanted.files):
        comment = top_comment(path, files[path], wanted.lines)
        if comment is None:
            continue
        words = re.findall(r"[^\W\d_]{2,}", comment)
        has_id = any(re.search(r"\d", word) for word in re.findall(r"\w+", comment))
        lacking = ["a name"] if len(words) < wanted.words else []
        lacking += ["an id"] if wanted.id and not has_id else []
        if lacking:
            text = f"no comment in the first {wanted.lines} lines has {' and '.join(lacking)}"
            yield Finding(text, path, actual=b"\n".join(files[path].splitlines()[:5]))


def _functions(rules: SourceRules, _: Sources, outlines: list[Outline]) -> Iterator[Finding]:
    for name, signature in rules.functions.items():
        found = _named(name, outlines)
        shown = tell(name)
        if not found:
            yield Finding(f"there is no function {shown}", "the source")
            continue
        problems = [list(_signature(function, signature, outline)) for outline, function in found]
        best = min(problems, key=len)
        yield from (Finding(f"{shown} {problem}", found[problems.index(best)][0].path) for problem in best)
        yield from _places(shown, signature, found)


def _signature(function: Function, wanted: Signature, outline: Outline) -> Iterator[str]:
    if wanted.params is not None:
        is_python = outline.path.endswith(python.SUFFIXES)
        given, asked = function.params, tuple(map(clike.squeeze, wanted.params))
        if len(given) != len(asked) or (not is_python and given != asked):
            yield f"takes ({', '.join(given)}), it must take ({', '.join(asked)})"
    if wanted.returns is not None and function.returns != clike.squeeze(wanted.returns):
        yield f"returns {function.returns or 'nothing'}, it must return {wanted.returns}"
    if wanted.static is not None and function.static != wanted.static:
        yield f"is {'' if function.static else 'not '}static, it must {'' if wanted.static else 'not '}be"


def _places(shown: str, wanted: Signature, found: list[tuple[Outline, Function]]) -> Iterator[Finding]:
    defined = [outline.path for outline, function in found if function.defined]
    declared = [outline.path for outline, _ in found]
    if wanted.declared_in and not matching(declared, wanted.declared_in):
        yield Finding(f"{shown} must be declared in {tell(wanted.declared_in)}", ", ".join(declared))
    if wanted.defined_in and (not defined or len(matching(defined, wanted.defined_in)) != len(defined)):
        where = f"; it is in {', '.join(defined)}" if defined else ""
        yield Finding(f"{shown} must be defined in {tell(wanted.defined_in)}{where}", "the source")


def _recursive(rules: SourceRules, _: Sources, outlines: list[Outline]) -> Iterator[Finding]:
    for name in rules.recursive:
        found = _named(name, outlines)
        if found and not any(recursive(function.name, outlines) for _, function in found):
            yield Finding(f"{tell(name)} must be recursive; it never calls itself", found[0][0].path)


def _calls(rules: SourceRules, _: Sources, outlines: list[Outline]) -> Iterator[Finding]:
    for name, wanted in rules.calls.items():
        reached = _reached([function for _, function in _named(name, outlines)], outlines)
        for one in wanted:
            fold = one.startswith("(?i)")
            known = {called.lower() for called in reached} if fold else reached
            if not known & {other.lower() if fold else other for other in alternatives(one)}:
                yield Finding(f"{tell(name)} must call {tell(one)}", "the source")


def _reached(functions: list[Function], outlines: list[Outline]) -> set[str]:
    reached: set[str] = set()
    ahead = {called for function in functions for called in function.calls}
    while ahead:
        reached |= ahead
        ahead = {called for name in ahead for _, one in _named(name, outlines) for called in one.calls} - reached
    return reached


def _forbidden(rules: SourceRules, _: Sources, outlines: list[Outline]) -> Iterator[Finding]:
    for outline in outlines:
        for name in sorted(outline.calls & set(rules.forbidden_calls)):
            yield Finding(f"{name} is called, which the assignment rules out", outline.path)
        for name in rules.forbidden_imports:
            if any(one == name or one.startswith(f"{name}.") for one in outline.imports):
                yield Finding(f"{name} is imported, which the assignment rules out", outline.path)


def _includes(rules: SourceRules, _: Sources, outlines: list[Outline]) -> Iterator[Finding]:
    for pattern, wanted in rules.includes.items():
        for outline in outlines:
            if matching([outline.path], pattern) and wanted not in outline.imports:
                yield Finding(f"{wanted} must be included", outline.path)


def _mentions(rules: SourceRules, files: Sources, _: list[Outline]) -> Iterator[Finding]:
    for pattern, wanted in rules.mentions.items():
        texts = [files[path].decode("utf-8", "replace") for path in matching(files, pattern)]
        for expression in wanted:
            if not any(re.search(expression, text, re.IGNORECASE) for text in texts):
                yield Finding(f"nothing in {tell(pattern)} speaks of {expression}", tell(pattern))


_RULES: tuple[Callable[[SourceRules, Sources, list[Outline]], Iterator[Finding]], ...] = (
    _header,
    _functions,
    _recursive,
    _calls,
    _forbidden,
    _includes,
    _mentions,
)
