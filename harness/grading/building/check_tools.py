"""Refuse a case before it is run where this machine lacks what it needs: it would fail, and the student be blamed."""

from __future__ import annotations

from harness.grading.building.built import Built
from harness.language.tools.case_tools import needs_build
from harness.language.tools.toolchain import missing_for_case
from harness.model.errors import JudgeError
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case


def check_tools(assignment: Assignment, case: Case, built: Built) -> None:
    """Raise JudgeError, with what to install, where a tool of the case is missing, or one of a build that it needs."""
    if needs_build(case):
        built.check_tools()
    if missing := missing_for_case(assignment, case):
        raise JudgeError(missing)
