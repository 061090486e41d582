"""Write reports to the disk."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from harness.model.errors import JudgeError, UsageError


def check_target(path: Path) -> None:
    """Make the folder of a report before any work is done; raise UsageError when none can be written to this path."""
    folder = path.parent
    if path.is_dir():
        raise UsageError(f"{path}: a report takes a file, this is a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path}: the folder {folder} cannot be made: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{path}: the folder of the report is not writable")


def write_all(reports: Iterable[tuple[Path | None, Iterable[bytes]]]) -> None:
    """Write every report that can be written, one without a path to the standard output.

    Then raise JudgeError with a line for each that could not.
    """
    problems = []
    for path, chunks in reports:
        try:
            if path is None:
                _print(chunks)
            else:
                write_chunks(path, chunks)
        except JudgeError as error:
            problems.append(str(error))
    if problems:
        raise JudgeError("\n".join(problems))


def _print(chunks: Iterable[bytes]) -> None:
    try:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(chunks)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise JudgeError(f"the report cannot be written to the standard output: {error.strerror}") from None


def append(path: Path, content: Callable[[int], bytes]) -> None:
    """Append what a function makes of the file's size in bytes; raise JudgeError when that cannot be written."""
    try:
        with path.open("ab") as file:
            file.write(content(file.tell()))
    except OSError as error:
        raise JudgeError(f"{path}: nothing can be appended to this file: {error.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write the file whole or not at all; raise JudgeError when it cannot be written."""
    write_chunks(path, [content])


def write_chunks(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file that is made piece by piece whole or not at all; raise JudgeError when it cannot be written."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.writelines(chunks)
                file.flush()
                Path(file.name).chmod(0o644)
                Path(file.name).replace(path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise JudgeError(f"{path}: the report cannot be written: {error.strerror}") from None
