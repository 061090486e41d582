"""Copying a driver's own files into the folder of the student's program."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_LANGUAGES = str(Path(__file__).parents[1])
FOLDER = ".grade"
"""The folder for them; a student's file or folder of this name is replaced."""


def copy_program(workdir: Path, program: str, names: tuple[str, ...]) -> Path:
    """Copy files of the folder ``program``, as ``java/program``, into ``workdir``; return the folder they are in."""
    folder = workdir / FOLDER
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for name in names:
        shutil.copyfile(os.path.join(_LANGUAGES, program, name), folder / name)  # noqa: PTH118 - at each start
    return folder
