"""Whether a program wrote a file as long as one may be: the kernel refuses more, and tells nobody but the program."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from harness.files.scratch import regular_files

_MOST = 1000
"""Files that are looked at."""


def file_limit_reached(folders: Iterable[Path], largest: int) -> tuple[str, ...]:
    """``("file",)`` where a file of just that size is in one of the folders, else nothing. Nobody is alive in them."""
    names = (os.path.join(folder, name) for folder in folders for name in islice(regular_files(folder), _MOST))
    return ("file",) if any(os.lstat(name).st_size == largest for name in names) else ()
