"""Rules on files: what each must include and declare, and where things are defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.language.parsing.outline import Function
from harness.language.parsing.parsed_sources import ParsedSources
from harness.model.finding import Finding, Place
from harness.model.patterns import describe, matching
from harness.spec.format.source_rules import SourceRules

_SOURCE = Place(part="source")


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
    """A header that is there and is not included before all else."""
    for pattern, header in rules.leading.items():
        headers = matching(parsed.files, header)
        for outline in parsed.outlines if headers else ():
            if matching([outline.path], pattern) and not matching(_last_parts(outline.leading), header):
                late = bool(matching(_last_parts(outline.imports), header))
                yield Finding.of("include-not-at-top", Place(path=outline.path), headers=headers, late=late)


def _last_parts(paths: Iterable[str]) -> list[str]:
    return [path.rpartition("/")[2] for path in paths]


def declared_in_header(rules: SourceRules, parsed: ParsedSources) -> Iterator[Finding]:
    """A function or a constant that its header does not declare."""
    for pattern, header in rules.declared.items():
        headers = [outline for outline in parsed.outlines if matching([outline.path], header)]
        declared = {function.name for outline in headers for function in outline.functions}
        constants = frozenset[str]().union(*(outline.constants for outline in headers))
        names = matching(parsed.files, header)
        for outline in parsed.outlines if names else ():
            if not matching([outline.path], pattern):
                continue
            functions = {function.name for function in outline.functions if _is_own(function)} - {"main"}
            yield from (
                Finding.of("not-declared", Place(path=outline.path), function=name, headers=names)
                for name in sorted(functions - declared)
            )
            lacking = sorted(outline.constants - constants)
            yield from (
                Finding.of("constant-not-in-header", Place(path=outline.path), constant=name, headers=names)
                for name in lacking
            )


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
                yield Finding.of("defined-in-other-file", Place(path=outline.path), function=name, **files)
