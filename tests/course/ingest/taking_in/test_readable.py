"""What of one hand-in cannot be read costs nobody else a grade."""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from harness.course.ingest.finding.class_list import find_submissions, work_of
from harness.course.ingest.taking_in import copy_submission as copy_submission_module
from harness.judge.messages.translator import in_words
from harness.model.errors import UsageError
from harness.model.verdict import Verdict
from tests.course.ingest.exports import found, queens_course
from tests.support import ADDER, SUM, course, graded, loaded, write

FILES = SUM.replace(
    "cases:", "  files: {text: The file is there., points: 5}\nfiles: {required: [main.py], clause: files}\ncases:"
)

_NOBODY = 65534


def as_another_user(check: Callable[[], None]) -> int:
    """Run a check in a child that is not root; its exit status."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            check()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - nothing may leave this frame
            traceback.print_exc()
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("locked", ["bob", "bob/inner", "bob/Queens.java"])
def test_what_cannot_be_read_is_its_students_matter(locked: str) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        assignments = queens_course(root, "comp333-java")
        for student in ("ann", "bob", "cat"):
            write(root / "class" / student, {"Queens.java": "x"})
        write(root / "class" / "bob" / "inner", {"more.txt": "x"})
        (root / "new").mkdir()
        (root / "new").chmod(0o777)
        root.chmod(0o755)
        (root / "class" / locked).chmod(0)

        def check() -> None:
            submissions = found(root / "class", assignments, root / "new").submissions
            assert [row.student for row in submissions if row.folder and not row.unclear] == ["ann", "cat"]
            assert [row.unclear for row in submissions if row.student == "bob"] == [
                f"{locked} cannot be read: Permission denied"
            ]

        status = as_another_user(check)
        (root / "class" / locked).chmod(0o755)
    assert status == 0


@pytest.mark.parametrize("locked", ["bob/inner", "bob/Queens.java"])
def test_what_cannot_be_read_of_the_only_hand_in_needs_a_look(locked: str) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        assignments = queens_course(root, "comp333-java")
        write(root / "bob", {"Queens.java": "x", "inner/more.txt": "x"})
        root.chmod(0o755)
        (root / locked).chmod(0)

        def check() -> None:
            expected = [f"{locked} cannot be read: Permission denied"]
            rows = find_submissions([root / "bob"], assignments, root / "new").submissions
            assert [row.unclear for row in rows if row.folder] == expected
            assert [
                row.unclear for row in work_of("Bob", root / "bob", assignments["comp333-java"]).submissions
            ] == expected

        status = as_another_user(check)
        (root / locked).chmod(0o755)
    assert status == 0


@pytest.mark.parametrize("kind", ["a locked folder", "a pipe", "a locked archive"])
def test_a_path_that_cannot_be_read_is_a_line_and_beside_others_its_students_matter(kind: str) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        assignments = queens_course(root, "comp333-java")
        write(root / "ann", {"Queens.java": "x"})
        path = root / ("bob.zip" if kind == "a locked archive" else "bob")
        if kind == "a pipe":
            os.mkfifo(path)
        else:
            write(root, {"bob.zip": "x"} if kind == "a locked archive" else {"bob/Queens.java": "x"})
            path.chmod(0)
        (root / "new").mkdir()
        (root / "new").chmod(0o777)
        root.chmod(0o755)

        def check() -> None:
            with pytest.raises(UsageError) as error:
                find_submissions([path], assignments, root / "new" / "1")
            assert str(error.value).isprintable()
            if kind != "a pipe":
                rows = find_submissions([path, root / "ann"], assignments, root / "new" / "2").submissions
                assert [row.student for row in rows if row.folder and not row.unclear] == ["ann"]
                assert [row.student for row in rows if row.unclear] == ["bob"]

        status = as_another_user(check)
        path.chmod(0o755)
    assert status == 0


def test_an_error_while_a_file_is_copied_needs_a_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int, target: Path, **_: object) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(copy_submission_module, "copy_open_file", fail)
    folder = write(tmp_path / "ann", {"main.py": ADDER})
    (tmp_path / "target").mkdir()
    intake = copy_submission_module.copy_submission(folder, tmp_path / "target")
    assert (intake.files, list((tmp_path / "target").iterdir())) == ([], [])
    assert [in_words(note) for note in intake.notes] == ["main.py was left out: it cannot be read (Input/output error)"]
    grade = graded(loaded(course(tmp_path / "course", FILES)), folder)
    assert {case.verdict for case in grade.cases} == {Verdict.NR}


def test_a_full_disk_is_not_the_students_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(copy_submission_module, "copy_open_file", fail)
    with pytest.raises(OSError, match="No space left"):
        copy_submission_module.copy_submission(write(tmp_path / "ann", {"main.py": ADDER}), tmp_path)


def test_names_too_long_together_need_a_look(tmp_path: Path) -> None:
    folder = write(tmp_path / "ann", {"main.py": ADDER})
    place = os.open(folder, os.O_RDONLY)
    for _ in range(14):
        os.mkdir("x" * 250, dir_fd=place)
        place = os.open("x" * 250, os.O_RDONLY, dir_fd=place)
    os.close(os.open("deep.py", os.O_WRONLY | os.O_CREAT, dir_fd=place))
    grade = graded(loaded(course(tmp_path / "course", FILES)), folder)
    assert {case.verdict for case in grade.cases} == {Verdict.NR}
