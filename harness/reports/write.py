"""Write reports to the disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from harness.model.errors import JudgeError, UsageError


def check_target(path: Path) -> None:
    """Raise UsageError, before any work is done, when a report cannot be written to this path."""
    folder = path.parent
    if path.is_dir():
        raise UsageError(f"{path}: a report takes a file, this is a folder")
    if not folder.is_dir():
        raise UsageError(f"{path}: there is no folder {folder} for the report")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{path}: the folder of the report is not writable")


def write_all(reports: Iterable[tuple[Path, bytes]]) -> None:
    """Write every report that can be written; then raise JudgeError with a line for each that could not."""
    problems = []
    for path, content in reports:
        try:
            write_whole(path, content)
        except JudgeError as error:
            problems.append(str(error))
    if problems:
        raise JudgeError("\n".join(problems))


def write_whole(path: Path, content: bytes) -> None:
    """Write the file whole or not at all; raise JudgeError when it cannot be written."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(content)
                file.flush()
                Path(file.name).chmod(0o644)
                Path(file.name).replace(path)
            except OSError:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise JudgeError(f"{path}: the report cannot be written: {error.strerror}") from None
