"""Judge the rules on sources that a spec may write: what is included, declared and defined. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from harness.language.parsing.outline import Function
from harness.language.parsing.parsed_sources import ParsedSources, head_of
from harness.language.parsing.types import canonical_type
from harness.language.source_rules import function_rules
from harness.model.finding import Finding, Parameter, Place
from harness.model.patterns import alternatives, describe, describe_name, matching, name_matcher
from harness.spec.format.source_rules import Header, Mention, SourceRules

_SOURCE = Place(part="source")
_OF_C = re.compile(
    r"(assert|ctype|errno|float|limits|locale|math|memory|signal|std(arg|bool|def|int|io|lib)|string|time|unistd)\.h"
)
"""Headers of the library, which declare nothing of a program's."""


def includes(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A file that is not there, or lacks its header or module."""
    for pattern, wanted in rules.includes.items():
        name = wanted.strip('<>"')
        outlines = [outline for outline in parsed.outlines if matching([outline.path], pattern)]
        if not outlines:
            yield Finding.of("no-file-includes", _SOURCE, file=describe(pattern), header=wanted)
        for outline in outlines:
            if not any(imported == name or imported.endswith(f"/{name}") for imported in outline.imports):
                yield Finding.of("include-missing", Place(path=outline.path), header=wanted)


def leading_headers(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A header that is not included before all else."""
    for pattern, header in rules.leading.items():
        headers = matching(parsed.files, header) or [describe(header)]
        for outline in parsed.outlines:
            if matching([outline.path], pattern) and not _includes(outline.leading, header):
                late = _includes(outline.imports, header)
                yield Finding.of("include-not-at-top", Place(path=outline.path), headers=headers, late=late)


def _includes(paths: Iterable[str], header: str) -> bool:
    """Whether such a header is among the included files; one of C's own is only where it is named."""
    names = [path.rpartition("/")[2] for path in paths]
    return bool(matching([name for name in names if not _OF_C.fullmatch(name) or name in alternatives(header)], header))


def declared_in_header(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function or a constant that its header does not declare.

    A header that is included and was not handed in may declare them; one that nobody wrote does not.
    """
    for pattern, header in rules.declared.items():
        headers = [outline for outline in parsed.outlines if matching([outline.path], header)]
        declared = {function.name for outline in headers for function in outline.functions}
        constants = frozenset[str]().union(*(outline.constants for outline in headers))
        there = matching(parsed.files, header)
        names = there or [describe(header)]
        for outline in parsed.outlines:
            included = _includes(outline.imports, header)
            if not matching([outline.path], pattern) or (included and not there):
                continue
            functions = {function.name: function.line for function in outline.functions if _is_own(function)}
            for name in sorted(functions.keys() - declared - {"main"}):
                where = Place(path=outline.path, line=functions[name])
                yield Finding.of("not-declared", where, function=name, headers=names)
            for name in sorted(outline.constants - constants):
                where = Place(path=outline.path, line=parsed.line_of(outline.path, name))
                yield Finding.of("constant-not-in-header", where, constant=name, headers=names)


def _is_own(function: Function) -> bool:
    return function.defined and function.is_free and not function.is_constructor


def defined_in_one_file(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function defined in another file than the one that holds the others."""
    if not rules.one_file:
        return
    sources = [outline for outline in parsed.outlines if matching([outline.path], rules.one_file)]
    headers = [outline for outline in parsed.outlines if outline not in sources]
    defined = {source.path: {function.name for function in source.functions if function.defined} for source in sources}
    wanted = {function.name for header in headers for function in header.functions}
    chosen = max(
        sources, key=lambda file: ("main" in defined[file.path], len(defined[file.path] & wanted)), default=None
    )
    if chosen is None:
        yield Finding.of("no-file-with-functions", _SOURCE, file=describe(rules.one_file))
        return
    for outline in parsed.outlines:
        for name in sorted({function.name for function in outline.functions if function.defined and function.is_free}):
            elsewhere = outline in headers or (name in wanted and name not in defined[chosen.path])
            if elsewhere and outline is not chosen:
                files = {"file": chosen.path, "actual_file": outline.path}
                where = head_of([(outline, function) for function in outline.functions if function.name == name])
                yield Finding.of("defined-in-other-file", where, function=name, **files)


def judge_sources(rules: SourceRules, parsed: ParsedSources) -> tuple[Finding, ...]:
    """The rules that the sources violate, one finding for each violation."""
    return tuple(finding for rule in _RULES for finding in rule(rules, parsed))


def _header(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    from harness.language.parsing.comments import top_comments  # noqa: PLC0415 - Pygments takes a while to import

    if rules.header is None:
        return
    wanted, files = rules.header, parsed.files
    for path in (path for path in matching(files, wanted.files) if files[path].strip()):
        lacking = [_lacking(wanted, comment) for comment in top_comments(path, files[path], wanted.lines)]
        if lacking and all(lacking):
            least = min((len(parts), parts) for parts in lacking)[1]
            kind = "header-lacks-name-and-id" if len(least) > 1 else f"header-lacks-{least[0]}"
            top = b"\n".join(files[path].splitlines()[:5])
            yield Finding.of(kind, Place(path=path), None, top, lines=wanted.lines)


def _lacking(wanted: Header, comment: str) -> list[str]:
    """What a comment lacks. Each ideogram is a word, an initial is one too."""
    tokens = re.findall(r"\w+", re.sub(wanted.besides, " ", comment) if wanted.besides else comment)
    words = re.findall(
        r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+",
        " ".join(part for token in tokens for part in token.split("_") if not re.search(r"\d", part)),
    )
    lacking = ["name"] if len(words) < wanted.words else []
    return lacking + (["id"] if wanted.id and not any(re.search(r"\d", token) for token in tokens) else [])


def _forbidden(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    functions = [function for outline in parsed.outlines for function in outline.functions]
    own = {function.name for function in functions}
    own_everywhere = {function.name for function in functions if function.is_free and not function.around}
    own_everywhere |= frozenset[str]().union(*(outline.named for outline in parsed.outlines))
    scopes = frozenset[str]().union(*(outline.scopes for outline in parsed.outlines))
    for outline in parsed.outlines:
        for name in rules.forbidden_calls:
            plain = (name in outline.calls and name not in own) or name in outline.foreign - own_everywhere
            if plain or any(_is_use(qualified, name, scopes) for qualified in outline.qualified):
                where = Place(path=outline.path, line=parsed.line_of(outline.path, name))
                yield Finding.of("forbidden-call", where, function=name)
        for name in (written.strip('<>"') for written in rules.forbidden_imports):
            if any(module == name or module.startswith(f"{name}.") for module in outline.imports):
                where = Place(path=outline.path, line=parsed.line_of(outline.path, name))
                yield Finding.of("forbidden-import", where, module=name)


def _is_use(qualified: str, name: str, own_scopes: frozenset[str]) -> bool:
    """Whether ``itertools.permutations`` is what ``permutations`` or ``itertools.permutations`` means."""
    scope = f".{qualified}".removesuffix(f".{name.replace('::', '.')}")
    return scope != f".{qualified}" and not own_scopes & set(scope.split("."))


def _variables(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    variables = [variable for outline in parsed.outlines for variable in outline.variables]
    for name, kind in rules.variables.items():
        matches = name_matcher(name)
        kinds = sorted({declared for variable, declared in variables if matches(variable)})
        if canonical_type(kind, java=True) not in kinds:
            near = parsed.near_names.get(alternatives(name)[0], "")
            params: dict[str, Parameter] = {"variable": describe_name(name), "type": kind, "declared": kinds}
            yield Finding.of("variable-missing", _SOURCE, **params, **({"near": near} if near else {}))


def _numbers(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A number in the place of a variable; if nothing has the name, whatever may be there in its place is meant."""
    functions = [(outline, function) for outline in parsed.outlines for function in outline.functions]
    arrays = [(outline, *array) for outline in parsed.outlines for array in sorted(outline.array_lengths)]
    named = {variable for outline in parsed.outlines for variable, _ in outline.variables}
    named |= {function.name for _, function in functions}
    reported = set[tuple[str, int]]()
    for name, numbers in rules.forbidden_numbers.items():
        matches = name_matcher(name) if any(map(name_matcher(name), named)) else named.__contains__
        wrong = [
            ("length-as-number", "array", outline, variable, length, line)
            for outline, variable, length, line in arrays
            if matches(variable) and length in numbers
        ] + [
            ("compares-with-number", "function", outline, function.name, number, line)
            for outline, function in functions
            if matches(function.name)
            for number, line in sorted(function.compared_numbers)
            if number in numbers
        ]
        for kind, what, outline, own_name, number, line in wrong:
            if (own_name, number) not in reported:
                reported.add((own_name, number))
                params: dict[str, Parameter] = {what: own_name, "number": number}
                yield Finding.of(kind, Place(path=outline.path, line=line), **params)


def _mentions(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    if not rules.mentions:
        return
    from harness.language.parsing.comments import code_in  # noqa: PLC0415 - Pygments takes a while to import

    for pattern, wanted in rules.mentions.items():
        paths = matching(parsed.files, pattern)
        texts = [text for path in paths for text in code_in(path, parsed.files[path])]
        for mention in wanted:
            expression = mention if isinstance(mention, str) else mention.pattern
            if not any(re.search(expression, text, re.IGNORECASE) for text in texts):
                yield _unmentioned(mention, pattern, paths)


def _unmentioned(wanted: str | Mention, pattern: str, paths: Sequence[str]) -> Finding:
    """What a student reads, of the one file that is there where it is one; a regular expression is not shown."""
    if isinstance(wanted, Mention):
        return Finding(wanted.message, Place(path=paths[0]) if len(paths) == 1 else _SOURCE)
    file = describe(pattern)
    where = Place(path=file)
    if re.fullmatch(r"[\w ]+", wanted):
        return Finding.of("not-mentioned", where, file=file, word=wanted)
    return Finding.of("text-missing", where, file=file)


_RULES: tuple[Callable[[SourceRules, ParsedSources], Iterator[Finding]], ...] = (
    _header,
    function_rules.required_functions,
    function_rules.recursive_functions,
    function_rules.required_calls,
    _forbidden,
    _variables,
    _numbers,
    includes,
    leading_headers,
    declared_in_header,
    defined_in_one_file,
    _mentions,
)
