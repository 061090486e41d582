"""The entries of a folder that mean something, and those that cannot be read."""

from __future__ import annotations

import contextlib
import os
import stat
from itertools import islice
from pathlib import Path

from harness.course.ingest.archives import limits
from harness.model.errors import MACHINE_ERRORS, UsageError

_LEFTOVERS = {"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r"}
_TOOLS = {
    ".git", ".svn", ".hg", ".idea", ".vscode", ".settings", ".cache", ".venv", ".grade", ".github", ".trashes",
    ".fseventsd", ".spotlight-v100", ".temporaryitems", ".ruff_cache", ".mypy_cache", ".pytest_cache", "__macosx",
    "__pycache__",
}  # fmt: skip
"""Folders of version control, editors and operating systems."""
_LEFTOVER_STARTS = (".", "__", "~$")
"""Hidden files, ``._Queens.py`` and ``__MACOSX`` of macOS, lock files of Office."""

_SHOWN = 10
"""Names of files that a report lists of one student."""


def read_at_most(path: Path, largest: int) -> bytes:
    """The content of a file of so many bytes; UsageError when it cannot be read or is larger."""
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise UsageError(f"{path}: it cannot be read: {error.strerror or error}") from None
    if len(content) > largest:
        raise UsageError(f"{path}: this is larger than {largest // 1024**2} MiB")
    return content


def is_leftover(name: str) -> bool:
    """Whether a file or folder of this name was made by an operating system, an editor or version control."""
    return name.startswith(_LEFTOVER_STARTS) or name.lower() in _LEFTOVERS


def visible_entries(folder: Path) -> list[Path]:
    """The files and folders in a folder, sorted by name; without leftovers and links."""
    return [folder / entry.name for entry in _scan(folder)]


def subfolders(folder: Path) -> list[Path]:
    """The folders in a folder, sorted by name; without leftovers and links."""
    return [folder / entry.name for entry in _scan(folder) if entry.is_dir(follow_symlinks=False)]


def files(folder: Path) -> list[Path]:
    """The regular files in a folder, sorted by name; without leftovers and links."""
    return [folder / entry.name for entry in _scan(folder) if entry.is_file(follow_symlinks=False)]


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    """The same as the system lists them: a class has thousands, and what each of them is needs no further question.

    A folder that cannot be read has no entries here: its student gets a review, and the others are graded.
    """
    seen: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        seen = [entry for entry in entries if not is_leftover(entry.name) and not entry.is_symlink()]
    return sorted(seen, key=lambda entry: entry.name)


def hidden_folders(folder: Path) -> list[Path]:
    """The folders that are taken for leftovers by their first letter alone: somebody may have called theirs so."""
    return sorted(
        entry
        for entry in folder.iterdir()
        if is_leftover(entry.name) and entry.name.lower() not in _TOOLS and entry.is_dir() and not entry.is_symlink()
    )


def only_folder(folder: Path) -> Path | None:
    """The folder that is all there is in another one, as in most archives; None if there is more, or none."""
    entries = visible_entries(folder)
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else None


def shown_names(names: list[str]) -> list[str]:
    """The first of a student's names, and how many more there are: a report has no room for thousands."""
    more = len(names) - _SHOWN
    return names if more <= 0 else [*names[:_SHOWN], f"{more} more"]


def unreadable(path: Path) -> str:
    """Say which file or folder of a hand-in cannot be read, and why; empty if all can, links left aside."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return _sentence(path, path.parent, error)
    if stat.S_ISREG(mode):
        return _problem_of_file(path, path.parent)
    if not stat.S_ISDIR(mode):
        return f"{path.name!s:.200} is neither a file nor a folder"
    errors: list[OSError] = []
    for folder, _, names in islice(os.walk(path, onerror=errors.append), limits.MAX_FILES):
        for name in islice(names, limits.MAX_FILES):
            if problem := _problem_of_file(Path(folder, name), path.parent):
                return problem
        if errors:
            break
    return _sentence(Path(errors[0].filename or path), path.parent, errors[0]) if errors else ""


def _problem_of_file(file: Path, root: Path) -> str:
    """The problem of a regular file; others are left out of every hand-in, with a note."""
    try:
        if file.is_symlink() or not file.is_file() or os.access(file, os.R_OK):
            return ""
        file.open("rb").close()
    except OSError as error:
        return _sentence(file, root, error)
    return ""


def cannot_be_read(path: Path, error: OSError) -> str:
    """Say that a hand-in cannot be read; the error again where the machine is at fault."""
    if error.errno in MACHINE_ERRORS:
        raise error
    return _sentence(path, path.parent, error)


def _sentence(path: Path, root: Path, error: OSError) -> str:
    return f"{path.relative_to(root)!s:.200} cannot be read: {error.strerror or error}"
