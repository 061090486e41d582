"""Whether a run is given a resident compiler."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.compile_server.server import CompileClient, compile_server
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.isolation.base import Isolation
from harness.spec.assignment import Assignment

_FEW = 2
"""Submissions for which it would not be ready before they are built."""


@contextlib.contextmanager
def compile_server_for(
    course: Course, submissions: Sequence[Submission], isolation: Isolation, root: Path
) -> Iterator[CompileClient | None]:
    """A resident compiler for as long as these are graded; None where they are few, or none of them can be Java."""
    java = {name for name, assignment in course.items() if _may_be_java(assignment)}
    folders = {one.folder for one in submissions if one.assignment in java and one.folder is not None}
    if len(folders) <= _FEW:
        yield None
        return
    with compile_server(isolation, root) as compiler:
        yield compiler


def _may_be_java(assignment: Assignment) -> bool:
    commands = [command[0] for recipe in assignment.spec.build for command in recipe.commands]
    return assignment.spec.language in ("java", "any") or "javac" in commands
