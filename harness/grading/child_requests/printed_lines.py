"""Which statement of a program prints a line that should not come, where its sources leave no doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.judge.finding_kinds import CALL_PRINTED, LINE_DIFFERS, OUTPUT_NOT_WANTED, PRINTED_HERE, TOO_MUCH_OUTPUT
from harness.language import language_of
from harness.model.finding import Finding, Place
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import read_bounded

_SURPLUS = {"extra-lines", "repeated-line"}
"""Near misses by which lines came that should not."""
_OF_TEXTS = (LINE_DIFFERS, CALL_PRINTED, "output-too-long", "words-extra", "word-differs")
"""Kinds of findings on two texts that differ somewhere."""
_OF_CALLS = ("call-output", "stdout of the call")
_NOT_WANTED = (OUTPUT_NOT_WANTED, "lines-not-wanted", TOO_MUCH_OUTPUT)
_WORD = lazy_regex(r"[^\W\d_]{2,}")
_MOST_LINES = 5
_MOST_CASES = 100
_MOST_FILES = 20


def unwanted_lines(outcomes: Mapping[int, CaseResult]) -> dict[int, tuple[str, ...]]:
    """The lines that came and should not, by the indices of the cases that show them."""
    lines = {index: _unwanted(outcome.judgement.findings) for index, outcome in outcomes.items()}
    return dict([(index, shown) for index, shown in lines.items() if shown][:_MOST_CASES])


def _unwanted(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Those of the first finding on an output that has any."""
    of_outputs = (finding for finding in findings if finding.where.stream or finding.where.part in _OF_CALLS)
    shown = (tuple(dict.fromkeys(_surplus(finding)))[:_MOST_LINES] for finding in of_outputs if finding.actual)
    return next(filter(None, shown), ())


def _surplus(finding: Finding) -> Iterable[str]:
    """The lines of what came that should not; of two texts that differ, one that has no word of the expected one."""
    came, wanted = _lines(finding.actual), _lines(finding.expected)
    if finding.expected == b"" or finding.kind in _NOT_WANTED:
        return filter(None, came)
    if _SURPLUS.intersection(finding.near_misses):
        return filter(None, (Counter(came) - Counter(wanted)).keys())
    if finding.kind not in _OF_TEXTS or finding.message or finding.near_misses:
        return ()
    first = next(((line, other) for line, other in zip_longest(came, wanted, fillvalue="") if line != other), ("", ""))
    words = [{*_WORD.findall(text.lower())} for text in first]
    return [first[0]] if words[0] and words[0].isdisjoint(words[1]) and first[0] not in wanted else ()


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
        from harness.language.source_rules.printed_texts import statement_printing  # noqa: PLC0415 - few programs

        files = [path for path in self.files if path.endswith(".h") or language_of(path) is not None]
        sources = {path: read_bounded(self.folder, path, LARGEST_SOURCE) for path in files[:_MOST_FILES]}
        if len(files) > _MOST_FILES or None in sources.values():
            return {}
        contents = {path: source or b"" for path, source in sources.items()}
        texts = dict.fromkeys(line for lines in self.lines.values() for line in lines)
        found = {text: statement_printing(text, contents) for text in texts}
        places = {text: self._located(contents, *place) for text, place in found.items() if place is not None}
        shown = {index: next((line for line in lines if line in places), None) for index, lines in self.lines.items()}
        return {
            index: Finding.of(PRINTED_HERE, places[text], text=text)
            for index, text in shown.items()
            if text is not None
        }

    def _located(self, sources: Mapping[str, bytes], path: str, line: int) -> Place:
        from harness.language.oddities.enclosing_function import enclosing_function  # noqa: PLC0415 - few programs

        function = enclosing_function(path, sources[path], line)
        return with_source(Place(path=path, line=line, function=function), self.folder)
