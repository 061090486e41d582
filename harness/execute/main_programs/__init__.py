"""Main programs that repeat calls of functions by hand: one language a module, each with ``main_program``."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

from harness.execute.main_programs.base import CallSteps, MainProgram, made_calls
from harness.model.result import CallsReport
from harness.sources.parsed_sources import ParsedSources
from harness.spec.model import Case

__all__ = ["MainProgram", "main_program"]

_WITH_OBJECTS = ("java", "python")
"""The languages whose programs make objects, too."""


def main_program(language: str, case: Case, report: CallsReport, parsed: ParsedSources) -> MainProgram | None:
    """Return a program that makes the calls of a case; None where nothing was called, or it cannot be written."""
    calls = made_calls(case, report, parsed)
    name = f"{__name__}.{language}"
    if not calls or find_spec(name) is None:
        return None
    steps = CallSteps(case, calls, report, parsed)
    if steps.has_objects and language not in _WITH_OBJECTS:
        return None
    program: MainProgram | None = importlib.import_module(name).main_program(steps)
    return program
