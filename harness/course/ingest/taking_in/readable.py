"""What of a hand-in cannot be read: it costs that student's grade a look, and nobody else's."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from harness.course.ingest.archives import limits


def unreadable(path: Path) -> str:
    """Say which file or folder of a hand-in cannot be read, and why; empty where all can, links left aside."""
    if path.is_file():
        return _problem_of_file(path, path.parent)
    errors: list[OSError] = []
    for folder, _, names in islice(os.walk(path, onerror=errors.append), limits.MAX_FILES):
        for name in islice(names, limits.MAX_FILES):
            if problem := _problem_of_file(Path(folder, name), path.parent):
                return problem
        if errors:
            break
    return _sentence(Path(errors[0].filename), path.parent, errors[0]) if errors else ""


def _problem_of_file(file: Path, root: Path) -> str:
    """The problem of a regular file; others are left out of every hand-in, with a note."""
    try:
        if file.is_symlink() or not file.is_file() or os.access(file, os.R_OK):
            return ""
        file.open("rb").close()
    except OSError as error:
        return _sentence(file, root, error)
    return ""


def _sentence(path: Path, root: Path, error: OSError) -> str:
    return f"{path.relative_to(root)!s:.200} cannot be read: {error.strerror or error}"
