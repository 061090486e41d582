"""A submission is taken in without trusting it: regular files only, bounded, never through a link."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from harness.course.ingest.archives import limits
from harness.course.ingest.taking_in.copy_submission import copy_submission, fingerprint, submission_files
from harness.judge.messages.translator import in_words
from tests.support import write


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "source", {"main.py": "print()\n"})


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return write(tmp_path / "target", {})


def test_bytes_permissions_and_times_are_kept(source: Path, target: Path) -> None:
    write(source, {"sub/run.sh": b"#!/bin/sh\r\n\xff"})
    (source / "sub/run.sh").chmod(0o700)
    os.utime(source / "main.py", (1_000_000_000, 1_000_000_000))
    intake = copy_submission(source, target)
    assert intake.files == ["main.py", "sub/run.sh"]
    assert intake.notes == []
    assert (target / "sub/run.sh").read_bytes() == b"#!/bin/sh\r\n\xff"
    assert [(target / name).stat().st_mode & 0o777 for name in intake.files] == [0o644, 0o755]
    assert (target / "main.py").stat().st_mtime == 1_000_000_000


def test_a_symbolic_link_is_left_out_and_reported(source: Path, target: Path, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"answers.txt": "42"})
    (source / "file").symlink_to(secret / "answers.txt")
    (source / "folder").symlink_to(secret)
    (source / "nowhere").symlink_to("/no/such/file")
    intake = copy_submission(source, target)
    assert intake.files == ["main.py"]
    assert sorted(map(in_words, intake.notes)) == [
        f"{name} was left out: it is a symbolic link" for name in ("file", "folder", "nowhere")
    ]
    assert sorted(path.name for path in target.iterdir()) == ["main.py"]


def test_a_hard_link_is_left_out_and_reported(source: Path, target: Path, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"answers.txt": "42"}) / "answers.txt"
    (source / "copy.txt").hardlink_to(secret)
    intake = copy_submission(source, target)
    assert (intake.files, [*map(in_words, intake.notes)]) == (["main.py"], ["copy.txt was left out: it is a hard link"])


def test_a_pipe_and_a_socket_are_left_out_without_waiting_for_them(source: Path, target: Path) -> None:
    os.mkfifo(source / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(source / "socket"))
        intake = copy_submission(source, target)
    assert intake.files == ["main.py"]
    assert sorted(map(in_words, intake.notes)) == [
        f"{name} was left out: it is no regular file" for name in ("pipe", "socket")
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_cannot_be_read_is_reported(source: Path, target: Path) -> None:
    (source / "main.py").chmod(0)
    assert [*map(in_words, copy_submission(source, target).notes)] == [
        "main.py was left out: it cannot be read (Permission denied)"
    ]


def test_names_with_control_characters_and_no_utf8_are_taken_as_they_are(source: Path, target: Path) -> None:
    names = [b"line\r\nend.txt", b"\xff\xfe.txt", b"\x1b[31m.txt", b"-rf", b" "]
    for name in names:
        (source / os.fsdecode(name)).write_bytes(name)
    intake = copy_submission(source, target)
    assert {os.fsencode(name) for name in intake.files} == {*names, b"main.py"}
    for name in names:
        assert (target / os.fsdecode(name)).read_bytes() == name


def test_ignored_files_are_left_out_silently(source: Path, target: Path) -> None:
    write(source, {"A.class": "", "sub/B.class": "", "Queens": ""})
    intake = copy_submission(source, target, ("**/*.class", "Queens"))
    assert (intake.files, [*map(in_words, intake.notes)]) == (["main.py"], [])


def test_leavings_of_editors_and_version_control_are_left_out_silently(source: Path, target: Path) -> None:
    leavings = [".git/config", "__MACOSX/x", "__pycache__/a.pyc", ".DS_Store", "Thumbs.db", "sub/.idea/x", ".gitkeep"]
    write(source, dict.fromkeys(leavings, "x"))
    intake = copy_submission(source, target)
    assert (intake.files, [*map(in_words, intake.notes)]) == (["main.py"], [])
    assert submission_files(source) == ["main.py"]


@pytest.mark.parametrize("parent", ["", "work/"])
def test_a_students_kit_is_left_out_silently(source: Path, target: Path, parent: str) -> None:
    own = ["Queens.java", "kit.py", "tests/check.py"]
    kit = ["check.py", "check.html", "kit/kit.zip", "kit/README.md", "kit/sample/1.in"]
    write(source, {f"{parent}{name}": name for name in (*own, *kit)})
    intake = copy_submission(source, target)
    assert (intake.files, intake.notes) == (sorted(["main.py", *(f"{parent}{name}" for name in own)]), [])
    assert sorted(submission_files(source)) == intake.files


def test_names_of_a_kit_are_a_students_own_without_it(source: Path, target: Path) -> None:
    own = {"check.py": "", "kit/part.py": "", "check.html": ""}
    write(source, own)
    assert copy_submission(source, target).files == sorted(["main.py", *own])
    assert sorted(submission_files(source)) == sorted(["main.py", *own])


def test_what_lies_too_deep_is_left_out(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_DEPTH", 2)
    write(source, {"1/a": "", "1/2/b": "", "1/2/3/c": "", "1/2/3/4/d": ""})
    assert copy_submission(source, target).files == ["1/2/b", "1/a", "main.py"]


def test_more_files_than_the_cap(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_FILES", 3)
    write(source, {f"{number}.txt": "" for number in range(9)})
    intake = copy_submission(source, target)
    assert intake.files == ["0.txt", "1.txt", "2.txt"]
    assert len(intake.notes) == 1
    assert in_words(intake.notes[0]).startswith("3.txt and what follows was left out: more than 3 files")
    assert len(list(target.iterdir())) == 3


def test_more_bytes_than_the_cap(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 1000)
    write(source, {"a.txt": b"x" * 900, "b.txt": b"x" * 200, "c.txt": b"x"})
    intake = copy_submission(source, target)
    assert intake.files == ["a.txt"]
    assert len(intake.notes) == 1
    assert in_words(intake.notes[0]).startswith("b.txt and what follows was left out")


def test_nothing_of_the_submission_is_changed(source: Path, target: Path) -> None:
    write(source, {"sub/a": "x"})
    before = sorted((str(path), path.stat().st_mtime_ns) for path in source.rglob("*"))
    copy_submission(source, target)
    assert sorted((str(path), path.stat().st_mtime_ns) for path in source.rglob("*")) == before


@pytest.mark.parametrize(("beside", "counts"), [("main.class", True), ("lib/main.o", True), ("notes.txt", False)])
def test_what_is_newer_counts_where_a_build_may_take_it_for_done(source: Path, beside: str, counts: bool) -> None:
    write(source, {beside: "x"})
    fingerprints = []
    for older in (1, 3, 4):  # 4 is not newer than 3 was, fingerprints from the other file's 2
        os.utime(source / beside, ns=(older, older))
        os.utime(source / "main.py", ns=(2, 2))
        fingerprints.append(fingerprint(source))
    assert fingerprints[1] == fingerprints[2]
    assert (fingerprints[0] != fingerprints[1]) is counts
