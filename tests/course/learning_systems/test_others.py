"""Blackboard, Brightspace, Gradescope and GitHub Classroom."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.model.errors import UsageError
from tests.course.ingest.exports import QUEENS, by_student, files_of, found, notes_of, queens_course, zipped
from tests.support import write


def blackboard(login: str, name: str, time: str, *files: str) -> dict[str, str | bytes]:
    """One attempt: its files and the text that Blackboard writes beside them."""
    head = f"PA2_{login}_attempt_{time}"
    text = f"Name: {name} ({login})\nAssignment: PA2\nDate Submitted: today\n\nComments:\nName: Eve (eve)\n"
    return {f"{head}.txt": text, **{f"{head}_{file}": f"{time} {file}" for file in files}}


def test_blackboard(tmp_path: Path) -> None:
    files = {
        **blackboard("ann_lee", "Ann Lee", "2026-11-05-23-59-10", "Queens.py"),
        **blackboard("ann_lee", "Ann Lee", "2026-11-06-00-10-00", "Queens.py", "my notes_attempt_1.txt"),
        **blackboard("bob", "Bob O'Day", "2026-11-05-08-00-00", "Queens.py"),
        **blackboard("carl", "Carl Weiß", "2026-11-05-08-00-00"),
    }
    class_list = found(zipped(tmp_path / "gradebook.zip", files), queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith("Blackboard download: 3 students, 1 handed in again; ")
    students = by_student(class_list)
    assert set(students) == {"Ann Lee", "Bob O'Day", "Carl Weiß"}
    assert files_of(students["Ann Lee"]) == {"Queens.py", "my notes_attempt_1.txt"}
    assert (students["Ann Lee"].folder / "Queens.py").read_text() == "2026-11-06-00-10-00 Queens.py"  # type: ignore[operator]
    provenance = students["Ann Lee"].provenance
    assert provenance is not None
    assert (provenance.user_id, provenance.submitted) == ("ann_lee", "2026-11-06T00:10:00")
    assert "no file was handed in" in students["Carl Weiß"].unclear


def test_blackboard_without_its_texts(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "PA2_ann_attempt_2026-11-05-23-59-10_Queens.py": QUEENS,
        "PA2_bob_attempt_2026-11-05-23-59-10_Queens.py": QUEENS,
    }
    assert set(by_student(found(write(tmp_path / "x", files), queens_course(tmp_path), tmp_path))) == {"ann", "bob"}


def test_brightspace(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "index.html": "<html>",
        "20101-330 - Ann Lee - Nov 5, 2026 1159 PM/Queens.py": "old",
        "20101-330 - Ann Lee - Nov 6, 2026 905 AM/Queens.py": "new",
        "20102-330 - Pat O'Brien - Weiß - Nov 5, 2026 1200 AM/Queens.py": QUEENS,
        "20103-330 - Ann Lee - Nov 5, 2026 100 PM/pa2/Queens.py": QUEENS,
    }
    class_list = found(zipped(tmp_path / "PA2.zip", files), queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith("Brightspace download: 3 students, 1 handed in again; ")
    assert class_list.not_recognised == ()
    students = by_student(class_list)
    assert set(students) == {"Ann Lee (20101)", "Ann Lee (20103)", "Pat O'Brien - Weiß"}
    newest = students["Ann Lee (20101)"]
    assert newest.folder is not None
    assert (newest.folder / "Queens.py").read_text() == "new"
    times = {name: submission.provenance.submitted for name, submission in students.items() if submission.provenance}
    assert times == {
        "Ann Lee (20101)": "2026-11-06T09:05:00",
        "Ann Lee (20103)": "2026-11-05T13:00:00",
        "Pat O'Brien - Weiß": "2026-11-05T00:00:00",
    }


METADATA = """\
---
submission_11:
  :submitters:
  - :name: Ann Lee
    :sid: s1
    :email: ann@example.org
  - :name: "Björn Ødegård"
    :sid:
    :email: bjorn@example.org
  :created_at: 2026-11-05 23:59:10.123456000 Z
  :score: 3.0
submission_12:
  :submitters:
  - :name: Ann Lee
    :sid: s1
    :email: ann@example.org
  :created_at: 2026-11-06 08:00:00.000000000 -05:00
submission_13:
  :submitters:
  - :name: Cy Doe
    :sid: s3
    :email: cy@example.org
  - :name: Di Doe
    :sid: s4
    :email: di@example.org
  :created_at: 2026-11-04 10:00:00.0 Z
"""


def test_gradescope_groups_and_who_handed_in_again_alone(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "assignment_7_export/submission_metadata.yml": METADATA,
        **{f"assignment_7_export/submission_{number}/Queens.py": str(number) for number in (11, 12, 13, 14)},
        "assignment_7_export/submission_13/submission_metadata.yml": METADATA.replace("Cy Doe", "Eve"),
    }
    class_list = found(zipped(tmp_path / "export.zip", files), queens_course(tmp_path), tmp_path)
    students = by_student(class_list)
    content = {name: (submission.folder / "Queens.py").read_text() for name, submission in students.items()}  # type: ignore[operator]
    assert content == {"Ann Lee": "12", "Björn Ødegård": "11", "Cy Doe": "13", "Di Doe": "13"}
    assert students["Cy Doe"].folder == students["Di Doe"].folder
    assert [name.rpartition(": ")[2] for name in class_list.not_recognised] == ["submission_14"]
    ann = students["Ann Lee"].provenance
    assert ann is not None
    assert (ann.user_id, ann.email, ann.submitted) == ("s1", "ann@example.org", "2026-11-06T08:00:00-05:00")
    assert not ann.claimed


@pytest.mark.parametrize(
    "metadata",
    ["a: [", "- x", "x: &a [1]\ny: *a\n", "a: " + "[" * 5000, "submission_1: !!python/object:os.system {}\n: ["],
    ids=["broken", "a-list", "aliases", "deep", "objects"],
)
def test_metadata_that_is_none(tmp_path: Path, metadata: str) -> None:
    path = write(tmp_path / "x", {"submission_metadata.yml": metadata, "submission_1/Queens.py": QUEENS})
    with pytest.raises(UsageError, match=r"submission_metadata\.yml"):
        found(path, queens_course(tmp_path), tmp_path)


OWN_METADATA = METADATA + "ann:\n  :submitters:\n  - :name: Zoe\n"


@pytest.mark.parametrize(
    "files",
    [
        {"Queens.py": QUEENS, "submission_metadata.yml": METADATA, "submission_11/Queens.py": "other"},
        {"cse30-pa2/Queens.py": QUEENS, "submission_metadata.yml": METADATA, "submission_11/Queens.py": "other"},
        {"cse30-pa2/Queens.py": QUEENS, "submission_metadata.yml": OWN_METADATA, "submission_11/Queens.py": "other"},
        {"Queens.py": QUEENS, "submission_metadata.yml": "a: ["},
        {"cse30-pa2/Queens.py": QUEENS, "cse30-pa2/submission_metadata.yml": METADATA},
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_metadata_in_a_students_own_folder_speaks_for_nobody(
    tmp_path: Path, files: dict[str, str | bytes], packed: bool
) -> None:
    folder = write(tmp_path / "eve", {}) if packed else write(tmp_path / "eve", files)
    path = zipped(tmp_path / "eve.zip", files) if packed else folder
    students = by_student(found(path, queens_course(tmp_path), tmp_path))
    assert set(students) == {"eve"}
    assert students["eve"].folder is not None
    assert (students["eve"].folder / "Queens.py").read_text() == QUEENS


def test_a_submission_of_a_download_is_no_download(tmp_path: Path) -> None:
    export = write(tmp_path / "assignment_7_export", {"submission_metadata.yml": METADATA})
    for number in (11, 12):
        write(export / f"submission_{number}", {"submission_metadata.yml": METADATA, "submission_13/Queens.py": QUEENS})
    alone = by_student(found(export / "submission_11", queens_course(tmp_path), tmp_path))
    assert not {row.provenance for row in alone.values()} - {None}
    whole = found(export, queens_course(tmp_path, "cse30-pa2"), tmp_path / "2")
    assert set(by_student(whole)) == {"Ann Lee", "Björn Ødegård"}


def clone(folder: Path, text: str, when: str, *, packed: bool) -> None:
    """A repository with one commit."""
    write(folder, {"Queens.py": text})
    identity = {"NAME": "x", "EMAIL": "x@example.org", "DATE": when}
    environment = {f"GIT_{who}_{key}": value for who in ("AUTHOR", "COMMITTER") for key, value in identity.items()}
    environment |= {"PATH": os.environ["PATH"], "HOME": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    commands = [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all\n\ncommitter x <x> 1 +0000"]]
    for words in [*commands, *([["gc", "-q"], ["pack-refs", "--all"]] if packed else [])]:
        subprocess.run(["git", *words], cwd=folder, env=environment, check=True)


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
@pytest.mark.parametrize("above", ["pa-2-submissions", "clones"])
def test_github_classroom(tmp_path: Path, above: str, *, packed: bool) -> None:
    for login, when in (("ann-lee", "2026-11-05T10:00:00+01:00"), ("octo-cat", "2026-11-05T23:30:00-05:00")):
        clone(tmp_path / above / f"pa-2-{login}", QUEENS, when, packed=packed)
    class_list = found(tmp_path / above, queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith("GitHub Classroom download: 2 students")
    students = by_student(class_list)
    assert set(students) == {"ann-lee", "octo-cat"}
    provenance = students["octo-cat"].provenance
    assert provenance is not None
    assert (provenance.submitted, provenance.claimed) == ("2026-11-05T23:30:00-05:00", True)
    assert any("the student's own claim" in note for note in notes_of(students["octo-cat"]))


@pytest.mark.parametrize("above", ["cs-pa-2_submissions_2026_11_06_T_08_00_00", "there"])
def test_classroom_50(tmp_path: Path, above: str) -> None:
    for login in ("ann-lee", "octo-cat"):
        clone(tmp_path / above / f"cs-pa-2-{login}", QUEENS, "2026-11-05T10:00:00+01:00", packed=False)
    write(tmp_path / above, {"scores.csv": "owner,score\nann-lee,3\n"})
    class_list = found(tmp_path / above, queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith("Classroom 50 download: 2 students")
    students = by_student(class_list)
    assert set(students) == {"ann-lee", "octo-cat"}
    assert any("the student's own claim" in note for note in notes_of(students["octo-cat"]))
    assert not any("scores.csv" in remark for remark in class_list.remarks)


@pytest.mark.parametrize(
    "files",
    [
        {"HEAD": "ref: refs/../../../etc/passwd"},
        {"HEAD": "f" * 40},
        {"HEAD": "f" * 40, f"objects/ff/{'f' * 38}": b"x\x9c broken"},
        {"HEAD": "f" * 40, "objects/pack/pack-1.idx": b"\xfftOc\0\0\0\2" + b"\xff" * 1024},
    ],
)
def test_a_damaged_or_hostile_repository_has_no_time(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    for login in ("ann", "bob"):
        write(tmp_path / "c" / f"pa2-{login}", {"Queens.py": QUEENS})
        write(tmp_path / "c" / f"pa2-{login}" / ".git", files)
    students = by_student(found(tmp_path / "c", queens_course(tmp_path), tmp_path))
    assert {submission.provenance.submitted for submission in students.values() if submission.provenance} == {""}
