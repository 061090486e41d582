"""What a program may change in a folder, and how it is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.engine.place import Place
from harness.run.isolation import Unconfined
from tests.support import write


def _rewrite(box: Path) -> None:
    before = (box / "a").stat()
    (box / "a").write_bytes(b"ONE")
    os.utime(box / "a", ns=(before.st_atime_ns, before.st_mtime_ns))


def _link(box: Path) -> None:
    (box / "a").unlink()
    (box / "a").symlink_to("sub/b")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file of the same size and time": _rewrite,
    "permissions": lambda box: (box / "a").chmod(0o600),
    "a name": lambda box: (box / "a").rename(box / "c"),
    "a second name": lambda box: os.link(box / "a", box / "sub" / "a"),
    "a link for a file": _link,
    "a hidden file below": lambda box: (box / "sub" / ".x").touch(),
    "a pipe in the home": lambda box: os.mkfifo(next(box.parent.glob("home-*")) / "x"),
    "a time": lambda box: os.utime(box / "sub" / "b", ns=(0, 1)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_copy_that_a_run_has_changed_serves_no_other(tmp_path: Path, change: str) -> None:
    folder, place = write(tmp_path / "built", {"a": "one", "sub/b": "two"}), Place(tmp_path / "place", Unconfined())
    with place.copy_of(folder) as (first, _):
        CHANGES[change](first)
    with place.copy_of(folder) as (second, home):
        assert second != first
        assert (second / "a").read_bytes() == b"one"
        assert sorted(path.name for path in second.iterdir()) == ["a", "sub"]
        assert list(home.iterdir()) == []
    place.close()


def test_one_that_was_only_read_serves_again_and_tells_nothing(tmp_path: Path) -> None:
    folder, place = write(tmp_path / "built", {"a": "one", "sub/b": "two"}), Place(tmp_path / "place", Unconfined())
    told = 1_234_567_890
    with place.copy_of(folder) as (first, home):
        new = [one.stat().st_atime_ns for one in (first, *sorted(first.rglob("*")), home)]
        for one in (first, first / "a", first / "sub", home):
            os.utime(one, ns=(told, one.stat().st_mtime_ns))
    with place.copy_of(folder) as (second, again):
        assert (second, again) == (first, home)
        assert [one.stat().st_atime_ns for one in (second, *sorted(second.rglob("*")), again)] == new
    place.close()
    assert list((tmp_path / "place").iterdir()) == []
