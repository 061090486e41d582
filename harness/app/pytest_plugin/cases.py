"""The cases of a spec as pytest's items, and their grades, made together or, in a worker of xdist, one by one."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.course.assignments import load_course
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.grading.grader import Grader
from harness.grading.plan.mutants import accepted_programs
from harness.grading.schedule.case_selection import case_names
from harness.grading.schedule.isolation_probe import begin_isolation
from harness.judge.messages.translator import ENGLISH, translator
from harness.model.errors import JudgeError, UsageError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.text.clause_tests import case_headline, case_text
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment

_ISOLATION = pytest.StashKey[Isolation]()


class CaseFailed(Exception):
    """A case that is not accepted."""

    def __init__(self, case: CaseGrade) -> None:
        super().__init__(case.name)
        self.case = case


class SpecFile(pytest.File):
    """A ``spec.yaml``, with a group of items for each submission."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Yield the cases; with several references those of each in a group of its own."""
        specs, name = self.path.parent.parent, self.path.parent.name
        try:
            assignment = load_course(specs, (name,))[name]
            folders = self._submissions(assignment)
        except (UsageError, JudgeError) as error:
            raise self.CollectError(str(error)) from None
        if not folders:
            yield NothingToRun.from_parent(self, name="no-reference")
        for folder in folders:
            for case in case_names(assignment):
                shown = f"{case}[{folder.name}]" if len(folders) > 1 else case
                yield CaseItem.from_parent(self, name=shown, case=case, assignment=assignment, folder=folder)

    def _submissions(self, assignment: Assignment) -> list[Path]:
        given = self.config.getoption("--submission")
        if given is None:
            return assignment.references() or accepted_programs(assignment)
        folder = self.config.invocation_params.dir / given
        folder = folder / assignment.id if (folder / assignment.id).is_dir() else folder
        if not folder.is_dir():
            raise UsageError(f"--submission {given}: no such folder")
        return [folder]


class NothingToRun(pytest.Item):
    """What is said about an assignment that has no right program to run its cases on; the others are run."""

    def runtest(self) -> None:
        """Skip."""
        pytest.skip("there is no reference and no program in accepted/; name a folder by --submission PATH")

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The spec."""
        return self.path, None, f"{self.path.parent.name}: {self.name}"


class CaseItem(pytest.Item):
    """One case of one submission."""

    def __init__(self, *, case: str, assignment: Assignment, folder: Path, **options: Any) -> None:
        super().__init__(**options)
        self.case, self.assignment, self.folder = case, assignment, folder
        self.grade: CaseGrade | None = None

    def runtest(self) -> None:
        """Raise CaseFailed where the case is not accepted; skip what a person has to look at."""
        if self.grade is None:
            self._grade()
        if self.grade is None:
            pytest.skip("it was not judged")
        if self.grade.verdict in (Verdict.NR, Verdict.SK):
            pytest.skip(case_headline(self.grade, translator(ENGLISH)))
        if self.grade.verdict is not Verdict.AC:
            raise CaseFailed(self.grade)

    def _grade(self) -> None:
        """Grade this case and, but in a worker of xdist, all that are chosen of the same submission with it."""
        together = [self]
        if not hasattr(self.config, "workerinput"):
            chosen = (item for item in self.session.items if isinstance(item, CaseItem))
            together = [
                item for item in chosen if (item.assignment.id, item.folder) == (self.assignment.id, self.folder)
            ]
        only = tuple(f"{self.assignment.id}/{glob.escape(item.case)}" for item in together)
        handed_in = self.folder if submission_files(self.folder) else None
        jobs = 1 if together == [self] else len(os.sched_getaffinity(0))
        with scratch() as place:
            grader = Grader({self.assignment.id: self.assignment}, _isolation(self), place, jobs, only)
            grader.run([Submission(self.folder.name, self.assignment.id, handed_in)])
            grades = {case.name: case for case in next(iter(grader.grades())).cases}
        for item in together:
            item.grade = grades.get(item.case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Why the case failed, as a report of ours says it."""
        if isinstance(excinfo.value, CaseFailed):
            words, case = translator(ENGLISH), excinfo.value.case
            lines = [f"{case.verdict.name}: {case_headline(case, words)}", case_text(case, self.assignment, words)]
            return "\n".join(filter(None, lines))
        if isinstance(excinfo.value, UsageError | JudgeError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the case stands, and what it is called."""
        planned = self.assignment.planned(self.case)
        line = planned.location.line if planned else None
        return self.path, line - 1 if line else None, f"{self.assignment.id}: {self.name}"


def _isolation(item: pytest.Item) -> Isolation:
    """The isolation of the session, probed once."""
    if _ISOLATION not in item.config.stash:
        item.config.stash[_ISOLATION] = begin_isolation()().isolation
    return item.config.stash[_ISOLATION]
