"""Rules on sources that a spec may write, each judged on parsed files. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.patterns import chooser, matching, tell
from harness.model.struct import Model
from harness.sources import cpp, java, python
from harness.sources.outline import Function, Graph, Outline
from harness.sources.text import decoded
from harness.sources.types import canonical

_LARGEST = 2 << 20
"""Bytes of a source file; nobody writes more by hand, and a tree of it takes a hundred times its size."""

Sources = Mapping[str, bytes]
"""The files handed in, by path."""


class Header(Model, frozen=True):
    """A comment at the top of every source file, with a name and an id in it."""

    files: str
    """The files that need one: ``*.py|*.java``."""
    lines: int = 15
    """How many lines count as the top; a comment that begins there counts whole."""
    words: int = 2
    """How many words of letters it must have."""
    id: bool = True
    """Whether it must have a word with a digit in it."""
    besides: str = ""
    """Regular expression of words that are neither: the course, the task."""


class Signature(Model, frozen=True):
    """How a function must be declared; what is left out is free."""

    params: tuple[str, ...] | None = None
    """The types of its parameters, in any spelling (in Python it must be callable with as many arguments)."""
    returns: str | None = None
    """The type that it returns."""
    static: bool | None = None
    """Whether it is static."""
    declared_in: str = ""
    """Files in which it must be declared."""
    defined_in: str = ""
    """Files in which it must be defined, and no others."""


class Mention(Model, frozen=True):
    """A regular expression, and what a student is told where it is not found."""

    pattern: str
    told: str


class SourceRules(Model, frozen=True):
    """What the source must hold. Everything is told by a parser; comments and strings are never taken for code."""

    header: Header | None = None
    """The comment at the top of every file."""
    functions: dict[str, Signature] = {}
    """Functions that must be there, by name; ``a|b`` accepts either spelling, ``(?i)`` in front any letter case. Where
    one is not there, other cases call, in its place, a function of nearly that name, or the only one with the types
    asked for: a wrong name is charged here alone."""
    recursive: tuple[str, ...] = ()
    """Functions that must call themselves, directly or by way of others."""
    calls: dict[str, tuple[str, ...]] = {}
    """Function -> functions that it must call, itself or by way of helpers; ``a|b`` accepts either."""
    forbidden_calls: tuple[str, ...] = ()
    """Functions that must not be called anywhere: ``permutations``, ``itertools.permutations``. A function of that name
    that the submission makes itself is meant by neither."""
    forbidden_imports: tuple[str, ...] = ()
    """Modules, packages and headers that must not be imported."""
    includes: dict[str, str] = field(default_factory=dict)
    """File -> the header that it must include, or the module that it must import."""
    leading: dict[str, str] = {}
    """File pattern -> header that such a file must include before it declares anything; judged where there is one."""
    declared: dict[str, str] = {}
    """File pattern -> header that must declare all functions and constants of such files, ``main``, templates and
    members of classes aside; judged where there is one. Only C and C++."""
    one_file: str = ""
    """Pattern of sources, of which one must define all functions that others declare or define, templates and members
    of classes aside. Only C and C++."""
    mentions: dict[str, tuple[str | Mention, ...]] = {}
    """File pattern -> regular expressions that each must be found in one of those texts (documents, not code). With
    ``{pattern: ..., told: ...}`` a student is told that sentence where it is not found."""


def judge_sources(rules: SourceRules, files: Sources) -> tuple[Finding, ...]:
    """What the sources violate."""
    parsed = _Parsed(files)
    found: list[Finding] = []
    for rule in _RULES:
        found += rule(rules, files, parsed)
    return tuple(found)


def outline_of(path: str, source: bytes, blanks: Iterable[bytes] = ()) -> Outline | None:
    """The outline of a source file; None where no parser of ours reads it. ``blanks``: macros that are nothing."""
    name = path.lower()
    known = name.endswith((*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES))
    if known and len(source) > _LARGEST:
        return Outline(path, problem=f"it is larger than {_LARGEST >> 20} MiB")
    if name.endswith(python.SUFFIXES):
        return python.outline(path, source)
    if name.endswith(java.SUFFIXES):
        return java.outline(path, source)
    return cpp.outline(path, source, blanks) if name.endswith(cpp.SUFFIXES) else None


class _Parsed(Struct, frozen=True, dict=True):
    """What parsers find in the files; nothing is parsed before a rule asks."""

    files: Sources

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """The files that a parser of ours reads, by their names."""
        blanks = frozenset[bytes]().union(*map(cpp.empty_macros, self.files.values()))
        found = (outline_of(path, source, blanks) for path, source in sorted(self.files.items()))
        return tuple(one for one in found if one is not None)

    @cached_property
    def graph(self) -> Graph:
        """Who calls whom."""
        return Graph.of(self.outlines)

    def named(self, name: str) -> list[tuple[Outline, Function]]:
        """The functions that a rule's name means, with their files."""
        chosen = chooser(name)
        return [
            (outline, function)
            for outline in self.outlines
            for function in outline.functions
            if chosen(function.name) and not function.makes
        ]

    def missing(self, name: str) -> Finding:
        """There is no such function; perhaps as a file could not be parsed."""
        broken = "".join(f"; {one.path} is not valid ({one.problem})" for one in self.outlines if one.problem)
        return Finding(f"there is no function {tell(name)}{broken}", "the source")


def _header(rules: SourceRules, files: Sources, _: _Parsed) -> Iterator[Finding]:
    from harness.sources.comments import top_comments  # noqa: PLC0415 - Pygments takes a while to import

    if rules.header is None:
        return
    wanted = rules.header
    for path in (path for path in matching(files, wanted.files) if files[path].strip()):
        lacking = [_lacking(wanted, comment) for comment in top_comments(path, files[path], wanted.lines)]
        if lacking and all(lacking):
            least = min((len(one), one) for one in lacking)[1]
            text = f"no comment in the first {wanted.lines} lines has {' and '.join(least)}"
            yield Finding(text, path, actual=b"\n".join(files[path].splitlines()[:5]))


def _lacking(wanted: Header, comment: str) -> list[str]:
    """What a comment lacks. Each ideogram is a word, an initial is one too."""
    tokens = re.findall(r"\w+", re.sub(wanted.besides, " ", comment) if wanted.besides else comment)
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+", " ".join(
        one for token in tokens for one in token.split("_") if not re.search(r"\d", one)))  # fmt: skip
    lacking = ["a name"] if len(words) < wanted.words else []
    return lacking + (["an id"] if wanted.id and not any(re.search(r"\d", token) for token in tokens) else [])


def _functions(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
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
        yield from (Finding(f"{tell(name)} {problem}", nearest[0][0].path) for problem in best)
        yield from _places(tell(name), signature, nearest)


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
        yield Finding(f"{shown} must be declared in {tell(wanted.declared_in)}", ", ".join(dict.fromkeys(declared)))
    if wanted.defined_in and (not defined or len(matching(defined, wanted.defined_in)) != len(defined)):
        where = f"; it is in {', '.join(dict.fromkeys(defined))}" if defined else ""
        yield Finding(f"{shown} must be defined in {tell(wanted.defined_in)}{where}", "the source")


def _recursive(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
    for name in rules.recursive:
        found = parsed.named(name)
        if not found and name not in rules.functions:
            yield parsed.missing(name)
        if found and not parsed.graph.recursive(chooser(name)):
            yield Finding(f"{tell(name)} must be recursive; it never calls itself", found[0][0].path)


def _calls(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
    for name, wanted in rules.calls.items():
        reached = parsed.graph.reached(chooser(name))
        for one in wanted:
            if not any(map(chooser(one), reached)):
                yield Finding(f"{tell(name)} must call {tell(one)}", "the source")


def _forbidden(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
    own = {function.name for outline in parsed.outlines for function in outline.functions}
    scopes = frozenset[str]().union(*(outline.scopes for outline in parsed.outlines))
    for outline in parsed.outlines:
        for name in rules.forbidden_calls:
            plain = name in outline.calls and name not in own
            if plain or any(_is_use(one, name, scopes) for one in outline.qualified):
                yield Finding(f"{name} is called, which the assignment rules out", outline.path)
        for name in (one.strip('<>"') for one in rules.forbidden_imports):
            if any(one == name or one.startswith(f"{name}.") for one in outline.imports):
                yield Finding(f"{name} is imported, which the assignment rules out", outline.path)


def _is_use(qualified: str, name: str, own_scopes: frozenset[str]) -> bool:
    """Whether ``itertools.permutations`` is what ``permutations`` or ``itertools.permutations`` means."""
    scope = f".{qualified}".removesuffix(f".{name.replace('::', '.')}")
    return scope != f".{qualified}" and not own_scopes & set(scope.split("."))


def _includes(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
    for pattern, wanted in rules.includes.items():
        asked = wanted.strip('<>"')
        there = [outline for outline in parsed.outlines if matching([outline.path], pattern)]
        if not there:
            yield Finding(f"there is no {tell(pattern)} that includes {wanted}", "the source")
        for outline in there:
            if not any(one == asked or one.endswith(f"/{asked}") for one in outline.imports):
                yield Finding(f"{wanted} must be included", outline.path)


def _leading(rules: SourceRules, files: Sources, parsed: _Parsed) -> Iterator[Finding]:
    for pattern, header in rules.leading.items():
        there = matching(files, header)
        for outline in parsed.outlines if there else ():
            if matching([outline.path], pattern) and not matching(_last_parts(outline.leading), header):
                late = ", not below them" if matching(_last_parts(outline.imports), header) else ""
                text = f"{' or '.join(there)} must be included at the top, above all declarations{late}"
                yield Finding(text, outline.path)


def _last_parts(paths: Iterable[str]) -> list[str]:
    return [path.rpartition("/")[2] for path in paths]


def _declared(rules: SourceRules, files: Sources, parsed: _Parsed) -> Iterator[Finding]:
    for pattern, header in rules.declared.items():
        headers = [one for one in parsed.outlines if matching([one.path], header)]
        there = {function.name for one in headers for function in one.functions}
        constants = frozenset[str]().union(*(one.constants for one in headers))
        shown = " or ".join(matching(files, header))
        for outline in parsed.outlines if shown else ():
            if not matching([outline.path], pattern):
                continue
            own = {one.name for one in outline.functions if one.defined and one.free and not one.makes} - {"main"}
            yield from (Finding(f"{name} is not declared in {shown}", outline.path) for name in sorted(own - there))
            lacking = sorted(outline.constants - constants)
            yield from (Finding(f"the constant {name} must stand in {shown}", outline.path) for name in lacking)


def _one_file(rules: SourceRules, _: Sources, parsed: _Parsed) -> Iterator[Finding]:
    if not rules.one_file:
        return
    sources = [one for one in parsed.outlines if matching([one.path], rules.one_file)]
    headers = [one for one in parsed.outlines if one not in sources]
    defined = {one.path: {each.name for each in one.functions if each.defined} for one in sources}
    wanted = {each.name for one in headers for each in one.functions}
    chosen = max(sources, key=lambda one: ("main" in defined[one.path], len(defined[one.path] & wanted)), default=None)
    if chosen is None:
        yield Finding(f"there is no {tell(rules.one_file)} with the functions", "the source")
        return
    for outline in parsed.outlines:
        for name in sorted({one.name for one in outline.functions if one.defined and one.free}):
            elsewhere = outline in headers or (name in wanted and name not in defined[chosen.path])
            if elsewhere and outline is not chosen:
                yield Finding(f"{name} must be defined in {chosen.path}; it is in {outline.path}", outline.path)


def _mentions(rules: SourceRules, files: Sources, _: _Parsed) -> Iterator[Finding]:
    for pattern, wanted in rules.mentions.items():
        texts = [decoded(files[path]) for path in matching(files, pattern)]
        for one in wanted:
            expression = one if isinstance(one, str) else one.pattern
            if not any(re.search(expression, text, re.IGNORECASE) for text in texts):
                yield Finding(_unmentioned(one, tell(pattern)), tell(pattern))


def _unmentioned(wanted: str | Mention, where: str) -> str:
    """What a student is told; a regular expression is not shown."""
    if isinstance(wanted, Mention):
        return wanted.told
    plain = re.fullmatch(r"[\w ]+", wanted)
    return f"nothing in {where} speaks of {wanted}" if plain else f"{where} does not say what it must"


_RULES: tuple[Callable[[SourceRules, Sources, _Parsed], Iterator[Finding]], ...] = (
    _header,
    _functions,
    _recursive,
    _calls,
    _forbidden,
    _includes,
    _leading,
    _declared,
    _one_file,
    _mentions,
)
