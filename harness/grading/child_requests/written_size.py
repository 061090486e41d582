"""The number that a program has instead of the size that it is given, where it is right for one size alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.judge.finding_kinds import SUSPICIOUS_CODE
from harness.model.finding import SIZE_NUMBER, Finding, Parameter, Place
from harness.model.grade import SIZED
from harness.model.verdict import FAILED, Verdict
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase

_SMALLEST = 4
"""Smaller numbers stand in most programs for something else."""
_FEWEST_WRONG = 2
_MOST_PLACES = 3
_MOST_NAMED = 5
_MOST_FILES = 10


class RightSize(Struct, frozen=True):
    """The one size for which a program is right, of those that everybody may see."""

    size: int
    wrong: tuple[int, ...]
    """The sizes for which it is wrong."""


def right_size(assignment: Assignment, outcomes: Mapping[int, CaseResult]) -> RightSize | None:
    """The one size for which a program is right, of those that everybody may see; None for none.

    Where a few smaller ones are right as well, as there is no answer for them, more are wrong. No larger one is right.
    """
    families: dict[str, dict[int, bool]] = {}
    for index, outcome in outcomes.items():
        planned, verdict = assignment.cases[index], outcome.judgement.verdict
        match = SIZED.fullmatch(planned.name)
        if match is not None and verdict in (Verdict.AC, *FAILED) and _shows(planned, match["size"]):
            families.setdefault(match["family"], {})[int(match["size"])] = verdict is Verdict.AC
    failed = [sizes for sizes in families.values() if not all(sizes.values())]
    wrong = {size for sizes in failed for size, is_right in sizes.items() if not is_right}
    right = {size for sizes in failed for size in sizes} - wrong
    size = max(right, default=0)
    smaller = {each for each in wrong if each < size}
    is_alone = len(wrong) >= _FEWEST_WRONG and len(right) - 1 < len(smaller)
    return RightSize(size, tuple(sorted(wrong))) if size >= _SMALLEST and is_alone else None


def _shows(planned: PlannedCase, size: str) -> bool:
    """Whether everybody may see a case, and its program is given the number in the name: else that only counts."""
    case = planned.case
    given = [*case.args, *(str(argument) for call in case.calls for argument in call.args)]
    given += case.stdin.split() if isinstance(case.stdin, str) else []
    return case.visibility in ("", "visible") and size in given


class FindWrittenSize(Struct, frozen=True):
    """Find the numbers of the sources that stand where a size is meant, given the one for which they are right."""

    folder: Path
    files: tuple[str, ...]
    right: RightSize

    def run(self, _course: object) -> Finding | None:
        """Return the finding on the first of them; None for none, or for too many to say that any is meant."""
        from harness.language.oddities.enclosing_function import enclosing_function  # noqa: PLC0415 - few programs
        from harness.language.oddities.size_numbers import size_numbers  # noqa: PLC0415 - are right for one size

        sources = {path: read_bounded(self.folder, path, LARGEST_SOURCE) or b"" for path in self.files[:_MOST_FILES]}
        places = [
            (path, *place)
            for path, source in sources.items()
            for place in sorted({*size_numbers(path, source, self.right.size)})
        ]
        if not places or len(places) > _MOST_PLACES or len({path for path, *_ in places}) > 1:
            return None
        (path, line, number), *others = places
        function = enclosing_function(path, sources[path], line)
        where = with_source(Place(path=path, line=line, function=function), self.folder)
        params = self._params(number, [line for _, line, _ in others])
        return Finding.of(SUSPICIOUS_CODE, mark_word(where, str(number)), what=SIZE_NUMBER, **params)

    def _params(self, number: int, others: list[int]) -> dict[str, Parameter]:
        """What the sentence says; ``others``: the lines in which such a number stands as well."""
        size, wrong = self.right.size, [*self.right.wrong[:_MOST_NAMED]]
        step = {1: "more", -1: "less"}.get(number - size)
        params: dict[str, Parameter] = {"name": str(number), "size": size, "wrong": wrong}
        params |= {"step": step} if step else {}
        return params | ({"lines": others, "listed": ", ".join(map(str, others))} if others else {})


def mark_word(where: Place, word: str) -> Place:
    """The place with what of its line is the number or the name, where that stands there once."""
    text = where.source.decode(errors="replace")
    name = re.escape(word.replace("::", ".").rpartition(".")[2])
    is_number = word.lstrip("-").isdigit()
    matches = [*re.finditer(rf"(?<![\w.]){name}(?![\w.])" if is_number else rf"\b{name}\b", text)]
    if len(matches) != 1:
        return where
    return replace(where, marked=(matches[0].start(), matches[0].end() - 1))
