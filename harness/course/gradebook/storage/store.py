"""The work that was handed in, kept beside the gradebook by the hash of its content, so that it can be graded again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.taking_in.copy_submission import copy_submission
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.sandbox.files.scratch import remove, scratch

NAME = "submissions"
"""The folder beside the gradebook."""


class Store(Struct, frozen=True):
    """A folder with a folder for each content that was handed in; the same content is kept once."""

    folder: Path

    def path(self, content: str) -> Path:
        """Where work is kept, by the hash of its content."""
        return self.folder / content[:2] / content

    def has(self, content: str) -> bool:
        """Whether the work is here."""
        return self.path(content).is_dir()

    def keep(self, folder: Path, content: str) -> tuple[Finding, ...]:
        """Copy work into the store, whole or not at all, unless it is there; what was left out of it.

        Raises:
            JudgeError: when it cannot be written.

        """
        target = self.path(content)
        try:
            with scratch() as place:
                copy = place / "work"
                copy.mkdir()
                notes = copy_submission(folder, copy).notes
                if not target.is_dir():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    self._move(copy, target)
        except OSError as error:
            raise JudgeError(f"{target}: the work cannot be kept: {error.strerror}") from None
        return tuple(notes)

    def _move(self, copy: Path, target: Path) -> None:
        """Copy a folder there under another name, and rename it when it is whole."""
        partial = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            shutil.copytree(copy, partial)
            _sync(partial)
            partial.rename(target)
        except FileExistsError:
            remove(partial)  # another process kept the same work at the same time
        except OSError:
            remove(partial)
            if not target.is_dir():
                raise

    def forget(self, content: str) -> None:
        """Erase work."""
        remove(self.path(content))


def _sync(folder: Path) -> None:
    """Have the disk keep the files before the gradebook says that they are kept."""
    for path, _, names in os.walk(folder):
        for name in (*names, "."):
            descriptor = os.open(Path(path, name), os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
