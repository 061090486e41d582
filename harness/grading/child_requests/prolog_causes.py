"""Why a Prolog program answers wrongly or not at all, where its source shows a clause that nobody means."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import CALL_RAISED, SAID_WHILE_LOADING, SEARCH_DOES_NOT_END
from harness.language import languages
from harness.language.parsing.outline import Outline
from harness.language.parsing.prolog import outline
from harness.language.prolog.arithmetic import compared_as_terms, keeps_value, not_computed
from harness.language.prolog.arithmetic_unification import unified_sums
from harness.language.prolog.counting import never_counted
from harness.language.prolog.cuts import arrow_choices, cut_choices, cut_clauses, unstopped
from harness.language.prolog.oddities import Oddity, defined, kept_facts, only_empty, used_once, without_end
from harness.language.prolog.pairs_for_lists import pairs_for_lists
from harness.model.finding import NO_ANSWER, PRINTED_ANSWER, Finding, Parameter, Place
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded

_MOST_FILES = 10
_SYNTAX_ERROR = lazy_regex(r"(?P<path>[^:\n]{1,300}):(?P<line>\d{1,9}):\d{1,9}: Syntax error: ")

_Reason = tuple[Place, dict[str, Parameter]]
_Searches = tuple[tuple[str, Callable[[bytes], Iterator[Oddity]]], ...]
"""The kind of a reason, and what finds it in a source."""
_WITHOUT_ANSWER: _Searches = (
    ("never-succeeds", without_end),
    ("only-empty", only_empty),
    ("cut-choices", cut_choices),
    ("arrow-choices", arrow_choices),
    ("cut-clause", cut_clauses),
)
_WITHOUT_END: _Searches = (("unstopped", unstopped),)
_SUREST: _Searches = (("pair-for-list", pairs_for_lists),)
_OF_ONE_FILE: _Searches = (
    ("keeps-value", keeps_value),
    ("compared-as-terms", compared_as_terms),
    ("compared-as-terms", unified_sums),
    ("not-computed", not_computed),
    ("never-counted", never_counted),
    ("kept-facts", kept_facts),
)
"""What is said about all clauses of a predicate, which needs a program in one file."""


def with_prolog_cause(
    judgement: Judgement, called: Collection[str], files: Sequence[str], folder: Path | None
) -> Judgement:
    """The judgement of calls of these predicates; what is wrong with the answers is explained by a clause, if any."""
    judgement = _with_line_of_error(judgement, files, folder)
    kinds = {finding.kind for finding in judgement.findings}
    ends_late = judgement.findings and _is_endless(judgement.findings[0])
    if folder is None or judgement.verdict is Verdict.AC or not kinds or (CALL_RAISED in kinds and not ends_late):
        return judgement
    if any(finding.params.get(PRINTED_ANSWER) for finding in judgement.findings):
        return judgement  # it was found: what else is odd is not why it does not come
    also = _WITHOUT_END if ends_late else _WITHOUT_ANSWER if NO_ANSWER in kinds else ()
    reason = next(_reasons(called, files, folder, also, alone=bool(ends_late)), None)
    if reason is None:
        return judgement
    place, params = reason
    first, *others = judgement.findings
    explained = replace(first, where=place, params={**first.params, **params})
    return replace(judgement, findings=(explained, *others))


def _is_endless(finding: Finding) -> bool:
    """Whether a goal was still at work when it was stopped, or its calls were nested too deep."""
    is_said = bool(finding.params.get("endless"))
    return is_said or finding.kind == SEARCH_DOES_NOT_END or finding.params.get("reason") == "recursion"


def _with_line_of_error(judgement: Judgement, files: Sequence[str], folder: Path | None) -> Judgement:
    """The judgement, with the line that Prolog names where it could not read a file."""
    first = judgement.findings[0] if judgement.findings else Finding()
    match = _SYNTAX_ERROR.match(str(first.params.get("text", ""))) if first.kind == SAID_WHILE_LOADING else None
    if match is None or folder is None or match["path"] not in files:
        return judgement
    place = with_source(Place(path=match["path"], line=int(match["line"])), folder)
    located = replace(first, where=place, params={**first.params, "reason": "unread-clause"})
    return replace(judgement, findings=(located, *judgement.findings[1:]))


def _reasons(
    called: Collection[str], files: Sequence[str], folder: Path, also: _Searches, *, alone: bool
) -> Iterator[_Reason]:
    """What cannot be meant in the predicates that are needed for the calls, most telling first.

    ``also``: what is looked for first in a program in one file, and there is nothing else if it is so ``alone``.
    """
    paths = [path for path in files if path.endswith(languages()["prolog"].suffixes)]
    sources = {path: read_bounded(folder, path, LARGEST_SOURCE) or b"" for path in paths[:_MOST_FILES]}
    program = [outline(path, source) for path, source in sources.items()]
    needed = _needed(called, program)

    def reason(kind: str, path: str, oddity: Oddity) -> _Reason:
        predicate = f"{oddity.name}/{oddity.arity}"
        place = _marked(with_source(Place(path=path, line=oddity.line, function=predicate), folder), oddity)
        return place, {"reason": kind, "predicate": predicate, "variable": oddity.variable, "value": oddity.value}

    uncalled = _uncalled(called, program)
    predicates = {*needed, uncalled}
    anywhere: _Searches = (("never-called", defined), ("used-once", partial(used_once, predicates=predicates)))
    searches = () if alone else anywhere
    if len(sources) == 1:
        searches = also if alone else (*_SUREST, *also, *_OF_ONE_FILE, *searches)
    for kind, search in searches:
        wanted = {uncalled} if search is defined else predicates
        for path, source in sources.items():
            yield from (reason(kind, path, oddity) for oddity in search(source) if oddity.name in wanted)


def _marked(place: Place, oddity: Oddity) -> Place:
    """The place with the variable that is meant of its line."""
    source = place.source.decode(errors="replace")
    named = [*re.finditer(rf"(?<!\w){re.escape(oddity.variable)}(?!\w)", source)]
    if oddity.before is None or not oddity.before < len(named):
        return place
    return replace(place, marked=(named[oddity.before].start(), named[oddity.before].end() - 1))


def _uncalled(called: Collection[str], program: Sequence[Outline]) -> str:
    """The one predicate that no clause of another calls; empty if there is none, or more than one.

    One without arguments, or that asks the goal itself, is there for its user.
    """
    functions = [function for file in program for function in file.functions]
    wanted = {name for function in functions for name, _ in function.calls if name != function.name}
    asking = {function.name for function in functions if any(name in called for name, _ in function.calls)}
    for_user = {function.name for function in functions if not function.params} | asking
    unwanted = {function.name for function in functions} - wanted - for_user - {*called, "main"}
    return unwanted.pop() if len(unwanted) == 1 else ""


def _needed(called: Collection[str], program: Sequence[Outline]) -> set[str]:
    """The names of all predicates that these come to."""
    calls: dict[str, set[str]] = {}
    for function in (function for file in program for function in file.functions):
        calls.setdefault(function.name, set()).update(name for name, _ in function.calls)
    needed, waiting = set[str](), list(called)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting.extend(calls.get(name, ()))
    return needed
