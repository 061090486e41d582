"""Decide whether a run gets a compile server."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.course.ingest.matching.assignment_match import Course
from harness.course.ingest.submission import Submission
from harness.grading.compile_server.server import CompileClient, compile_server
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment

_TOO_FEW = 2
"""Up to so many submissions are built before a server would be ready."""


@contextlib.contextmanager
def compile_server_for(
    course: Course, submissions: Sequence[Submission], isolation: Isolation, root: Path
) -> Iterator[CompileClient | None]:
    """Run a compile server while these are graded; None when they are few, or none of them can be Java."""
    java = {name for name, assignment in course.items() if _may_be_java(assignment)}
    folders = {
        submission.folder
        for submission in submissions
        if submission.assignment in java and submission.folder is not None
    }
    if len(folders) <= _TOO_FEW:
        yield None
        return
    with compile_server(isolation, root) as compiler:
        yield compiler


def _may_be_java(assignment: Assignment) -> bool:
    commands = [command[0] for recipe in assignment.spec.build for command in recipe.commands]
    return assignment.spec.language in ("java", "any") or "javac" in commands
