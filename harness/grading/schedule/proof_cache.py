"""What the last proof of a spec found, for the next one: only what an edit may change is run again.

An outcome is found again by all that decides it: the program's files, the case as it stands after ``for`` and
``defaults``, its goldens, the course's own functions that it may call, all other files of the assignment but its wrong
and its other right programs, the reference, the harness itself and the tools of this machine.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

import harness
from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.case_selection import UNRUN_CASE
from harness.grading.schedule.submission_state import Known
from harness.language import languages
from harness.language.tools.build_cache import get_cached, put_cached, unpickled
from harness.language.tools.case_tools import build_tools, case_tools, language_tools
from harness.language.tools.packages import tool_file
from harness.model.verdict import UNJUDGED
from harness.spec.format.assignment import Assignment, Course, PlannedCase
from harness.spec.format.folder import CHECKS, SHARED, files_below
from harness.spec.loading.function_texts import CourseCode
from harness.spec.loading.validate_references import wanted_goldens

_NOT_OF_ALL = ("mutants", "accepted", "golden", "spec.yaml", CHECKS, f"{CHECKS}.py")
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
    clauses_to_lose: Mapping[tuple[str, str], tuple[str, ...]] = {}
    """Assignment and name of a wrong program -> the clauses that it must lose."""
    whole: bool = True
    """Whether nothing is taken from before."""
    taken: int = 0
    """How many outcomes were there from before."""
    total: int = 0
    _facts: dict[str, str] = field(default_factory=dict)
    _code: dict[str, CourseCode] = field(default_factory=dict)
    _keys: dict[str, dict[str, str]] = field(default_factory=dict)
    """Assignment -> case -> the hash of all that only this case depends on."""

    def known(self, submission: Submission) -> Known | None:
        """What is known about a program; None if nothing is."""
        assignment = self.course[submission.assignment]
        self.total += len(assignment.cases)
        entry = None if self.whole else unpickled(get_cached(self._place(submission)))
        if not isinstance(entry, _Entry) or entry.facts != self._program(submission):
            return None
        outcomes, keys = dict[int, CaseResult](), self._case_keys(assignment)
        for index, planned in enumerate(assignment.cases):
            key, outcome = entry.outcomes.get(planned.name, ("", None))
            if outcome is not None and key == keys[planned.name]:
                outcomes[index] = outcome
        outcomes = _without_doubtful(assignment, outcomes)
        self.taken += len(outcomes) if entry.built.folder is not None else len(assignment.cases)
        return Known(entry.built, outcomes)

    def keep(self, submission: Submission, built: object, outcomes: Mapping[int, CaseResult]) -> None:
        """Keep the result of a program, except for what a person or a tool was missing for."""
        if not isinstance(built, Built) or built.review is not None or built.missing_tools:
            return
        assignment = self.course[submission.assignment]
        keys = self._case_keys(assignment)
        kept = {
            assignment.cases[index].name: (keys[assignment.cases[index].name], outcome)
            for index, outcome in outcomes.items()
            if outcome.judgement.verdict not in UNJUDGED
        }
        entry = _Entry(self._program(submission), replace(built), kept)
        put_cached(self._place(submission), pickle.dumps(entry))

    def run_facts(self) -> Mapping[str, str]:
        """Return by assignment the hash of what all runs of its programs depend on; empty if none need be kept."""
        if os.environ.get("CI"):
            return {}
        return {
            name: _hash(_harness_facts(), _tools(assignment), self.isolation, name)
            for name, assignment in self.course.items()
        }

    def known_goldens(self, assignment: Assignment) -> Mapping[str, Mapping[str, str]]:
        """The goldens that are known to be fresh: case -> file name -> the command that it came from."""
        kept = None if self.whole else unpickled(get_cached(f"goldens of {assignment.folder.absolute()}"))
        if not isinstance(kept, dict):
            return {}
        keys = self._golden_keys(assignment)
        return {case: commands for case, (key, commands) in kept.items() if key == keys.get(case)}

    def keep_goldens(self, assignment: Assignment, commands: Mapping[str, str]) -> None:
        """Keep that all goldens are fresh. ``commands``: by file name."""
        kept = dict[str, tuple[str, dict[str, str]]]()
        keys = self._golden_keys(assignment)
        for file, (planned, _) in wanted_goldens(assignment).items():
            if file in commands:
                kept.setdefault(planned.name, (keys[planned.name], {}))[1][file] = commands[file]
        put_cached(f"goldens of {assignment.folder.absolute()}", pickle.dumps(kept))

    def _golden_keys(self, assignment: Assignment) -> Mapping[str, str]:
        return {case: _hash(self._facts_of(assignment.id), key) for case, key in self._case_keys(assignment).items()}

    def _facts_of(self, name: str) -> str:
        if name not in self._facts:
            assignment = self.course[name]
            self._facts[name] = _assignment_facts(assignment, self._code_of(assignment), self.isolation)
        return self._facts[name]

    def _code_of(self, assignment: Assignment) -> CourseCode:
        if assignment.id not in self._code:
            self._code[assignment.id] = CourseCode.of(assignment.folder)
        return self._code[assignment.id]

    def _case_keys(self, assignment: Assignment) -> Mapping[str, str]:
        if assignment.id not in self._keys:
            code = self._code_of(assignment)
            self._keys[assignment.id] = {
                planned.name: _case_key(assignment, planned, code) for planned in assignment.cases
            }
        return self._keys[assignment.id]

    def _place(self, submission: Submission) -> str:
        folder = self.course[submission.assignment].folder.absolute()
        return f"proof of {folder}, {submission.student}"

    def _program(self, submission: Submission) -> str:
        """The hash of all that each outcome of a program depends on."""
        to_lose = self.clauses_to_lose.get((submission.assignment, submission.student), ())
        files = () if submission.folder is None else _files(submission.folder, files_below(submission.folder))
        return _hash(self._facts_of(submission.assignment), submission.student, repr(to_lose), *files)


def _without_doubtful(assignment: Assignment, outcomes: dict[int, CaseResult]) -> dict[int, CaseResult]:
    """The outcomes except for those of cases that were not run because another case of their clause was lost."""
    cases = assignment.cases
    open_clauses = {planned.case.clause for index, planned in enumerate(cases) if index not in outcomes}
    doubtful = [index for index in outcomes if cases[index].case.clause in open_clauses]
    return {index: outcome for index, outcome in outcomes.items() if index not in doubtful or outcome != UNRUN_CASE}


def _assignment_facts(assignment: Assignment, code: CourseCode, isolation: str) -> str:
    own = [path for path in sorted(assignment.folder.iterdir()) if path.name not in _NOT_OF_ALL]
    beside = [path for path in sorted(assignment.folder.parent.iterdir()) if path.name.startswith("_")]
    beside = [path for path in beside if path.name != SHARED]
    parts = [
        file for path in (*own, *beside, *assignment.references()) for file in _files(path.parent, files_below(path))
    ]
    asked = [_asked(planned) for planned in assignment.cases]
    spec = replace(assignment.spec, cases=(), clauses={}, examples=())
    used = code.used_by(_texts(spec))
    return _hash(_harness_facts(), _tools(assignment), isolation, repr(spec), repr(sorted(set(asked))), *parts, *used)


def _asked(planned: PlannedCase) -> str:
    """The functions that a case names: all of them together decide which one is meant by a name that is not there."""
    calls = [(call.function, call.new, call.of, len(call.args)) for call in planned.case.calls]
    return repr((calls, planned.case.source, planned.case.exists))


def _case_key(assignment: Assignment, planned: PlannedCase, code: CourseCode) -> str:
    case, folder = planned.case, assignment.folder
    goldens = sorted((folder / "golden").glob(f"{case.name}.*"))
    programs = files_below(folder / case.tests.against) if case.tests is not None else ()
    own = _files(folder, (*goldens, *programs))
    resolved = replace(case, variables=None, pairs=None)  # the other cases of its entry are none of its own
    return _hash(repr(resolved), repr(sorted(planned.values.items())), *own, *code.used_by({*_texts(resolved)}))


def _texts(value: object) -> Iterator[str]:
    """All texts in a record: a function of the course's is named by one of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        yield from _texts([getattr(value, name) for name in value.__struct_fields__])
    elif isinstance(value, Mapping):
        yield from _texts([*value.values()])
    elif isinstance(value, Collection):
        for each in value:
            yield from _texts(each)


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
