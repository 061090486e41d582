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
from harness.spec.format.folder import SPEC_FILE


def foreign_format(folder: Path) -> Importer | None:
    """The importer that reads the folder; None where it holds specs, or nothing that is known.

    Raises:
        UsageError: when several importers recognise it.

    """
    if not folder.is_dir() or any(folder.glob(f"*/{SPEC_FILE}")):
        return None
    found = [importer for importer in importers().values() if importer.recognises(folder)]
    if len(found) > 1:
        names = " and ".join(importer.name for importer in found)
        raise UsageError(f"{folder}: {names} recognise it; import it by one of them: harness import {found[0].name}")
    return found[0] if found else None


@contextmanager
def imported_specs(importer: Importer, folder: Path) -> Iterator[Path]:
    """A folder of specs that holds the exercise, as long as it is graded; what was made is told on stderr."""
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
