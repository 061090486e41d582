"""Cases in which a program of the course talks with the student's."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from harness.grading.kinds.run import RunOfItsOwn
from harness.judge.checkers import checker_of
from harness.judge.checkers.base import BaseChecker
from harness.judge.checkers.text import Text
from harness.language.tools.case_tools import interpreters
from harness.spec.format.assignment import Assignment
from harness.spec.format.kinds import PROCESS, WRITTEN
from harness.spec.format.model import Case
from harness.spec.loading.validate_references import leads_out
from harness.spec.yaml.location import KeyPath, Problem
from harness.spec.yaml.source import Source


class Interactor(RunOfItsOwn):
    """A program of the course and the student's read what the other writes; the course's says what it thinks of it."""

    key = "interactor"
    guide = "cases.md#interactors-games-and-adaptive-tests"
    takes = PROCESS | WRITTEN | {"stdin", "clock", "sanitize", "time", "from", "passes"}
    why_not = {
        "attempts": "the interactor alone writes to the program",
        "output_files": "the interactor reads what the program writes",
    }

    def tools(self, assignment: Assignment, case: Case) -> Iterable[str]:
        """What the first line of the interactor names."""
        return interpreters(assignment.folder / case.interactor)

    def problems(self, source: Source, assignment: Assignment, case: Case, path: KeyPath) -> Iterator[Problem]:
        """The interactor is there and can be started, and its answer is a text."""
        yield from super().problems(source, assignment, case, path)
        at, program = source.at((*path, "interactor")), assignment.folder / case.interactor
        if leads_out(case.interactor):
            yield Problem(
                at, f"{case.interactor} is not in the spec's folder; copy the file there, and write its name in it"
            )
        elif not program.is_file():
            yield Problem(at, f"there is no file {program}")
        elif program.suffix != ".py" and not os.access(program, os.X_OK):
            yield Problem(at, f"{program} is not executable; it is a Python program (.py) or one that can be started")
        text_of = case.stdout if case.stdout is None or isinstance(case.stdout, str) else checker_of(case.stdout)
        if isinstance(text_of, BaseChecker) and (text_of.needs_golden() or not isinstance(text_of, Text)):
            yield Problem(
                source.at((*path, "stdout")), "with an interactor this is the answer that it gets: a text, or a file"
            )


KIND = Interactor()
