"""Why a Prolog program answers wrongly or not at all, where its source shows a clause that nobody means."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.grading.child_requests.source_places import LARGEST_SOURCE, with_source
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import CALL_RAISED
from harness.language import languages
from harness.language.parsing.outline import Outline
from harness.language.parsing.prolog import outline
from harness.language.parsing.prolog_oddities import (
    counted_below,
    counted_from_end,
    never_counted,
    used_once,
    without_end,
)
from harness.model.finding import NO_ANSWER, Parameter, Place
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded

_Reason = tuple[Place, dict[str, Parameter]]


def with_prolog_cause(
    judgement: Judgement, called: Collection[str], files: Sequence[str], folder: Path | None
) -> Judgement:
    """The judgement of calls of these predicates; what is wrong with the answers is explained by a clause, if any."""
    kinds = {finding.kind for finding in judgement.findings}
    if folder is None or judgement.verdict is Verdict.AC or not kinds or CALL_RAISED in kinds:
        return judgement
    reason = next(_reasons(called, files, folder, is_without_answer=NO_ANSWER in kinds), None)
    if reason is None:
        return judgement
    place, params = reason
    first, *others = judgement.findings
    explained = replace(first, where=place, params={**first.params, **params})
    return replace(judgement, findings=(explained, *others))


def _reasons(
    called: Collection[str], files: Sequence[str], folder: Path, *, is_without_answer: bool
) -> Iterator[_Reason]:
    """What cannot be meant in the predicates that are needed for the calls, where one file holds the program."""
    sources = [path for path in files if path.endswith(languages()["prolog"].suffixes)]
    source = read_bounded(folder, sources[0], LARGEST_SOURCE) if len(sources) == 1 else None
    if source is None:
        return
    needed = _needed(called, outline(sources[0], source))

    def place(name: str, arity: int, line: int) -> Place:
        return with_source(Place(path=sources[0], line=line, function=f"{name}/{arity}"), folder)

    for (name, arity), line in without_end(source).items() if is_without_answer else ():
        if name in needed:
            yield place(name, arity, line), {"reason": "never-succeeds", "predicate": f"{name}/{arity}"}
    for reason, oddities in (
        ("never-counted", never_counted(source)),
        ("counted-up", counted_from_end(source, 1)),
        ("counted-down", counted_from_end(source, -1)),
        ("counted-below", counted_below(source)),
        ("used-once", used_once(source)),
    ):
        for name, arity, line, variable, value in oddities:
            if name in needed:
                params: dict[str, Parameter] = {
                    "reason": reason,
                    "predicate": f"{name}/{arity}",
                    "variable": variable,
                    "value": value,
                }
                yield place(name, arity, line), params


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
