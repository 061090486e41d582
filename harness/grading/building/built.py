"""A submission as it stands after its build; a case whose tools this machine lacks is refused before it is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.child_requests.find_near_names import NearNames
from harness.language import language_of
from harness.language.tools.case_tools import needs_build
from harness.language.tools.toolchain import missing_for_case
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.observation import Observation
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case, FileContent


class FailedRecipe(Struct, frozen=True):
    """A recipe that did not build, and why."""

    clause: str | None
    problem: Finding
    observation: Observation | None = None
    """The command that failed."""
    review: Finding | None = None
    """Why a person has to look, where the student chose a tool that this machine lacks."""
    commands: tuple[tuple[str, ...], ...] = ()
    """The commands that were run, the one that failed last."""
    source: bytes = b""
    """The student's line with the first error, where the compiler names it and does not show it."""
    open_end: Finding | None = None
    """Where the function ends without a return, if that is the error."""


def given_files(assignment: Assignment, files: Collection[str]) -> Mapping[str, FileContent]:
    """What the course puts over a submission of these files: for all, and for the language of most of them."""
    given, given_for = assignment.spec.given, assignment.spec.given_for
    if not given_for:  # most courses give one language, and need no other loaded
        return given
    counts = Counter(language.name for name in files if (language := language_of(name)))
    own = given_for.get(max(counts, key=lambda name: counts[name]), {}) if counts else {}
    return {**given, **own}


class Built(Struct, frozen=True):
    """A submission as it stands after its build."""

    intake: Intake
    folder: Path | None
    """Where the built files are; None when no recipe worked."""
    failed: tuple[FailedRecipe, ...] = ()
    """The recipes that were tried and failed, in order."""
    run: tuple[tuple[str, ...], ...] = ()
    """The ways to start the program, best first."""
    commands: tuple[tuple[str, ...], ...] = ()
    """The commands that built it."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""
    kept_files: tuple[str, ...] = ()
    """The files handed in that the build left alone; one that it writes again may also be taken away again."""
    near_names: NearNames = NearNames()
    """What is in the place of required names that are missing, and is called instead."""
    own_recipe: bool = False
    """Whether it is built and run as the student said."""
    run_line: int = 0
    """The line of the student's own file that says how it is run; 0 if that was not followed."""
    review: Finding | None = None
    """Why a person has to look: the submission needs what this machine lacks. None: it can be judged."""
    staged: Path | None = None
    """Where the files are as they were before the build; None when no recipe worked."""
    missing_tools: str = ""
    """Why nothing was built, where this machine lacks a tool for it; then ``folder`` holds what was handed in."""

    def check_tools(self) -> None:
        """Raise JudgeError where this machine lacks a tool that the build takes."""
        if self.missing_tools:
            raise JudgeError(self.missing_tools)


def check_tools(assignment: Assignment, case: Case, built: Built) -> None:
    """Raise JudgeError, with what to install, where a tool of the case is missing, or one of a build that it needs."""
    if needs_build(case):
        built.check_tools()
    if missing := missing_for_case(assignment, case):
        raise JudgeError(missing)
