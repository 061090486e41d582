"""Tell whether a program wrote a file up to the size limit: the kernel refuses more, and tells only the program."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from harness.sandbox.files.scratch import regular_files

_MAX_FILES = 1000
"""How many files of each folder are looked at."""


def file_limit_reached(folders: Iterable[Path], largest: int) -> tuple[str, ...]:
    """Return ``("file",)`` where a folder holds a file of just ``largest`` bytes, else ``()``.

    No process may be left that could still write there.
    """
    names = (os.path.join(folder, name) for folder in folders for name in islice(regular_files(folder), _MAX_FILES))
    return ("file",) if any(os.lstat(name).st_size == largest for name in names) else ()
