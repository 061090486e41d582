"""The two processes of a suite: what decides outside of the sandbox, and what holds the student's program in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from harness.grading.building.built import Built
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Suite


class SuiteRun(NamedTuple):
    """What is run: the tests with these names, of a suite, with a submission."""

    assignment: Assignment
    suite: Suite
    names: list[str]
    built: Built


class SuiteHost(NamedTuple):
    """How both processes are started."""

    program: Path
    """The program that decides."""
    start: tuple[str, ...]
    """What starts it."""
    command: tuple[str, ...]
    """The command in the sandbox."""
    settings: dict[str, Any]
    """What the decider is told beside what all are told."""
