"""What one student hands in costs nobody else of a download a grade, whatever system made it."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.course.ingest.exports import QUEENS, found, queens_course
from tests.course.ingest.taking_in.test_readable import as_another_user
from tests.support import write

DOWNLOADS = {
    "Canvas": "{student}_10{number}_7_{file}",
    "Moodle": "{student}_10{number}_assignsubmission_file_/{file}",
    "Moodle, flat": "{student}_10{number}_assignsubmission_file_{file}",
    "Blackboard": "PA2_{student}_attempt_2026-11-05-23-59-10_{file}",
    "Brightspace": "10{number}-330 - {student} - Nov 5, 2026 1159 PM/{file}",
    "Brightspace, flat": "10{number}-330 - {student} - Nov 5, 2026 1159 PM - {file}",
    "Gradescope": "submission_10{number}/{file}",
    "GitHub Classroom": "pa-2-{student}/{file}",
}
STUDENTS = ("ann", "bob", "cat")
METADATA = "submission_10{number}:\n  :submitters:\n  - :name: {student}\n"


def download(folder: Path, system: str) -> Path:
    """A download of three students; bob's place in it."""
    for number, student in enumerate(STUDENTS):
        write(folder, {DOWNLOADS[system].format(student=student, number=number, file="Queens.py"): QUEENS})
        if system.startswith("GitHub"):
            write(folder / f"pa-2-{student}" / ".git", {"HEAD": "ref: refs/heads/main\n"})
        if system.startswith("Blackboard"):
            write(folder, {f"PA2_{student}_attempt_2026-11-05-23-59-10.txt": f"Name: {student} ({student})\n"})
    if system.startswith("Gradescope"):
        lines = (METADATA.format(number=number, student=student) for number, student in enumerate(STUDENTS))
        write(folder, {"submission_metadata.yml": "".join(lines)})
    return folder / DOWNLOADS[system].format(student="bob", number=1, file="Queens.py")


def _bomb(queens: Path) -> None:
    queens.unlink()
    with zipfile.ZipFile(queens.with_name(queens.name.replace(".py", ".zip")), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../Queens.py", b"x")
        archive.writestr("Queens.py", bytes(1 << 20))


def _loop(queens: Path) -> None:
    queens.unlink()
    queens.symlink_to(queens.name)


def _pipe(queens: Path) -> None:
    queens.unlink()
    os.mkfifo(queens)


def _pipe_for_an_archive(queens: Path) -> None:
    queens.unlink()
    os.mkfifo(queens.with_name(queens.name.replace(".py", ".zip")))


def _locked_git(queens: Path) -> None:
    git = queens.parent / ".git"
    git.mkdir(exist_ok=True)
    git.chmod(0)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "a file that cannot be read": lambda queens: queens.chmod(0),
    "an archive that points outside": _bomb,
    "a link to itself": _loop,
    "a pipe": _pipe,
    "a pipe for an archive": _pipe_for_an_archive,
    "a .git that cannot be read": _locked_git,
}


@pytest.mark.parametrize("system", DOWNLOADS)
def test_a_hostile_hand_in_is_its_students_matter(system: str) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        assignments = queens_course(root, "cse30-pa2")
        for number, spoil in enumerate(HOSTILE.values()):
            spoil(download(root / f"{number}", system))
            (root / f"new-{number}").mkdir()
            (root / f"new-{number}").chmod(0o777)
        root.chmod(0o755)

        def check() -> None:
            for number, kind in enumerate(HOSTILE):
                submissions = found(root / f"{number}", assignments, root / f"new-{number}").submissions
                clear = {row.student for row in submissions if row.folder and not row.unclear}
                assert {"ann", "cat"} <= clear, kind
                if number == 0:
                    unclear = [row.unclear for row in submissions if row.student == "bob"]
                    assert [text.partition(" cannot be read: ")[2] for text in unclear] == ["Permission denied"]

        assert as_another_user(check) == 0
