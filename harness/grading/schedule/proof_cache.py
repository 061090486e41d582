"""What the last proof of a spec found, for the next one: only what an edit may change is run again.

An outcome is found again by all that decides it: the program's files, the case as it stands after ``for`` and
``defaults``, its goldens, all other files of the assignment but its wrong and its other right programs, the reference,
the harness itself and the tools of this machine.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

import harness
from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.case_selection import left_out
from harness.grading.schedule.submission_state import Known
from harness.language import languages
from harness.language.tools.build_cache import get_cached, put_cached, unpickled
from harness.language.tools.case_tools import build_tools, case_tools, language_tools
from harness.language.tools.packages import tool_file
from harness.model.verdict import UNJUDGED
from harness.spec.format.assignment import Assignment, Course, PlannedCase
from harness.spec.format.folder import files_below

_PROGRAMS = ("mutants", "accepted", "golden", "spec.yaml")
"""What beside a spec is no part of what all its cases depend on."""


class _Entry(Struct):
    """What is kept of one program."""

    facts: str
    """The hash of all that each of its outcomes depends on."""
    built: Built
    outcomes: dict[str, tuple[str, CaseResult]]
    """Case -> the hash of the case, and its outcome."""


class ProofCache(Struct):
    """Outcomes by program and case."""

    course: Course
    isolation: str
    clauses_to_lose: Mapping[tuple[str, str], tuple[str, ...]]
    """Assignment and name of a wrong program -> the clauses that it must lose."""
    whole: bool = True
    """Whether nothing is taken from before."""
    taken: int = 0
    """How many outcomes were there from before."""
    total: int = 0
    _facts: dict[str, str] = field(default_factory=dict)

    def known(self, submission: Submission) -> Known | None:
        """What is known of a program; None where nothing is."""
        assignment = self.course[submission.assignment]
        self.total += len(assignment.cases)
        entry = None if self.whole else unpickled(get_cached(self._place(submission)))
        if not isinstance(entry, _Entry) or entry.facts != self._program(submission):
            return None
        outcomes = dict[int, CaseResult]()
        for index, planned in enumerate(assignment.cases):
            key, outcome = entry.outcomes.get(planned.name, ("", None))
            if outcome is not None and key == _case_key(assignment, planned):
                outcomes[index] = outcome
        outcomes = _without_doubtful(assignment, outcomes)
        self.taken += len(outcomes) if entry.built.folder is not None else len(assignment.cases)
        return Known(entry.built, outcomes)

    def keep(self, submission: Submission, built: object, outcomes: Mapping[int, CaseResult]) -> None:
        """Keep what came of a program, but for what a person or a tool was missing for."""
        if not isinstance(built, Built) or built.review is not None or built.missing_tools:
            return
        assignment = self.course[submission.assignment]
        kept = {
            assignment.cases[index].name: (_case_key(assignment, assignment.cases[index]), outcome)
            for index, outcome in outcomes.items()
            if outcome.judgement.verdict not in UNJUDGED
        }
        entry = _Entry(self._program(submission), replace(built), kept)
        put_cached(self._place(submission), pickle.dumps(entry))

    def _place(self, submission: Submission) -> str:
        folder = self.course[submission.assignment].folder.absolute()
        return f"proof of {folder}, {submission.student}"

    def _program(self, submission: Submission) -> str:
        """The hash of all that each outcome of a program depends on."""
        name = submission.assignment
        if name not in self._facts:
            self._facts[name] = _assignment_facts(self.course[name], self.isolation)
        to_lose = self.clauses_to_lose.get((name, submission.student), ())
        files = () if submission.folder is None else _files(submission.folder, files_below(submission.folder))
        return _hash(self._facts[name], submission.student, repr(to_lose), *files)


def _without_doubtful(assignment: Assignment, outcomes: dict[int, CaseResult]) -> dict[int, CaseResult]:
    """The outcomes but for those of cases that were not run because another case of their clause was lost."""
    cases = assignment.cases
    open_clauses = {planned.case.clause for index, planned in enumerate(cases) if index not in outcomes}
    doubtful = [index for index in outcomes if cases[index].case.clause in open_clauses]
    return {index: outcome for index, outcome in outcomes.items() if index not in doubtful or outcome != left_out()}


def _assignment_facts(assignment: Assignment, isolation: str) -> str:
    own = [path for path in sorted(assignment.folder.iterdir()) if path.name not in _PROGRAMS]
    beside = [path for path in sorted(assignment.folder.parent.iterdir()) if path.name.startswith("_")]
    parts = [
        file for path in (*own, *beside, *assignment.references()) for file in _files(path.parent, files_below(path))
    ]
    asked = [_asked(planned) for planned in assignment.cases]
    spec = replace(assignment.spec, cases=(), clauses={}, examples=())
    return _hash(_harness_facts(), _tools(assignment), isolation, repr(spec), repr(sorted(set(asked))), *parts)


def _asked(planned: PlannedCase) -> str:
    """The functions that a case names: all of them together decide which one is meant by a name that is not there."""
    calls = [(call.function, call.new, call.of, len(call.args)) for call in planned.case.calls]
    return repr((calls, planned.case.source, planned.case.exists))


def _case_key(assignment: Assignment, planned: PlannedCase) -> str:
    case, folder = planned.case, assignment.folder
    goldens = sorted((folder / "golden").glob(f"{case.name}.*"))
    programs = files_below(folder / case.tests.against) if case.tests is not None else ()
    resolved = replace(case, variables=None, pairs=None)  # the other cases of its entry are none of its own
    return _hash(repr(resolved), repr(sorted(planned.values.items())), *_files(folder, (*goldens, *programs)))


def _files(root: Path, paths: Iterable[Path]) -> Collection[str]:
    """A text for each file: its path, whether it can be run, and the hash of its content."""
    return [
        f"{path.relative_to(root)} {path.stat().st_mode & 0o111} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in paths
    ]


@lru_cache(maxsize=1)
def _harness_facts() -> str:
    root = Path(harness.__file__).parent
    own = [path for path in files_below(root) if path.suffix not in (".pyc", ".po")]
    return _hash(platform.python_version(), platform.release(), *_files(root, own))


def _tools(assignment: Assignment) -> str:
    facts: list[Any] = []
    needed = [tool for planned in assignment.cases for tool in case_tools(assignment, planned.case)]
    for tool in sorted({*needed, *build_tools(assignment), *_all_language_tools()}):
        file = tool_file(tool)
        real = Path(file).resolve() if file else None
        facts.append((tool, str(real), real.stat().st_mtime_ns if real else 0, real.stat().st_size if real else 0))
    return repr(facts)


def _all_language_tools() -> list[str]:
    return [tool for name in languages() for tool in language_tools(name)]


def _hash(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part.encode(errors="surrogatepass")).digest())
    return digest.hexdigest()
