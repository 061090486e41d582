"""Assert that hostile programs changed nothing: files, mounts, processes, control groups, scratch folders."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from harness.sandbox.files.scratch import scratch
from harness.sandbox.files.unix import stat_fields
from harness.sandbox.process_setup import process_tree
from tests.support import ROOT

_FOLDERS = ("harness", "specs", "reference", "tests")
_MACHINE_FILES = ("/etc/passwd", "/etc/ld.so.preload", "/usr/local/bin", "/usr/bin/python3", "/usr/bin/gcc")
_PATIENCE_S = 60
DISK = "disk-of-a-test"
"""Part of the name of what other tests mount for a while."""


def digest() -> str:
    """Hash every file of the grader's: its code, the specs with their goldens, the references."""
    hasher = hashlib.sha256()
    for path in sorted(
        path for name in _FOLDERS for path in (ROOT / name).rglob("*") if "__pycache__" not in path.parts
    ):
        hasher.update(f"{path}\0{path.lstat().st_mode}\0".encode())
        hasher.update(path.read_bytes() if path.is_file() and not path.is_symlink() else b"")
    for name in _MACHINE_FILES:
        with contextlib.suppress(OSError):
            stats = Path(name).stat()
            hasher.update(f"{name}\0{stats.st_ino}\0{stats.st_size}\0{stats.st_mtime_ns}\0".encode())
    return hasher.hexdigest()


def mounts() -> list[bytes]:
    """Return what is mounted where, except for the disks of tests."""
    return [line for line in Path("/proc/self/mountinfo").read_bytes().splitlines() if DISK.encode() not in line]


def _all_groups() -> set[str]:
    """Return the control groups of all graders."""
    return {str(path) for path in Path("/sys/fs/cgroup").glob("**/grade-*") if path.is_dir()}


def _groups() -> set[str]:
    """Return the control groups of graders that have ended, and of this process."""
    pids = {group: group.rpartition("/")[2].split("-")[1] for group in _all_groups()}
    return {group for group, pid in pids.items() if pid == str(os.getpid()) or not Path("/proc", pid).exists()}


@contextlib.contextmanager
def no_group_left() -> Iterator[None]:
    """Assert that no grader leaves a control group; one that another test has killed may do so for a moment."""
    before = _all_groups()
    yield
    assert not (groups := _new_groups(before)), groups


def _new_groups(before: set[str]) -> set[str]:
    """Return the groups that were not there before, and stay."""
    deadline = time.monotonic() + _PATIENCE_S
    while (groups := _groups() - before) and time.monotonic() < deadline:
        time.sleep(0.05)  # another grader on this machine may be about to remove its own
    return groups


def survivors(is_survivor: Callable[[int], bool]) -> list[int]:
    """Return the processes below this one that are survivors and stay."""
    deadline = time.monotonic() + _PATIENCE_S
    while (
        pids := [pid for pid in process_tree.descendants(os.getpid()) if is_survivor(pid)]
    ) and time.monotonic() < deadline:
        time.sleep(0.05)  # a sandbox may be about to end, or the namespaces of a run
    return pids


def _runs(pid: int) -> bool:
    """Tell whether a process is more than one that has ended and only waits to be reaped."""
    try:
        return stat_fields(pid)[0] != b"Z"
    except OSError:
        return False


def _differences(
    mounts_before: list[bytes],
    digest_before: str,
    groups_before: set[str],
    pids_before: set[int],  # such as sandboxes that stay for other tests
    temporary: Path,
    kept: Path,
) -> dict[str, object]:
    """Return all that is not as it was, by its kind."""
    differences: dict[str, object] = {}
    if digest() != digest_before:
        differences["tampering"] = "a file of the grader's is not as it was"
    if mounts() != mounts_before:
        differences["mounts"] = "they are not as they were"
    if still_there := survivors(lambda pid: pid not in pids_before and _runs(pid)):
        differences["survivors"] = still_there
    if folders := [path.name for path in temporary.iterdir() if path != kept]:
        differences["scratch folders"] = folders
    if groups := _new_groups(groups_before):
        differences["groups"] = sorted(groups)
    return differences


@contextlib.contextmanager
def assert_untouched() -> Iterator[Path]:
    """Yield a folder to work in, with all scratch folders below it; AssertionError when anything changed elsewhere."""
    mounts_before, digest_before, usual = mounts(), digest(), tempfile.tempdir
    groups_before, pids_before = _all_groups(), set(process_tree.descendants(os.getpid()))
    with scratch() as temporary:
        tempfile.tempdir = str(temporary)
        root = temporary / "root"
        root.mkdir()
        try:
            yield root
            differences = _differences(mounts_before, digest_before, groups_before, pids_before, temporary, root)
        finally:
            tempfile.tempdir = usual
    assert not differences, differences
