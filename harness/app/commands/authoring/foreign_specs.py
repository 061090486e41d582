"""``grade --specs FOLDER`` where the folder is an exercise in another system's format: imported for this run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from harness.app.commands.authoring.import_pairs import assignment_id
from harness.authoring.importers import Importer, importers
from harness.authoring.importing.package import check_source, write_package
from harness.model.errors import UsageError
from harness.model.escape import single_line
from harness.sandbox.files.scratch import scratch
from harness.sandbox.run.bounded_call import bounded_call


def foreign_format(folder: Path) -> Importer | None:
    """The importer that reads a folder without specs; None where nothing in it is known.

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
        notes = bounded_call(lambda: _import(importer, folder, root / "specs" / name), folder)
        _say(f"{folder} is an exercise of {importer.name}: imported as {name} for this run, without a gradebook")
        for note in notes:
            _say(f"  {note}")
        yield root / "specs"


def _import(importer: Importer, folder: Path, target: Path) -> Sequence[str]:
    """Write the exercise into a folder; return what a person should know."""
    package = importer.read(folder)
    write_package(package, target, is_kept=False)
    return package.notes


def _say(line: str) -> None:
    print(f"grade: {single_line(line)}", file=sys.stderr)  # noqa: T201 - the command's output
