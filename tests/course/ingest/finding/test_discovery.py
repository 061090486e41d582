"""Every layout in which submissions come."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest

from harness.course.assignments import load_course
from harness.course.ingest.finding.discovery import read_path
from harness.course.ingest.finding.named_path import Layout, open_path
from harness.course.ingest.submission import Discovered
from harness.model.errors import UsageError
from harness.spec.format.assignment import Course
from tests.support import SUM, course, write

REQUIRED = {
    "alpha": "[main.py, notes.txt]",
    "beta": '["*.pl"]',
    "gamma": '["*.java", report.txt]',
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    for name, required in REQUIRED.items():
        course(folder, f"{SUM}files: {{required: {required}}}\n", name=name)
    return folder


@pytest.fixture
def assignments(root: Path) -> Course:
    return load_course(root / "specs")


def discover(
    path: Path, course: Course, unpacked: Path, layout: Layout | None = None, *, alone: bool = True
) -> Discovered:
    """All submissions that a path stands for; ``unpacked``: an empty folder."""
    return read_path(open_path(path, course, unpacked, layout), course, layout, alone=alone)


def discovered(path: Path, assignments: Course, tmp_path: Path) -> list[tuple[str, str, str | None]]:
    """Student, assignment, and the folder below the one that was named."""
    unpacked = tmp_path / "unpacked"
    return [
        (submission.student, submission.assignment, None if submission.folder is None else submission.folder.name)
        for submission in discover(path, assignments, unpacked).submissions
    ]


def hand_in(root: Path, student: str, *names: str) -> Path:
    for name in names:
        write(root / "submissions" / student / name, {"main.py": ""})
    return root / "submissions" / student


def test_a_student_with_a_folder_an_assignment(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = hand_in(root, "ann", "alpha", "beta", "gamma")
    assert discovered(path, assignments, tmp_path) == [("ann", name, name) for name in REQUIRED]


def test_what_a_student_did_not_hand_in_is_there_without_a_folder(
    root: Path, assignments: Course, tmp_path: Path
) -> None:
    path = hand_in(root, "ann", "beta")
    assert discovered(path, assignments, tmp_path) == [
        ("ann", "alpha", None),
        ("ann", "beta", "beta"),
        ("ann", "gamma", None),
    ]


def test_folders_of_assignments_that_are_not_graded_now_are_no_students(root: Path, tmp_path: Path) -> None:
    path = hand_in(root, "ann", "alpha", "gamma")
    chosen = load_course(root / "specs", ["beta"])
    assert discovered(path, chosen, tmp_path) == [("ann", "beta", None)]
    assert discovered(path.parent, chosen, tmp_path) == [("ann", "beta", None)]


def test_one_assignment_of_a_student(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = hand_in(root, "ann", "alpha", "beta")
    assert discovered(path / "beta", assignments, tmp_path) == [("ann", "beta", "beta")]


def test_a_folder_of_students(root: Path, assignments: Course, tmp_path: Path) -> None:
    hand_in(root, "ann", "alpha", "beta", "gamma")
    path = hand_in(root, "bob", "beta").parent
    (path / "empty").mkdir()
    assert discovered(path, assignments, tmp_path) == [
        *(("ann", name, name) for name in REQUIRED),
        ("bob", "alpha", None),
        ("bob", "beta", "beta"),
        ("bob", "gamma", None),
        *(("empty", name, None) for name in REQUIRED),
    ]


def test_folders_with_a_dot_or_underscore_in_front_and_links_are_no_students(
    root: Path, assignments: Course, tmp_path: Path
) -> None:
    path = hand_in(root, "ann", "alpha").parent
    hand_in(root, ".git", "alpha")
    hand_in(root, "__MACOSX", "alpha")
    (path / "link").symlink_to(path / "ann")
    assert {student for student, _, _ in discovered(path, assignments, tmp_path)} == {"ann"}


def test_a_student_who_is_a_link_is_not_left_out_without_a_word(tmp_path: Path, assignments: Course) -> None:
    path = write(tmp_path / "class", {"ann/alpha/main.py": "", "ann/alpha/notes.txt": ""})
    elsewhere = write(tmp_path / "elsewhere", {"bob/alpha/main.py": "", "papers/x.txt": ""})
    (path / "papers").symlink_to(elsewhere / "papers")
    assert len(discover(path, assignments, tmp_path / "unpacked").submissions) == len(assignments)
    (path / "bob").symlink_to(elsewhere / "bob")
    with pytest.raises(UsageError, match="class/bob: links are not followed; put the folder itself there"):
        discover(path, assignments, tmp_path / "unpacked")


def test_a_student_named_like_nothing_in_particular_in_flat_folders(
    root: Path, assignments: Course, tmp_path: Path
) -> None:
    write(root / "all" / "ann", {"main.py": "", "notes.txt": ""})
    write(root / "all" / "bob", {"queens.pl": ":- x."})
    assert discovered(root / "all", assignments, tmp_path) == [("ann", "alpha", "ann"), ("bob", "beta", "bob")]


def test_the_reference_has_one_folder_an_implementation(root: Path, assignments: Course, tmp_path: Path) -> None:
    write(root / "reference" / "alpha" / "plain", {"main.py": ""})
    write(root / "reference" / "alpha" / "fancy", {"main.py": ""})
    write(root / "reference" / "beta" / "plain", {"a.pl": ""})
    every = [("fancy", "alpha", "fancy"), ("plain", "alpha", "plain"), ("plain", "beta", "plain")]
    assert discovered(root / "reference", assignments, tmp_path) == every
    assert discovered(root / "reference" / "alpha", assignments, tmp_path) == every[:2]
    assert discovered(root / "reference" / "beta" / "plain", assignments, tmp_path) == every[2:]


@pytest.mark.parametrize(
    ("files", "assignment"),
    [
        (["main.py", "notes.txt"], "alpha"),
        (["main.py"], "alpha"),
        (["x.pl"], "beta"),
        (["X.java", "report.txt"], "gamma"),
        (["X.java"], "gamma"),
        (["main.py", "notes.txt", "x.pl"], "alpha"),  # a source that is named in full beats a pattern
    ],
)
def test_a_flat_folder_is_recognised_by_the_files_that_are_required(
    root: Path, assignments: Course, tmp_path: Path, files: list[str], assignment: str
) -> None:
    path = write(root / "dropbox" / "ann", dict.fromkeys(files, ""))
    assert discovered(path, assignments, tmp_path) == [("ann", assignment, "ann")]


def test_a_flat_folder_that_could_be_two_assignments(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = write(root / "dropbox" / "ann", {"x.pl": "", "X.java": "", "report.txt": ""})
    with pytest.raises(UsageError) as error:
        discovered(path, assignments, tmp_path)
    assert str(error.value) == f"{path}: this could be beta or gamma; say which with --assignment ID"


def test_with_one_assignment_any_folder_with_files_is_one(root: Path, tmp_path: Path) -> None:
    path = write(root / "dropbox" / "ann", {"whatever.txt": ""})
    assert discovered(path, load_course(root / "specs", ["beta"]), tmp_path) == [("ann", "beta", "ann")]


def test_a_folder_in_which_nothing_belongs_to_an_assignment(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = write(root / "dropbox" / "ann", {"whatever.txt": ""})
    with pytest.raises(UsageError) as error:
        discovered(path, assignments, tmp_path)
    assert str(error.value).startswith(
        f"{path}: nothing here belongs to an assignment; expected folders named alpha, beta"
    )


@pytest.mark.parametrize("name", ["none", "none.zip"])
def test_a_path_that_is_not_there(root: Path, assignments: Course, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError) as error:
        discovered(root / name, assignments, tmp_path)
    assert str(error.value) == f"{root / name}: no such file or folder"


def test_a_file_that_is_no_archive(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = write(root, {"main.txt": ""}) / "main.txt"
    with pytest.raises(UsageError, match="neither a folder nor a source file nor an archive"):
        discovered(path, assignments, tmp_path)


@pytest.mark.parametrize(("name", "unpacker"), [("class.rar", "unar -o"), ("class.7Z", "7z x")])
def test_an_archive_that_is_not_read_is_reported_with_what_unpacks_it(
    root: Path, assignments: Course, tmp_path: Path, name: str, unpacker: str
) -> None:
    path = write(root, {name: ""}) / name
    with pytest.raises(UsageError, match=f"not read; unpack it and name the folder: {unpacker}"):
        discovered(path, assignments, tmp_path)


def zipped(path: Path, names: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return path


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["main.py", "notes.txt"], [("ann", "alpha")]),
        (["hand-in/main.py", "hand-in/notes.txt"], [("ann", "alpha")]),
        (["hand-in/main.py", "hand-in/notes.txt", "__MACOSX/hand-in/._main.py"], [("ann", "alpha")]),
        (["beta/x.pl"], [("ann", "alpha"), ("ann", "beta"), ("ann", "gamma")]),
        (["bob/beta/x.pl", "cat/alpha/main.py"], [(student, name) for student in ("bob", "cat") for name in REQUIRED]),
    ],
    ids=["flat", "one-folder", "made-by-macos", "a-student", "a-class"],
)
def test_an_archive_of_any_of_these(
    assignments: Course, tmp_path: Path, names: list[str], expected: list[tuple[str, str]]
) -> None:
    path = zipped(tmp_path / "ann.zip", names)
    assert sorted((student, name) for student, name, _ in discovered(path, assignments, tmp_path)) == sorted(expected)


def test_a_tar_is_unpacked_where_it_was_said_and_nowhere_else(assignments: Course, tmp_path: Path) -> None:
    path = tmp_path / "ann.tar.gz"
    source = write(tmp_path / "source", {"x.pl": "queens."}) / "x.pl"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(source, "x.pl")
    (submission,) = discover(path, assignments, tmp_path / "unpacked").submissions
    assert (submission.student, submission.assignment) == ("ann", "beta")
    assert submission.folder is not None
    assert submission.folder.is_relative_to(tmp_path / "unpacked")
    assert (submission.folder / "x.pl").read_text(encoding="utf-8") == "queens."


def test_a_submission_that_is_all_in_folders_of_its_own_is_still_one_submission(
    root: Path, assignments: Course, tmp_path: Path
) -> None:
    write(root / "submissions" / "ann" / "gamma", {"src/edu/X.java": "", "doc/report.txt": ""})
    rows = discovered(root / "submissions" / "ann", assignments, tmp_path)
    assert rows == [("ann", "alpha", None), ("ann", "beta", None), ("ann", "gamma", "gamma")]


@pytest.mark.parametrize("below", ["alpha", "."])
def test_an_assignment_of_many_students_where_the_user_says_so(
    root: Path, assignments: Course, tmp_path: Path, below: str
) -> None:
    for student in ("ann", "bob"):
        write(root / "downloads" / "alpha" / student, {"main.py": "", "sub/x": ""})
    path = root / "downloads" / below
    with pytest.raises(UsageError) as error:
        discover(path, assignments, tmp_path / "unpacked")
    assert str(error.value).startswith(f"{path}: alpha holds several folders, such as ann: is each a student's?")
    assert "--layout assignment/student" in str(error.value)
    found = discover(path, assignments, tmp_path / "unpacked", "assignment/student").submissions
    assert [(entry.student, entry.assignment) for entry in found] == [("ann", "alpha"), ("bob", "alpha")]
    found = discover(path, assignments, tmp_path / "unpacked", "student/assignment").submissions
    assert [(entry.student, entry.folder) for entry in found if entry.folder] == [
        ("downloads", root / "downloads" / "alpha")
    ]


@pytest.mark.parametrize("inside", ["alpha", "alpha/alpha", "reference/alpha", "alpha/reference/alpha"])
def test_what_a_student_calls_folders_makes_nobody_else_a_student(
    root: Path, assignments: Course, tmp_path: Path, inside: str
) -> None:
    hand_in(root, "zoe", "alpha", "beta", "gamma")
    expected = [("zoe", name, name) for name in REQUIRED]
    path = hand_in(root, "eve", "beta").parent
    for victim in ("zoe", "carol"):
        write(path / "eve" / inside / victim, {"main.py": "", "notes.txt": ""})
    found = discovered(path, assignments, tmp_path)
    assert [row for row in found if row[0] == "zoe"] == expected
    assert {student for student, _, _ in found} == {"eve", "zoe"}
    assert len(found) == len(set(found)) == 2 * len(REQUIRED)


def test_a_folder_of_eves_beside_others_costs_eve_alone(root: Path, assignments: Course, tmp_path: Path) -> None:
    for victim in ("zoe", "carol"):
        write(root / "submissions" / "eve" / "alpha" / victim, {"main.py": "", "notes.txt": ""})
    path = root / "submissions" / "eve"
    with pytest.raises(UsageError, match="--layout student/assignment"):
        discover(path, assignments, tmp_path / "unpacked")
    found = discover(path, assignments, tmp_path / "unpacked", alone=False).submissions
    assert [(entry.student, entry.assignment, bool(entry.unclear)) for entry in found] == [
        ("eve", "alpha", True),
        ("eve", "beta", False),
        ("eve", "gamma", False),
    ]


def test_nothing_that_belongs_here_is_handed_in_by_one_of_several(assignments: Course, tmp_path: Path) -> None:
    path = write(tmp_path / "dave", {"holiday.jpg": ""})
    found = discover(path, assignments, tmp_path / "unpacked", alone=False).submissions
    assert [(entry.student, entry.assignment, entry.folder) for entry in found] == [
        ("dave", name, None) for name in REQUIRED
    ]


def test_a_student_whose_files_fit_two_assignments_costs_nobody_else_anything(
    root: Path, assignments: Course, tmp_path: Path
) -> None:
    write(root / "all" / "ann", {"main.py": "", "notes.txt": ""})
    write(root / "all" / "bob", {"x.pl": "", "X.java": "", "report.txt": ""})
    found = discover(root / "all", assignments, tmp_path / "unpacked").submissions
    assert [(entry.student, entry.assignment, entry.unclear) for entry in found] == [
        ("ann", "alpha", ""),
        ("bob", "beta", "this could be beta or gamma"),
        ("bob", "gamma", "this could be beta or gamma"),
    ]


def test_students_and_assignments_side_by_side_are_not_pooled(root: Path, assignments: Course, tmp_path: Path) -> None:
    path = hand_in(root, "ann", "alpha").parent
    write(path / "alpha", {"main.py": ""})
    with pytest.raises(
        UsageError, match="folders of students \\(ann\\) and of assignments \\(alpha\\) lie side by side"
    ):
        discover(path, assignments, tmp_path / "unpacked")


def test_the_chosen_assignments_must_be_there(root: Path) -> None:
    with pytest.raises(UsageError) as error:
        load_course(root / "specs", ["alhpa"])
    message = f'there is no assignment "alhpa" in {root}/specs; did you mean "alpha"?; known: alpha, beta, gamma'
    assert str(error.value) == message


def test_a_language_that_there_is_none_of(tmp_path: Path) -> None:
    root = course(tmp_path, SUM.replace("language: python", "language: pyhton"))
    with pytest.raises(UsageError) as error:
        load_course(root / "specs")
    assert 'there is no language "pyhton"; did you mean "python"?' in str(error.value)


def test_the_problems_of_all_specs_are_reported(tmp_path: Path) -> None:
    course(tmp_path, SUM.replace("title", "titel"), name="one")
    course(tmp_path, SUM.replace("cases", "casse"), name="two")
    with pytest.raises(UsageError) as error:
        load_course(tmp_path / "specs")
    assert [line.split(":")[0].split("/")[-2] for line in str(error.value).splitlines()] == ["one", "two"]
