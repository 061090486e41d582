"""A hash over the harness's own files: another version may grade otherwise."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import harness


@cache
def harness_digest() -> str:
    """One hash, in hexadecimal digits, over the names and contents of all files of the harness."""
    root = Path(harness.__file__).parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            total.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
