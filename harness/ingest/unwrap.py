"""Find the submission in what was handed in: some hand in the folder itself, or an archive of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from harness.ingest import limits
from harness.ingest.archive_names import is_archive, unpack
from harness.ingest.intake import submission_files
from harness.model.errors import UsageError
from harness.model.patterns import matches


def unwrap(source: Path, required: tuple[str, ...], new_folder: Callable[[], Path]) -> tuple[Path, str]:
    """Return the folder that holds the required files, and a note where it is not the one that was handed in.

    Looks one folder deep, and into an archive where that is the only one. Where several folders would do, ``source``
    itself is returned: nothing is guessed.

    Args:
        source: what was handed in.
        required: the patterns of the required files.
        new_folder: makes an empty folder for an archive.

    """
    if _has_required(source, required):
        return source, ""
    archives = [
        path for path in sorted(source.iterdir()) if path.is_file() and not path.is_symlink() and is_archive(path)
    ]
    if len(archives) == 1 and not any(_has_file(source, pattern) for pattern in required):
        unpacked = new_folder()
        try:
            unpack(archives[0], unpacked, limits.MAX_BYTES)
        except UsageError as error:
            return source, f"{archives[0].name} was not unpacked: {str(error).removeprefix(f'{archives[0]}: ')}"
        folder = unpacked if _has_required(unpacked, required) else _only_folder(unpacked, required)
        if folder is not None:
            return folder, f"what {archives[0].name} holds was taken"
    folder = _only_folder(source, required)
    return (source, "") if folder is None else (folder, f"what the folder {folder.name} holds was taken")


def _has_file(folder: Path, pattern: str) -> bool:
    return any(matches(name, pattern) for name in submission_files(folder))


def _has_required(folder: Path, required: tuple[str, ...]) -> bool:
    return all(_has_file(folder, pattern) for pattern in required)


def _only_folder(folder: Path, required: tuple[str, ...]) -> Path | None:
    """Return the folder in ``folder`` that holds all required files; None where there is none, or several."""
    candidates = [
        path for path in folder.iterdir() if path.is_dir() and not path.is_symlink() and _has_required(path, required)
    ]
    return candidates[0] if len(candidates) == 1 else None
