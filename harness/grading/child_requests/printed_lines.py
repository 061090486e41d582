"""Which statement of a program prints a line that should not come, where its sources leave no doubt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct

from harness.grading.child_requests.case_result import CaseResult, expected_texts
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.judge.checkers import checker_of
from harness.judge.finding_kinds import CALL_PRINTED, LINE_DIFFERS, OUTPUT_NOT_WANTED, PRINTED_HERE, TOO_MUCH_OUTPUT
from harness.language import language_of
from harness.model.finding import Finding, Place
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase

_EXTRA = "extra-lines"
"""The near miss by which lines came that should not."""
_OF_TEXTS = (LINE_DIFFERS, CALL_PRINTED, "output-too-long", "words-extra", "word-differs")
"""Kinds of findings on two texts that differ somewhere."""
_OF_CALLS = ("call-output", "stdout of the call")
_NOT_WANTED = (OUTPUT_NOT_WANTED, "lines-not-wanted", TOO_MUCH_OUTPUT)
_WORD = lazy_regex(r"[^\W\d_]{2,}")
_MOST_LINES = 5
_MOST_CASES = 100
_MOST_FILES = 20
_MOST_TEXTS = 100
"""Lines that are looked for in the sources."""
_LARGEST_EXPECTED = 1 << 20


def unwanted_lines(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> dict[int, tuple[str, ...]]:
    """The lines that came and should not, by the indices of the cases that show them."""
    lines = {
        index: _unwanted(assignment, assignment.cases[index], outcome.judgement.findings)
        for index, outcome in outcomes.items()
    }
    return dict([(index, shown) for index, shown in lines.items() if shown][:_MOST_CASES])


def _unwanted(assignment: Assignment, planned: PlannedCase, findings: Iterable[Finding]) -> tuple[str, ...]:
    """Those of the first finding on an output that has any; each occurs nowhere in what is expected."""
    for finding in findings:
        is_of_output = finding.where.stream or finding.where.part in _OF_CALLS
        lines = dict.fromkeys(_surplus(finding)) if is_of_output and finding.actual else {}
        wanted = _all_expected(assignment, planned, finding) if lines else None
        if wanted is not None and (shown := [line for line in lines if _as_compared(line) not in wanted]):
            return tuple(shown[:_MOST_LINES])
    return ()


def _all_expected(assignment: Assignment, planned: PlannedCase, finding: Finding) -> set[str] | None:
    """All lines that are expected where a finding is, which shows a few of them; None if they are not known."""
    if not finding.expected:
        return set()
    if finding.where.part in _OF_CALLS:
        checkers = [checker_of(call.stdout) for call in planned.case.calls if call.stdout is not None]
        texts = [None if (text := checker.expected_text()) is None else text.encode() for checker in checkers]
    else:
        whole = expected_texts(assignment, planned).get(finding.where.stream)
        texts = [whole if isinstance(whole, bytes) else None]
    known = [text for text in texts if text is not None and len(text) <= _LARGEST_EXPECTED]
    return {_as_compared(line) for text in known for line in _lines(text)} if len(known) == len(texts) else None


def _as_compared(line: str) -> str:
    """A line without what no checker may look at: the case of letters, and how many blanks there are."""
    return " ".join(line.casefold().split())


def _surplus(finding: Finding) -> Iterable[str]:
    """The lines of what came that may be too many; of two texts that differ, one that has no word of the expected."""
    came, wanted = _lines(finding.actual), _lines(finding.expected)
    if finding.expected == b"" or finding.kind in _NOT_WANTED or _EXTRA in finding.near_misses:
        return filter(None, came)
    if finding.kind not in _OF_TEXTS or finding.message or finding.near_misses:
        return ()
    first = next(((line, other) for line, other in zip_longest(came, wanted, fillvalue="") if line != other), ("", ""))
    words = [{*_WORD.findall(text.lower())} for text in first]
    return [first[0]] if words[0] and words[0].isdisjoint(words[1]) else ()


def _lines(text: bytes | None) -> list[str]:
    return [line.strip() for line in (text or b"").decode(errors="replace").splitlines()]


class FindPrinting(Struct, frozen=True):
    """Find the statements of a program that print these lines."""

    folder: Path
    files: tuple[str, ...]
    """Others than sources count for nothing."""
    lines: Mapping[int, tuple[str, ...]]
    """The lines by case index."""

    def run(self, _course: object) -> dict[int, Finding]:
        """Return the finding on the first line of each case that one statement alone can print."""
        from harness.language.source_rules.printed_texts import (  # noqa: PLC0415 - few programs
            printed_texts,
            statement_printing,
        )

        files = [path for path in self.files if path.endswith(".h") or language_of(path) is not None]
        sources = {path: read_bounded(self.folder, path, LARGEST_SOURCE) for path in files[:_MOST_FILES]}
        if len(files) > _MOST_FILES or None in sources.values():
            return {}
        contents = {path: source or b"" for path, source in sources.items()}
        printed = printed_texts(contents)
        texts = [*dict.fromkeys(line for lines in self.lines.values() for line in lines)][:_MOST_TEXTS]
        places_of = {text: place for text in texts if (place := statement_printing(text, printed)) is not None}
        places = {place: self._located(contents, *place) for place in {*places_of.values()}}
        shown = {
            index: next((line for line in lines if line in places_of), None) for index, lines in self.lines.items()
        }
        return {
            index: Finding.of(PRINTED_HERE, places[places_of[text]], text=text)
            for index, text in shown.items()
            if text is not None
        }

    def _located(self, sources: Mapping[str, bytes], path: str, line: int) -> Place:
        from harness.language.oddities.enclosing_function import enclosing_function  # noqa: PLC0415 - few programs

        function = enclosing_function(path, sources[path], line)
        return with_source(Place(path=path, line=line, function=function), self.folder)
