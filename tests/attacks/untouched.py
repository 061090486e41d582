"""What must be the same after hostile programs as before: files, mounts, processes, control groups, scratch folders."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from harness.files.scratch import scratch
from harness.run import process_tree
from tests.support import ROOT

_OURS = ("harness", "specs", "reference", "tests")
_MACHINE = ("/etc/passwd", "/etc/ld.so.preload", "/usr/local/bin", "/usr/bin/python3", "/usr/bin/gcc")
_PATIENCE_S = 10
DISK = "disk-of-a-test"
"""What other tests mount for a while says that it is this."""


def digest() -> str:
    """One number for every file of the grader's: its code, the specs with their goldens, the references."""
    made = hashlib.sha256()
    for path in sorted(path for one in _OURS for path in (ROOT / one).rglob("*") if "__pycache__" not in path.parts):
        made.update(f"{path}\0{path.lstat().st_mode}\0".encode())
        made.update(path.read_bytes() if path.is_file() and not path.is_symlink() else b"")
    for name in _MACHINE:
        with contextlib.suppress(OSError):
            seen = Path(name).stat()
            made.update(f"{name}\0{seen.st_ino}\0{seen.st_size}\0{seen.st_mtime_ns}\0".encode())
    return made.hexdigest()


def mounts() -> list[bytes]:
    """What is mounted where."""
    return [line for line in Path("/proc/self/mountinfo").read_bytes().splitlines() if DISK.encode() not in line]


def _groups() -> set[str]:
    """The control groups of graders that have ended, or of this process."""
    found = (path for path in Path("/sys/fs/cgroup").glob("**/grade-*") if path.is_dir())
    number = {path: path.name.split("-")[1] for path in found}
    return {str(path) for path, pid in number.items() if pid == str(os.getpid()) or not Path("/proc", pid).exists()}


@contextlib.contextmanager
def no_group_left() -> Iterator[None]:
    """AssertionError where graders leave control groups; one that another test has killed may do so for a moment."""
    before = _groups()
    yield
    assert not (groups := _new_groups(before)), groups


def _new_groups(before: set[str]) -> set[str]:
    """The groups that are there to stay and were not before."""
    deadline = time.monotonic() + _PATIENCE_S
    while (groups := _groups() - before) and time.monotonic() < deadline:
        time.sleep(0.05)  # another grader on this machine may be about to remove its own
    return groups


def _left(mounted: list[bytes], known: str, others: set[str], temporary: Path, kept: Path) -> dict[str, object]:
    """All that is not as it was, by its kind."""
    wrong: dict[str, object] = {}
    if digest() != known:
        wrong["tampering"] = "a file of the grader's is not as it was"
    if mounts() != mounted:
        wrong["mounts"] = "they are not as they were"
    if survivors := process_tree.descendants(os.getpid()):
        wrong["survivors"] = survivors
    if folders := [path.name for path in temporary.iterdir() if path != kept]:
        wrong["scratch folders"] = folders
    if groups := _new_groups(others):
        wrong["groups"] = sorted(groups)
    return wrong


@contextlib.contextmanager
def watched() -> Iterator[Path]:
    """A folder to work in, below which all scratch folders are; AssertionError when anything is not as it was."""
    mounted, known, usual = mounts(), digest(), tempfile.tempdir
    others = _groups()
    with scratch() as temporary:
        tempfile.tempdir = str(temporary)
        root = temporary / "root"
        root.mkdir()
        try:
            yield root
            wrong = _left(mounted, known, others, temporary, root)
        finally:
            tempfile.tempdir = usual
    assert not wrong, wrong
