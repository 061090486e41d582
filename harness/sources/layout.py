"""Rules on files: what each must include and declare, and where things are defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.model.finding import Finding
from harness.model.patterns import describe, matching
from harness.sources.model import SourceRules
from harness.sources.parsed import Parsed


def includes(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A file that is not there, or lacks its header or module."""
    for pattern, wanted in rules.includes.items():
        asked = wanted.strip('<>"')
        there = [outline for outline in parsed.outlines if matching([outline.path], pattern)]
        if not there:
            yield Finding(f"there is no {describe(pattern)} that includes {wanted}", "the source")
        for outline in there:
            if not any(one == asked or one.endswith(f"/{asked}") for one in outline.imports):
                yield Finding(f"{wanted} must be included", outline.path)


def leading(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A header that is there and does not come before all else."""
    for pattern, header in rules.leading.items():
        there = matching(parsed.files, header)
        for outline in parsed.outlines if there else ():
            if matching([outline.path], pattern) and not matching(_last_parts(outline.leading), header):
                late = ", not below them" if matching(_last_parts(outline.imports), header) else ""
                text = f"{' or '.join(there)} must be included at the top, above all declarations{late}"
                yield Finding(text, outline.path)


def _last_parts(paths: Iterable[str]) -> list[str]:
    return [path.rpartition("/")[2] for path in paths]


def declared(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A function or a constant that its header does not declare."""
    for pattern, header in rules.declared.items():
        headers = [one for one in parsed.outlines if matching([one.path], header)]
        there = {function.name for one in headers for function in one.functions}
        constants = frozenset[str]().union(*(one.constants for one in headers))
        shown = " or ".join(matching(parsed.files, header))
        for outline in parsed.outlines if shown else ():
            if not matching([outline.path], pattern):
                continue
            own = {one.name for one in outline.functions if one.defined and one.free and not one.makes} - {"main"}
            yield from (Finding(f"{name} is not declared in {shown}", outline.path) for name in sorted(own - there))
            lacking = sorted(outline.constants - constants)
            yield from (Finding(f"the constant {name} must stand in {shown}", outline.path) for name in lacking)


def one_file(rules: SourceRules, parsed: Parsed) -> Iterator[Finding]:
    """A function defined in another file than the one that holds the others."""
    if not rules.one_file:
        return
    sources = [one for one in parsed.outlines if matching([one.path], rules.one_file)]
    headers = [one for one in parsed.outlines if one not in sources]
    defined = {one.path: {each.name for each in one.functions if each.defined} for one in sources}
    wanted = {each.name for one in headers for each in one.functions}
    chosen = max(sources, key=lambda one: ("main" in defined[one.path], len(defined[one.path] & wanted)), default=None)
    if chosen is None:
        yield Finding(f"there is no {describe(rules.one_file)} with the functions", "the source")
        return
    for outline in parsed.outlines:
        for name in sorted({one.name for one in outline.functions if one.defined and one.free}):
            elsewhere = outline in headers or (name in wanted and name not in defined[chosen.path])
            if elsewhere and outline is not chosen:
                yield Finding(f"{name} must be defined in {chosen.path}; it is in {outline.path}", outline.path)
