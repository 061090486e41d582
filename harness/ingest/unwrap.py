"""Where in what was handed in the submission lies: some hand in the folder, or an archive of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from harness.ingest.archive_names import is_archive, unpack
from harness.ingest.intake import MOST_BYTES, handed_in
from harness.model.errors import UsageError
from harness.model.patterns import matches


def unwrap(source: Path, required: tuple[str, ...], new_folder: Callable[[], Path]) -> tuple[Path, str]:
    """The folder that holds the required files, and a note where it is not the one that was handed in.

    Looked for one folder deep, in the only archive too; where it is not the only one of its kind, nothing is guessed.

    Args:
        source: what was handed in.
        required: the patterns of the required files.
        new_folder: makes an empty folder for an archive.

    """
    if _holds(source, required):
        return source, ""
    archives = [one for one in sorted(source.iterdir()) if one.is_file() and not one.is_symlink() and is_archive(one)]
    if len(archives) == 1 and not any(_lies_there(source, pattern) for pattern in required):
        inside = new_folder()
        try:
            unpack(archives[0], inside, MOST_BYTES)
        except UsageError as error:
            return source, f"{archives[0].name} was not unpacked: {str(error).removeprefix(f'{archives[0]}: ')}"
        found = inside if _holds(inside, required) else _only_folder(inside, required)
        if found is not None:
            return found, f"what {archives[0].name} holds was taken"
    found = _only_folder(source, required)
    return (source, "") if found is None else (found, f"what the folder {found.name} holds was taken")


def _lies_there(folder: Path, pattern: str) -> bool:
    return any(matches(name, pattern) for name in handed_in(folder))


def _holds(folder: Path, required: tuple[str, ...]) -> bool:
    return all(_lies_there(folder, pattern) for pattern in required)


def _only_folder(folder: Path, required: tuple[str, ...]) -> Path | None:
    inside = [one for one in folder.iterdir() if one.is_dir() and not one.is_symlink() and _holds(one, required)]
    return inside[0] if len(inside) == 1 else None
