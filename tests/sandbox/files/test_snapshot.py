"""What a program may change in a folder, and how it is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.grading.workspace.workspace import Workspace
from harness.sandbox.files.snapshot import is_untouched
from harness.sandbox.isolation.none import Unconfined
from tests.support import write


def _rewrite(workdir: Path) -> None:
    before = (workdir / "a").stat()
    (workdir / "a").write_bytes(b"ONE")
    os.utime(workdir / "a", ns=(before.st_atime_ns, before.st_mtime_ns))


def _link(workdir: Path) -> None:
    (workdir / "a").unlink()
    (workdir / "a").symlink_to("sub/b")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file of the same size and time": _rewrite,
    "permissions": lambda workdir: (workdir / "a").chmod(0o600),
    "a name": lambda workdir: (workdir / "a").rename(workdir / "c"),
    "a second name": lambda workdir: os.link(workdir / "a", workdir / "sub" / "a"),
    "a link for a file": _link,
    "a hidden file below": lambda workdir: (workdir / "sub" / ".x").touch(),
    "a pipe in the home": lambda workdir: os.mkfifo(next(workdir.parent.glob("home-*")) / "x"),
    "a time": lambda workdir: os.utime(workdir / "sub" / "b", ns=(0, 1)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_copy_that_a_run_has_changed_serves_no_other(tmp_path: Path, change: str) -> None:
    folder, workspace = (
        write(tmp_path / "built", {"a": "one", "sub/b": "two"}),
        Workspace(tmp_path / "place", Unconfined()),
    )
    with workspace.copy_of(folder) as (first, _):
        CHANGES[change](first)
    with workspace.copy_of(folder) as (second, home):
        assert second != first
        assert (second / "a").read_bytes() == b"one"
        assert sorted(path.name for path in second.iterdir()) == ["a", "sub"]
        assert list(home.iterdir()) == []
    workspace.close()


def test_one_that_was_only_read_serves_again_and_reveals_nothing(tmp_path: Path) -> None:
    folder, workspace = (
        write(tmp_path / "built", {"a": "one", "sub/b": "two"}),
        Workspace(tmp_path / "place", Unconfined()),
    )
    chosen_time = 1_234_567_890
    with workspace.copy_of(folder) as (first, home):
        new = [path.stat().st_atime_ns for path in (first, *sorted(first.rglob("*")), home)]
        for path in (first, first / "a", first / "sub", home):
            os.utime(path, ns=(chosen_time, path.stat().st_mtime_ns))
    with workspace.copy_of(folder) as (second, again):
        assert (second, again) == (first, home)
        assert [path.stat().st_atime_ns for path in (second, *sorted(second.rglob("*")), again)] == new
    workspace.close()
    assert list((tmp_path / "place").iterdir()) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("", "", True, id="a-folder"),
        pytest.param("x", "x", True, id="the-same-link"),
        pytest.param("", "x", False, id="a-link-for-a-folder"),
        pytest.param("x", "y", False, id="another-link"),
    ],
)
def test_a_file_is_untouched_only_where_the_same_folders_lead_to_it(
    tmp_path: Path, before: str, after: str, expected: bool
) -> None:
    for folder, link in (("before", before), ("after", after)):
        file = write(tmp_path / folder, {f"a/{link or 'b'}/c": "one"}) / "a" / (link or "b") / "c"
        os.utime(file, ns=(0, 1))
        if link:
            (tmp_path / folder / "a" / "b").symlink_to(link)
    assert is_untouched("a/b/c", tmp_path / "after", tmp_path / "before") == expected
