"""Files out of a folder in which a hostile program may have left anything."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from harness.sandbox.files.collect_files import collect_files, sanitize_folder
from harness.sandbox.files.scratch import regular_files
from tests.support import write

LARGE = 1 << 20


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A folder as a program left it, beside a secret."""
    write(tmp_path, {"secret/golden": "42"})
    return write(tmp_path / "left", {"out": "right\n", "sub/deep/x": "y"})


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """The folder as it was before the run."""
    return write(tmp_path / "target", {"out": "before", "gone": "before", "main.py": "pass\n"})


def collected_files(left: Path, target: Path, *wanted: str, size: int = LARGE, files: int = 100) -> dict[str, str]:
    """What is in the target afterwards: regular files only."""
    folder = os.open(left, os.O_RDONLY)
    try:
        collect_files(folder, target, wanted, size, files)
    finally:
        os.close(folder)
    paths = (path for path in sorted(target.rglob("*")) if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(target)): path.read_text() for path in paths}


def test_what_is_asked_for_and_nothing_else(left: Path, target: Path) -> None:
    before = {"gone": "before", "main.py": "pass\n", "out": "before"}
    assert collected_files(left, target) == before
    assert collected_files(left, target, "out", "sub/deep/x") == before | {"out": "right\n", "sub/deep/x": "y"}


def test_what_the_run_removed_is_gone(left: Path, target: Path) -> None:
    assert collected_files(left, target, "gone", "out") == {"main.py": "pass\n", "out": "right\n"}


def test_everything_replaces_everything(left: Path, target: Path) -> None:
    assert collected_files(left, target, "*") == {"out": "right\n", "sub/deep/x": "y"}


def test_permissions_and_times_are_kept(left: Path, target: Path) -> None:
    (left / "out").chmod(0o750)
    os.utime(left / "out", ns=(5, 1_234_567_891))
    collected_files(left, target, "*")
    facts = (target / "out").stat()
    assert (facts.st_mode & 0o777, facts.st_mtime_ns) == (0o750, 1_234_567_891)


@pytest.mark.parametrize("wanted", ["out", "*"])
@pytest.mark.parametrize("kind", ["link", "hard-link", "pipe", "socket", "folder"])
def test_nothing_but_a_file_of_its_own_is_read(left: Path, target: Path, kind: str, wanted: str) -> None:
    secret, out = left.parent / "secret/golden", left / "out"
    out.unlink()
    if kind == "link":
        out.symlink_to(secret)
    elif kind == "hard-link":
        out.hardlink_to(secret)
    elif kind == "pipe":
        os.mkfifo(out)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener:
            here = os.open(left, os.O_RDONLY)
            listener.bind(f"/proc/self/fd/{here}/out")
            os.close(here)
    else:
        out.mkdir()
    assert "out" not in collected_files(left, target, wanted)


@pytest.mark.parametrize("wanted", ["sub/golden", "sub/../sub/golden", "../secret/golden"])
def test_no_part_of_a_path_is_a_link(left: Path, target: Path, wanted: str) -> None:
    for path in (left / "sub/deep/x", left / "sub/deep", left / "sub"):
        path.rmdir() if path.is_dir() else path.unlink()
    (left / "sub").symlink_to(left.parent / "secret")
    collected = collected_files(left, target, wanted)
    assert [name for name, content in collected.items() if content == "42"] == []


def test_too_much_is_left_where_it_is(left: Path, target: Path) -> None:
    write(left, {"large": "x" * 1000, **{f"many/{number}": "" for number in range(50)}})
    collected = collected_files(left, target, "*", size=500, files=20)
    assert "large" not in collected
    assert len(collected) < 20


def test_odd_names_and_locked_folders_do_no_harm(left: Path, target: Path) -> None:
    for name in (b"\xff\xfe", b"a\nb", b"\x1b[31m", b"-rf"):
        os.close(os.open(os.fsencode(left) + b"/" + name, os.O_CREAT))
    (left / "sub").chmod(0)
    try:
        assert collected_files(left, target, "*")["out"] == "right\n"
    finally:
        (left / "sub").chmod(0o700)


def test_a_link_on_the_way_leads_nowhere(left: Path, target: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"x": "theirs"})
    (target / "sub").symlink_to(outside)
    (target / "out").unlink()
    (target / "out").symlink_to(outside / "x")
    assert collected_files(left, target, "sub/x", "sub/deep/x", "out")["sub/deep/x"] == "y"
    assert {path.name: path.read_text() for path in outside.iterdir()} == {"x": "theirs"}


def test_a_folder_is_sanitized(left: Path, tmp_path: Path) -> None:
    os.mkfifo(left / "pipe")
    (left / "out").chmod(0o751)
    write(left, {"locked/x": ""})
    (left / "locked").chmod(0)
    deep = "/".join(["d"] * 100)
    write(left, {f"{deep}/x": ""})
    os.link(tmp_path / "secret/golden", left / "golden")
    (left / "link").symlink_to("out")
    sanitize_folder(left, LARGE)
    assert [path for path in regular_files(left) if "locked" not in path] == ["out", "sub/deep/x"]
    assert ((left / "out").stat().st_mode & 0o777, (left / "link").is_symlink()) == (0o751, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["left", "secret"]
