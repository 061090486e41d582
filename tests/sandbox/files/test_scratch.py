from __future__ import annotations

import os
import shutil
import socket
import tempfile
from pathlib import Path

import pytest

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.files import scratch as scratch_module
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded, regular_files, remove, scratch
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.environment import ENVIRONMENT, TOOLS
from tests.support import write


def test_a_copy_has_the_permissions_times_and_links_of_the_original(tmp_path: Path) -> None:
    source = write(tmp_path / "source", {"a": b"\xff\0", "sub/run": "x", "sub/deeper/c": ""})
    (source / "sub/run").chmod(0o751)
    (source / "sub/link").symlink_to("run")
    (source / "sub/dangling").symlink_to("/no/such/file")
    (source / "sub/to-folder").symlink_to("deeper")
    os.utime(source / "a", ns=(1_000_000_000_123_456_789, 1_100_000_000_987_654_321))
    target = write(tmp_path / "target", {})
    copy_tree(source, target)
    assert (target / "a").read_bytes() == b"\xff\0"
    assert (target / "a").stat().st_mtime_ns == 1_100_000_000_987_654_321
    assert (target / "sub/run").stat().st_mode & 0o777 == 0o751
    links = {name: str((target / "sub" / name).readlink()) for name in ("link", "dangling", "to-folder")}
    assert links == {"link": "run", "dangling": "/no/such/file", "to-folder": "deeper"}
    assert (target / "sub/deeper/c").is_file()


def test_a_copy_is_a_copy(tmp_path: Path) -> None:
    source, target = write(tmp_path / "source", {"a": "old"}), write(tmp_path / "target", {})
    copy_tree(source, target)
    (target / "a").write_text("new", encoding="utf-8")
    assert (source / "a").read_text(encoding="utf-8") == "old"


def test_pipes_are_not_copied(tmp_path: Path) -> None:
    source, target = write(tmp_path / "source", {"a": ""}), write(tmp_path / "target", {})
    os.mkfifo(source / "pipe")
    copy_tree(source, target)
    assert [path.name for path in target.iterdir()] == ["a"]


def test_regular_files_are_sorted_and_links_not_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "folder", {"b": "", "a/z": "", "a/y": "", "c": ""})
    (folder / "link").symlink_to(folder / "a")
    (folder / "file-link").symlink_to(folder / "b")
    assert list(regular_files(folder)) == ["b", "c", "a/y", "a/z"]


def test_thousands_of_folders_in_one_another(tmp_path: Path) -> None:
    top = write(tmp_path / "folder", {"a": ""})
    here = os.open(top, os.O_RDONLY)
    for _ in range(3000):  # longer than any path may be
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    assert list(regular_files(top)) == ["a"]
    remove(top)
    assert not top.exists()


def test_a_way_is_made_of_real_folders(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"x": "theirs"})
    workdir = write(tmp_path / "box", {"file": "", "folder/x": "", "kept/y": ""})
    (workdir / "link").symlink_to(outside)
    (workdir / "kept" / "x").symlink_to(outside / "x")
    for name in ("link/x", "file/x", "folder", "kept/x", "new/sub/x"):
        prepare_new_file(workdir, name).write_text("ours", encoding="utf-8")
    assert list(regular_files(workdir)) == ["folder", "file/x", "kept/x", "kept/y", "link/x", "new/sub/x"]
    assert (outside / "x").read_text(encoding="utf-8") == "theirs"


def test_scratch_is_new_empty_and_gone_afterwards(tmp_path: Path) -> None:
    with scratch(tmp_path) as folder:
        assert list(folder.iterdir()) == []
        write(folder, {"a/b": ""})
    assert list(tmp_path.iterdir()) == []


def test_scratch_is_gone_after_an_exception_too(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), scratch(tmp_path) as folder:
        write(folder, {"a/b": str(1 // 0)})
    assert list(tmp_path.iterdir()) == []


def test_no_room_for_scratch_folders_is_our_fault(tmp_path: Path) -> None:
    with (
        pytest.raises(JudgeError, match="no scratch folder can be made: No such file or directory"),
        scratch(tmp_path / "no"),
    ):
        pass


def test_locked_folders_are_removed() -> None:
    parent = Path(tempfile.mkdtemp(prefix="locked-"))
    folder = write(parent / "folder", {"a/b/c/d": "", "a/x": ""})
    if os.geteuid() == 0:  # no lock holds root up: then it is done as nobody
        for path in (parent, folder, *folder.rglob("*")):
            os.chown(path, 65534, 65534)
    for name in ("a/b/c/d", "a/b/c", "a/b", "a", ""):
        (folder / name).chmod(0)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if os.geteuid() == 0:
                os.setresuid(65534, 65534, 65534)
            remove(folder)
            status = 0
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = folder.exists()
    shutil.rmtree(parent)
    assert (status, left) == (0, False)


def test_unlocking_does_not_follow_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = write(tmp_path / "kept", {"a": "x"})
    kept.chmod(0o555)
    folder = write(tmp_path / "folder", {"b": ""})
    (folder / "link").symlink_to(kept)

    def held_up(path: Path) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(shutil, "rmtree", held_up)
    remove(folder)
    assert (folder.exists(), kept.stat().st_mode & 0o777) == (False, 0o555)


def test_removing_what_is_not_there_is_no_fault(tmp_path: Path) -> None:
    remove(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_of_a_link_in_a_folder_s_place_nothing_that_it_leads_to_is_touched(tmp_path: Path) -> None:
    write(tmp_path / "kept", {"file": "x"})
    (tmp_path / "kept" / "file").chmod(0o400)
    (tmp_path / "run").symlink_to("kept")
    remove(tmp_path / "run")
    assert not (tmp_path / "run").is_symlink()
    assert (tmp_path / "kept" / "file").stat().st_mode & 0o777 == 0o400


def test_removing_does_not_follow_links(tmp_path: Path) -> None:
    kept = write(tmp_path / "kept", {"a": "x"})
    folder = write(tmp_path / "folder", {"b": ""})
    (folder / "link").symlink_to(kept)
    remove(folder)
    assert (kept / "a").read_text(encoding="utf-8") == "x"


def test_a_file_that_a_run_made_is_read_up_to_a_limit(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"x" * 100, "sub/b": b"y"})
    assert read_bounded(tmp_path, "a", 1000) == b"x" * 100
    assert read_bounded(tmp_path, "a", 10) == b"x" * 11
    assert read_bounded(tmp_path, "sub/b", 10) == b"y"
    assert read_bounded(tmp_path, "none", 10) is None


def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"answers": "42"}) / "answers"
    folder = write(tmp_path / "folder", {"sub/x": ""})
    (folder / "soft").symlink_to(secret)
    (folder / "hard").hardlink_to(secret)
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(folder / "socket"))
        for name in ("soft", "hard", "pipe", "socket", "sub"):
            assert read_bounded(folder, name, 10) is None, name


def test_a_file_in_a_linked_folder_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "secret", {"answers": "42"})
    folder = write(tmp_path / "folder", {})
    (folder / "out").symlink_to(tmp_path / "secret")
    assert read_bounded(folder, "out/answers", 10) is None


def test_a_link_that_leads_to_itself_leads_to_no_file(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("out")
    assert read_bounded(tmp_path, "out/answers", 10) is None


def test_the_environment_is_fixed_and_reveals_nothing_of_the_grader_but_where_its_tools_are(tmp_path: Path) -> None:
    sandbox = Unconfined().sandbox(Invocation(("a", "b"), tmp_path, tmp_path, ResolvedLimits()))
    environment = sandbox.environment
    tools = {"PATH": f"{TOOLS}:{ENVIRONMENT['PATH']}", "JAVA_HEAP": "786432k"}
    assert environment == {**ENVIRONMENT, **tools, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    assert (environment["LC_ALL"], environment["TZ"], environment["COLUMNS"]) == ("C.UTF-8", "UTC", "80")
    assert sandbox.command == ("a", "b")


def test_the_level_says_what_is_not_enforced() -> None:
    level = Unconfined().level
    description = level.in_full
    assert description.startswith(f"{level}; not enforced: ")
    assert str(level).startswith("E (")
    assert "network" in description
    assert "malice" in description


def test_folders_in_folders_in_folders_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    inner = os.open(folder, os.O_RDONLY)
    for _ in range(2000):
        os.mkdir("d", dir_fd=inner)
        deeper = os.open("d", os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        inner = deeper
    os.close(inner)
    remove(folder)
    assert not folder.exists()


def test_of_a_folder_with_very_many_files_a_part_is_listed_and_all_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch_module, "MOST_ENTRIES", 10)
    folder = write(tmp_path / "folder", {f"sub/{number}": "" for number in range(30)} | {"a": ""})
    assert len(list(regular_files(folder))) == 11
    remove(folder / "sub")
    assert list(regular_files(folder)) == ["a"]
