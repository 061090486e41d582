"""What a worker asks its judging child about the files of a submission and a driver's report: they are parsed there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.child_requests.find_near_names import NearNames, find_near_names
from harness.grading.child_requests.judge_requests import limit_findings
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, library_missing_here, with_source
from harness.grading.child_requests.written_size import mark_word
from harness.grading.plan.recipe import BuildWays, find_ways, start_commands_of
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.judge.child.client import Exceeded, JudgingClient, JudgingFault
from harness.judge.finding_kinds import FUNCTION_NOT_FOUND
from harness.language.base import last_line
from harness.model.finding import Finding, Place
from harness.model.result import CallsReport
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded
from harness.spec.format.assignment import Course
from harness.spec.format.model import Case, Recipe
from harness.spec.format.source_rules import SourceRules

if TYPE_CHECKING:
    from harness.grading.child_requests.driver_report import DriverReport
    from harness.language.edits.repair import Repair
    from harness.language.main_program import MainProgram
    from harness.language.parsing.parsed_sources import ParsedSources

LARGEST_SOURCES = 4 << 20
"""Bytes of all files together that are parsed."""
LARGEST_REPAIRED = 200_000
"""Bytes of a file in which changes are looked for."""
_MOST_REPAIRS = 500
_NOT_WRITTEN = frozenset({FUNCTION_NOT_FOUND})
"""Findings on what is not there at all."""


class ReadReport(Struct, frozen=True):
    """Parse the report of a driver process."""

    content: bytes
    cases: Mapping[int, Case]

    def run(self, _course: object) -> DriverReport:
        """Return what the report says."""
        from harness.grading.child_requests.driver_report import read_report  # noqa: PLC0415 - in courses that call functions

        return read_report(self.content, self.cases)


class JudgeSources(Struct, frozen=True):
    """Judge the sources of a submission by the rules of one case; they are parsed once for all its cases."""

    rules: SourceRules
    folder: Path
    files: tuple[str, ...]
    near_names: Mapping[str, str] = {}

    def run(self, _course: object) -> Judgement:
        """Return the judgement; one that needs review where a source is too large to be parsed."""
        from harness.language.source_rules.rules import judge_sources  # noqa: PLC0415 - parsers, which few cases need

        parsed = _parsed(self.folder, self.files)
        if isinstance(parsed, Finding):
            return Judgement.because(Verdict.NR, parsed)
        broken = judge_sources(self.rules, parsed.with_near_names(self.near_names))
        findings = limit_findings(tuple(_located(finding, self.folder) for finding in broken))
        absent = all(finding.kind in _NOT_WRITTEN for finding in findings)
        return Judgement(Verdict.WA, findings, 0.0, absent=absent, comparable=False) if findings else RIGHT


def _located(finding: Finding, folder: Path) -> Finding:
    """The finding with the source of its line, and the number or the name in it that the rule is about."""
    where = with_source(finding.where, folder)
    marked = next((str(finding.params[key]) for key in _MARKED if key in finding.params), "")
    return replace(finding, where=mark_word(where, marked) if where.source else where)


_MARKED = ("number", "near", "constant", "module", "function")
"""Parameters of a finding that name what is marked in its line, the one to be marked first."""


class WriteMainProgram(Struct, frozen=True):
    """Write the program that makes the calls of a case again."""

    language: str
    case: Case
    report: CallsReport
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> MainProgram | None:
        """Return the program; None if none can be written for these sources."""
        from harness.language.main_program import main_program  # noqa: PLC0415 - parsers, and only for what failed

        parsed = _parsed(self.folder, self.files)
        try:
            return None if isinstance(parsed, Finding) else main_program(self.language, self.case, self.report, parsed)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return None  # whatever a source or a report holds: the judgement stands without this


class FindNearNames(Struct, frozen=True):
    """Find functions that are called in the place of required ones that are not there."""

    assignment: str
    folder: Path
    files: tuple[str, ...]
    known: Mapping[str, str] = {}
    """Functions that are known to stand for missing ones."""

    def run(self, course: Course) -> NearNames:
        """Return what is there; nothing if the sources are too large to be parsed."""
        parsed = _parsed(self.folder, self.files)
        if isinstance(parsed, Finding):
            return NearNames()
        return find_near_names(course[self.assignment].cases, parsed, self.known)


class FindWays(Struct, frozen=True):
    """Find out how a submission is built and started."""

    assignment: str
    workdir: Path

    def run(self, course: Course) -> BuildWays:
        """Return the ways."""
        return find_ways(course[self.assignment], self.workdir)


class FindStartCommands(Struct, frozen=True):
    """Find the commands that start a built submission."""

    language: str
    recipe: Recipe
    folder: Path
    files: tuple[str, ...]
    """The files that were handed in."""

    def run(self, _course: object) -> tuple[tuple[str, ...], ...]:
        """Return the commands, best first; none if nothing says how it is started."""
        return tuple(start_commands_of(self.recipe, self.language, self.folder, self.files))


class FindMissingLibrary(Struct, frozen=True):
    """Find the library that a program did not find, by the end of what it wrote to stderr, and that it imports."""

    stderr: bytes
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> str:
        """Return its name; empty if it lacks none."""
        return library_missing_here(last_line(self.stderr), b"", self.files, self.folder)


class FindRepairs(Struct, frozen=True):
    """Find the single changes that may repair a program."""

    folder: Path
    files: tuple[str, ...]
    suspects: tuple[str, ...]
    """The functions that fail."""
    cleared: tuple[str, ...]
    """The functions whose tests pass."""
    places: tuple[tuple[str, int], ...] = ()
    """Where the program stops."""
    size: int = 0
    """The one for which the program is right, where a number is written down instead; 0 for none."""

    def run(self, _course: object) -> list[Repair]:
        """Return the first of them, in the order in which they are tried."""
        from harness.language.edits.ordered_repairs import repairs  # noqa: PLC0415 - parsers, and only for what failed

        contents = {name: read_bounded(self.folder, name, LARGEST_SOURCE) or b"" for name in self.files}
        readable = {name: content for name, content in contents.items() if len(content) <= LARGEST_REPAIRED}
        return repairs(readable, self.suspects, self.cleared, self.places, self.size)[:_MOST_REPAIRS]


@lru_cache(maxsize=1)
def _parsed(folder: Path, files: tuple[str, ...]) -> ParsedSources | Finding:
    """The files of a submission for parsers, or why they are too large for any."""
    from harness.language.parsing import (  # noqa: PLC0415 - parsers, which few cases need
        cpp,
        java,
        prolog,
        python,
    )
    from harness.language.parsing.parsed_sources import ParsedSources  # noqa: PLC0415

    suffixes = (*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES, *prolog.SUFFIXES)
    contents: dict[str, bytes] = {}
    for name in files:
        content = read_bounded(folder, name, LARGEST_SOURCE)
        if content is None:  # a build may have removed it
            continue
        if len(content) > LARGEST_SOURCE and name.lower().endswith(suffixes):
            return Finding.of("source-too-large", Place(part="source"), file=name, limit=LARGEST_SOURCE)
        contents[name] = content[:LARGEST_SOURCE]
    if sum(map(len, contents.values())) > LARGEST_SOURCES:
        return Finding.of("sources-too-large", Place(part="source"), limit=LARGEST_SOURCES)
    return ParsedSources(contents)


def judge_source_rules(judging: JudgingClient, submission: str, request: JudgeSources) -> Judgement:
    """Judge the sources; what cannot be parsed within the limits is no source that a person writes."""
    try:
        return judging.call(request, submission)
    except Exceeded as error:
        by_pattern = request.rules.mentions or request.rules.header  # the pattern is the course's
        verdict = Verdict.NR if by_pattern else Verdict.WA
        return Judgement.fault(verdict, "source-unreadable", Place(part="source"), reason=error.reason)


def ways_to_build(judging: JudgingClient, submission: str, request: FindWays) -> BuildWays:
    """Find out in the judging child how a submission is built."""
    try:
        return judging.call(request, submission)
    except Exceeded as error:
        return BuildWays(problem=Finding.of("files-unreadable", reason=error.reason))


def repairs_of(judging: JudgingClient, submission: str, request: FindRepairs) -> list[Repair]:
    """Find in the judging child the changes that may repair a program; none if that takes too long or fails."""
    try:
        return judging.call(request, submission)
    except (Exceeded, JudgingFault):  # no mark depends on it
        return []
