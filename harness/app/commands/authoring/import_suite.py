"""``harness import unittest FILE``: an assignment from a course's own tests."""

from __future__ import annotations

from pathlib import Path

from harness.app.commands.authoring.import_pairs import assignment_id, from_here, specs_folder
from harness.authoring.import_suite import ImportedSuite, import_suite
from harness.authoring.importing.package import check_source
from harness.course.assignments import load_course
from harness.sandbox.run.bounded_call import bounded_call


def run(kind: str, tests: Path, *, name: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made; return the exit status."""
    name = assignment_id(name, tests.resolve().stem.removeprefix("test_"))
    target = specs or specs_folder()
    imported, cases = bounded_call(lambda: _import(kind, tests, target, name), tests)
    clauses = ", ".join(f"{clause} ({count})" for clause, count in imported.clauses.items())
    lines = [f"{from_here(imported.spec)}: {cases} tests: {clauses}"]
    if imported.modules:
        lines.append(f"Students hand in {', '.join(imported.modules)}, which the tests import.")
    if imported.given:
        names = ", ".join(Path(name).name for name in imported.given)
        lines.append(f"Students' programs get {names}; what they must not get, take out of given in the spec.")
    lines.append(f"With a reference, and wrong programs in mutants/ beside the spec, harness verify {name} proves it.")
    print(*lines, sep="\n")  # noqa: T201 - the command's output
    return 0


def _import(kind: str, tests: Path, target: Path, name: str) -> tuple[ImportedSuite, int]:
    """Import the tests; return what was made, and the number of cases."""
    check_source(tests)
    return import_suite(tests, target, name, kind), len(load_course(target, (name,))[name].cases)
