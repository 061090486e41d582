"""Main programs that repeat calls of functions by hand: a module ``main_program`` in a language's folder."""

from __future__ import annotations

import importlib

import harness.language
from harness.language.main_programs.base import CallSteps, MainProgram, made_calls
from harness.language.parsing.parsed_sources import ParsedSources
from harness.model.family import has_part
from harness.model.result import CallsReport
from harness.spec.format.model import Case

__all__ = ["MainProgram", "main_program"]

_WITH_OBJECTS = ("java", "python")
"""The languages whose programs make objects, too."""


def main_program(language: str, case: Case, report: CallsReport, parsed: ParsedSources) -> MainProgram | None:
    """Return a program that makes the calls of a case; None where nothing was called, or it cannot be written."""
    calls = made_calls(case, report, parsed)
    folder = f"{harness.language.__path__[0]}/{language}"
    if not calls or not has_part(folder, "main_program"):
        return None
    steps = CallSteps(case, calls, report, parsed)
    if steps.has_objects and language not in _WITH_OBJECTS:
        return None
    module = importlib.import_module(f"{harness.language.__name__}.{language}.main_program")
    program: MainProgram | None = module.main_program(steps)
    return program
