"""Why a Prolog program gives no answer, where its sources show it: a predicate without a clause that ends it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.grading.child_requests.source_places import LARGEST_SOURCE, with_source
from harness.grading.verdicts.judgement import Judgement
from harness.language import languages
from harness.language.parsing.outline import Outline
from harness.language.parsing.prolog import outline, without_end
from harness.model.finding import NO_ANSWER, Finding, Place
from harness.sandbox.files.scratch import read_bounded


def with_endless_predicate(
    judgement: Judgement, called: Collection[str], files: Sequence[str], folder: Path | None
) -> Judgement:
    """The judgement of calls of these predicates; findings of no answer say which predicate never succeeds."""
    if folder is None or not any(finding.kind == NO_ANSWER for finding in judgement.findings):
        return judgement
    place = next(_endless(called, files, folder), None)
    if place is None:
        return judgement
    return replace(judgement, findings=tuple(_explained(finding, place) for finding in judgement.findings))


def _explained(finding: Finding, place: Place) -> Finding:
    if finding.kind != NO_ANSWER:
        return finding
    params = {**finding.params, "reason": "never-succeeds", "predicate": place.function}
    return replace(finding, where=place, params=params)


def _endless(called: Collection[str], files: Sequence[str], folder: Path) -> Iterator[Place]:
    """The predicates without an end that are needed for the calls, where one file holds the program."""
    sources = [path for path in files if path.endswith(languages()["prolog"].suffixes)]
    source = read_bounded(folder, sources[0], LARGEST_SOURCE) if len(sources) == 1 else None
    if source is None:
        return
    needed = _needed(called, outline(sources[0], source))
    for (name, arity), line in without_end(source).items():
        if name in needed:
            yield with_source(Place(path=sources[0], line=line, function=f"{name}/{arity}"), folder)


def _needed(called: Collection[str], program: Outline) -> set[str]:
    """The names of all predicates that these come to."""
    calls: dict[str, set[str]] = {}
    for function in program.functions:
        calls.setdefault(function.name, set()).update(name for name, _ in function.calls)
    needed, waiting = set[str](), list(called)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting.extend(calls.get(name, ()))
    return needed
