"""``grade --specs FOLDER`` where the folder is an exercise in another system's format: imported for this run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.app.commands.authoring.import_pairs import assignment_id
from harness.authoring.importers import Importer, importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from harness.model.escape import single_line
from harness.sandbox.files.scratch import scratch


def foreign_format(folder: Path) -> Importer | None:
    """The importer that reads a folder without specs; None where nothing in it is known.

    Raises:
        UsageError: when several importers recognise it.

    """
    if not folder.is_dir():
        return None
    matching = [importer for importer in importers().values() if importer.recognises(folder)]
    if len(matching) > 1:
        names = " and ".join(importer.name for importer in matching)
        raise UsageError(f"{folder}: {names} recognise it; import it by one of them: harness import {matching[0].name}")
    return matching[0] if matching else None


@contextmanager
def imported_specs(importer: Importer, folder: Path) -> Iterator[Path]:
    """A folder of specs that holds the exercise, as long as it is graded; the importer's notes go to stderr."""
    name = assignment_id("", folder.resolve().name)
    package = importer.read(folder)
    with scratch() as root:
        write_package(package, root / "specs" / name)
        _say(f"{folder} is an exercise of {importer.name}: imported as {name} for this run, without a gradebook")
        for note in package.notes:
            _say(f"  {note}")
        yield root / "specs"


def _say(line: str) -> None:
    print(f"grade: {single_line(line)}", file=sys.stderr)  # noqa: T201 - the command's output
