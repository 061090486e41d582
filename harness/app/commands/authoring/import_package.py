"""``harness import FORMAT SOURCE``: an assignment from what another system has."""

from __future__ import annotations

from pathlib import Path

from harness.app.commands.authoring.import_pairs import assignment_id, from_here, specs_folder
from harness.authoring.importers import importers
from harness.authoring.importing.package import check_source, write_package
from harness.course.assignments import load_course
from harness.model.errors import UsageError
from harness.sandbox.run.bounded_call import bounded_call


def run(kind: str, source: Path, *, name: str, specs: Path | None) -> int:
    """Write the assignment, load it, and print what was made; return the exit status."""
    if not source.exists():
        raise UsageError(f"{source}: there is no such file or folder")
    name = assignment_id(name, source.resolve().name if source.is_dir() else source.resolve().parent.name)
    target = specs or specs_folder()
    print(*bounded_call(lambda: _import(kind, source, target, name), source), sep="\n")  # noqa: T201 - the command's output
    return 0


def _import(kind: str, source: Path, target: Path, name: str) -> list[str]:
    """Import it; return lines on what was made."""
    check_source(source)
    package = importers()[kind].read(source)
    spec = write_package(package, target / name)
    assignment = load_course(target, (name,))[name]
    points = sum(clause.points for clause in assignment.clauses.values())
    counts = {"case": len(assignment.cases), "clause": len(assignment.clauses)}
    counted = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts.items())
    return [
        f"{from_here(spec)}: {counted}, {points:g} points",
        *(f"  {note}" for note in package.notes),
        f"With right programs in accepted/ and wrong ones in mutants/ beside it, harness verify {name} proves it.",
    ]
