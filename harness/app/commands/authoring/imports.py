"""``harness import FORMAT SOURCE``: an assignment from what another system has, or from a folder of pairs or tests."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from harness.app.commands.authoring.new import from_here, specs_folder
from harness.authoring.import_pairs import Imported, import_pairs
from harness.authoring.import_suite import ImportedSuite, import_suite
from harness.authoring.importers import Importer, importers
from harness.authoring.importing.package import check_source, write_package
from harness.course.assignments import load_course
from harness.model.errors import UsageError
from harness.model.escape import single_line
from harness.model.patterns import lazy_regex
from harness.reports.output.printing import print_lines, quantity
from harness.sandbox.files.scratch import scratch
from harness.sandbox.run.bounded_call import bounded_call

_SHOWN = 20
_ID = lazy_regex(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def run_pairs(folder: Path, *, name: str, language: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made of which files; return the exit status."""
    name = assignment_id(name, folder.resolve().name)
    target = specs or specs_folder()
    imported, number = bounded_call(lambda: _import_pairs(folder, target, name, language), folder)
    groups = ", ".join(f"{clause} ({count})" for clause, count in imported.groups.items())
    spec = from_here(imported.spec)
    lines = [f"{spec}: {quantity(number, 'case')}: {groups}"]
    lines += [f"  left out: {line}" for line in imported.left_out[:_SHOWN]]
    if len(imported.left_out) > _SHOWN:
        lines.append(f"  and {len(imported.left_out) - _SHOWN} more files")
    if imported.fixed:
        names = ", ".join(imported.fixed[:_SHOWN]) + (", ..." if len(imported.fixed) > _SHOWN else "")
        lines.append(f"  with newlines now, also at their ends, as programs print them: {names}")
    lines += [
        "The expected output is taken as it is; no reference is needed to grade. With right programs in accepted/",
        f"and wrong ones in mutants/, beside the spec, harness verify {name} proves it.",
    ]
    print_lines(*lines)
    return 0


def _import_pairs(folder: Path, target: Path, name: str, language: str) -> tuple[Imported, int]:
    """Import the pairs; return what was made, and the number of cases."""
    return import_pairs(folder, target, name, language), len(load_course(target, (name,))[name].cases)


def assignment_id(given: str, source: str) -> str:
    """The id that was given, else one made of the name of the source; UsageError if it cannot be one."""
    name = given or re.sub(r"[^a-z0-9]+", "-", source.lower()).strip("-")
    if not _ID.fullmatch(name):
        raise UsageError(f'"{name}" cannot be the id of an assignment: lower case, digits and dashes; give --id')
    return name


def run_package(kind: str, source: Path, *, name: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made; return the exit status."""
    if not source.exists():
        raise UsageError(f"{source}: there is no such file or folder")
    name = assignment_id(name, source.resolve().name if source.is_dir() else source.resolve().parent.name)
    target = specs or specs_folder()
    print_lines(*bounded_call(lambda: _import_package(kind, source, target, name), source))
    return 0


def _import_package(kind: str, source: Path, target: Path, name: str) -> list[str]:
    """Import it; return lines on what was made."""
    check_source(source)
    package = importers()[kind].read(source)
    spec = write_package(package, target / name)
    assignment = load_course(target, (name,))[name]
    points = sum(clause.points for clause in assignment.clauses.values())
    counts = {"case": len(assignment.cases), "clause": len(assignment.clauses)}
    counted = ", ".join(quantity(count, word) for word, count in counts.items())
    return [
        f"{from_here(spec)}: {counted}, {points:g} points",
        *(f"  {note}" for note in package.notes),
        f"With right programs in accepted/ and wrong ones in mutants/ beside it, harness verify {name} proves it.",
    ]


def run_suite(kind: str, tests: Path, *, name: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made; return the exit status."""
    name = assignment_id(name, tests.resolve().stem.removeprefix("test_"))
    target = specs or specs_folder()
    imported, cases = bounded_call(lambda: _import_suite(kind, tests, target, name), tests)
    clauses = ", ".join(f"{clause} ({count})" for clause, count in imported.clauses.items())
    lines = [f"{from_here(imported.spec)}: {cases} tests: {clauses}"]
    if imported.modules:
        lines.append(f"Students hand in {', '.join(imported.modules)}, which the tests import.")
    if imported.given:
        names = ", ".join(Path(name).name for name in imported.given)
        lines.append(f"Students' programs get {names}; what they must not get, take out of given in the spec.")
    lines.append(f"With a reference, and wrong programs in mutants/ beside the spec, harness verify {name} proves it.")
    print_lines(*lines)
    return 0


def _import_suite(kind: str, tests: Path, target: Path, name: str) -> tuple[ImportedSuite, int]:
    """Import the tests; return what was made, and the number of cases."""
    check_source(tests)
    return import_suite(tests, target, name, kind), len(load_course(target, (name,))[name].cases)


def foreign_format(folder: Path) -> Importer | None:
    """The importer that reads a folder without specs; None if nothing in it is known.

    Raises:
        UsageError: when several importers recognise it.

    """
    if not folder.is_dir():
        return None
    names = bounded_call(lambda: _recognising(folder), folder)
    matching = [importers()[name] for name in names]
    if len(matching) > 1:
        raise UsageError(
            f"{folder}: {' and '.join(names)} recognise it; import it by one of them: harness import {names[0]}"
        )
    return matching[0] if matching else None


def _recognising(folder: Path) -> list[str]:
    """The names of the importers that recognise it."""
    check_source(folder)
    return [importer.name for importer in importers().values() if importer.recognises(folder)]


@contextmanager
def imported_specs(importer: Importer, folder: Path) -> Iterator[Path]:
    """A folder of specs that holds the exercise, as long as it is graded; the importer's notes go to stderr."""
    name = assignment_id("", folder.resolve().name)
    with scratch() as root:
        notes = bounded_call(lambda: _import_exercise(importer, folder, root / "specs" / name), folder)
        _say(f"{folder} is an exercise of {importer.name}: imported as {name} for this run, without a gradebook")
        for note in notes:
            _say(f"  {note}")
        yield root / "specs"


def _import_exercise(importer: Importer, folder: Path, target: Path) -> Sequence[str]:
    """Write the exercise into a folder; return what a person should know."""
    package = importer.read(folder)
    write_package(package, target, is_kept=False)
    return package.notes


def _say(line: str) -> None:
    print(f"grade: {single_line(line)}", file=sys.stderr)  # noqa: T201 - the command's output
