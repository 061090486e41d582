"""Laying a driver's own files into the folder where the student's program is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

FOLDER = ".grade"
"""Where they go; whatever a student handed in under this name gives way."""


def lay(workdir: Path, program: str, names: tuple[str, ...]) -> Path:
    """Copy files of the folder ``program`` beside this module into ``box``; the folder that holds them there."""
    folder = workdir / FOLDER
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for name in names:
        shutil.copyfile(os.path.join(os.path.dirname(__file__), program, name), folder / name)  # noqa: PTH118, PTH120
    return folder
