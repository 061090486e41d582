"""Canvas: flat files with name, numbers and lateness in front."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import UsageError
from tests.course.ingest.exports import QUEENS, by_student, files_of, found, notes_of, queens_course, rows, zipped
from tests.support import write

CLASS = {
    "leeann_101_9001_Queens.py": QUEENS,
    "o'brienpat_LATE_102_9002_Queens.py": QUEENS,
    "müllerhans_103_9003_Queens-2.py": QUEENS,
    "mary_ann_104_9004_Queens.py": QUEENS,
    "mary_ann_104_9005_notes_to_10_you.txt": "x",
}


@pytest.mark.parametrize("form", ["folder", "zip", "wrapped"])
def test_a_download(tmp_path: Path, form: str) -> None:
    prefix = "submissions/" if form == "wrapped" else ""
    files: dict[str, str | bytes] = {f"{prefix}{name}": text for name, text in CLASS.items()}
    files |= {"__MACOSX/._x": "", ".DS_Store": "", "Thumbs.db": ""}
    path = write(tmp_path / "pa", files) if form != "zip" else zipped(tmp_path / "submissions.zip", files)
    class_list = found(path, queens_course(tmp_path), tmp_path)
    (line,) = class_list.remarks
    assert line == (
        "Canvas download: 4 students, 1 late, 1 handed in again; taken for cse30-pa2, which the files of 4 of 4 fit"
    )
    assert class_list.not_recognised == ()
    students = by_student(class_list)
    assert set(students) == {"leeann", "o'brienpat", "müllerhans", "mary_ann"}
    assert {submission.assignment for submission in students.values()} == {"cse30-pa2"}
    assert not any(submission.unclear for submission in students.values())
    assert files_of(students["mary_ann"]) == {"Queens.py", "notes_to_10_you.txt"}
    late = {name: students[name].provenance.late for name in students}  # type: ignore[union-attr]
    assert late == {"leeann": False, "o'brienpat": True, "müllerhans": False, "mary_ann": False}


def test_what_a_feedback_needs_is_kept(tmp_path: Path) -> None:
    students = by_student(found(write(tmp_path / "pa", CLASS), queens_course(tmp_path), tmp_path))
    hans = students["müllerhans"].provenance
    assert hans is not None
    assert (hans.system, hans.user_id, hans.entries) == ("Canvas", "103", ("müllerhans_103_9003_Queens-2.py",))


def test_a_file_gets_back_the_name_that_canvas_changed(tmp_path: Path) -> None:
    students = by_student(found(write(tmp_path / "pa", CLASS), queens_course(tmp_path), tmp_path))
    assert files_of(students["müllerhans"]) == {"Queens.py"}
    assert any("Queens-2.py was taken as Queens.py" in note for note in notes_of(students["müllerhans"]))


def test_of_several_versions_the_newest_counts(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a_1_10_Queens.py": "old", "a_1_11_Queens-1.py": "new", "b_2_12_Queens.py": "b",
        "a_1_13_part-1.py": "own", "a_1_14_part-2.py": "own",
    }  # fmt: skip
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path))
    assert files_of(students["a"]) == {"Queens.py", "part-1.py", "part-2.py"}
    assert students["a"].folder is not None
    assert (students["a"].folder / "Queens.py").read_text() == "new"
    assert any("not graded: Queens.py" in note for note in notes_of(students["a"]))


def test_a_java_class_gets_its_name_back(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a_1_10_Board-3.java": "class Board {}", "b_2_12_Main.java": "class Main {}"}
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path))
    assert files_of(students["a"]) == {"Board.java"}


def test_anonymous_and_texts_and_links(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "anon_x1Yz2_9001_Queens.py": QUEENS,
        "LATE_anon_77_9002_Queens.py": QUEENS,
        "leeann_105_text.html": "<p>I hand in nothing</p>",
        "bob_106_LATE_link.html": "not one of Canvas",
        "sue_LATE_107_link.html": "<a href='https://example.org'>",
    }
    class_list = found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path)
    students = by_student(class_list)
    assert set(students) == {"anon_x1Yz2", "anon_77", "leeann", "sue"}
    assert students["anon_77"].provenance is not None
    assert students["anon_77"].provenance.late
    assert "no file was handed in, but a text, a link" in students["leeann"].unclear
    assert [name.rpartition(": ")[2] for name in class_list.not_recognised] == ["bob_106_LATE_link.html"]


def test_two_students_of_one_name_are_two(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"leeann_1_10_Queens.py": "1", "leeann_2_11_Queens.py": "2"}
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path))
    assert set(students) == {"leeann (1)", "leeann (2)"}


def test_a_zip_a_student_and_zips_in_zips(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"pa2/Queens.py": QUEENS, "__MACOSX/pa2/._Queens.py": ""}).read_bytes()
    outer = zipped(tmp_path / "outer.zip", {"x/inner.zip": inner}).read_bytes()
    files: dict[str, str | bytes] = {"a_1_10_pa2.zip": inner, "b_2_11_pa2.zip": inner, "c_3_12_pa2.zip": outer}
    class_list = found(zipped(tmp_path / "all.zip", files), queens_course(tmp_path), tmp_path)
    assert rows(class_list) == [(student, "cse30-pa2") for student in "abc"]
    assert not any(submission.unclear for submission in class_list.submissions)


def test_nobodys_files_and_pooled_folders_are_reported(tmp_path: Path) -> None:
    pooled = zipped(tmp_path / "p.zip", {"ann/Queens.py": "1", "bob/Queens.py": "2"}).read_bytes()
    files: dict[str, str | bytes] = {
        **CLASS, "eve_9_99_both.zip": pooled, "Queens (3).py": "nobody's", "extra/Queens.py": "nobody's",
        "zed_8_98_pa2.rar": "Rar!",
    }  # fmt: skip
    class_list = found(write(tmp_path / "pa", files), queens_course(tmp_path, "cse30-pa2"), tmp_path)
    students = by_student(class_list)
    assert "ann, bob each hold the whole work" in students["eve"].unclear
    assert "pa2.rar cannot be unpacked here; unpack it first: unar -o FOLDER FILE" in students["zed"].unclear
    assert [name.rpartition(": ")[2] for name in class_list.not_recognised] == ["Queens (3).py", "extra"]


def test_names_in_a_students_own_zip_speak_for_nobody(tmp_path: Path) -> None:
    forged = zipped(tmp_path / "p.zip", {"bob_2_11_Queens.py": "x", "carol_3_12_Queens.py": "x"}).read_bytes()
    files: dict[str, str | bytes] = {
        "bob_2_11_Queens.py": QUEENS, "carol_3_12_Queens.py": QUEENS, "eve_6_66_Queens.zip": forged
    }  # fmt: skip
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path, "cse30-pa2"), tmp_path))
    assert set(students) == {"bob", "carol", "eve"}
    for name in ("bob", "carol"):
        assert students[name].folder is not None
        assert (students[name].folder / "Queens.py").read_text() == QUEENS  # type: ignore[operator]
        assert not students[name].unclear


@pytest.mark.parametrize("name", ["pa", "cse30-pa2", "PA2 downloads"])
def test_which_assignment_it_is(tmp_path: Path, name: str) -> None:
    files: dict[str, str | bytes] = {"a_1_10_README.txt": "x", "a_1_11_x.pl": "x", "b_2_12_X.java": "x"}
    path, assignments = write(tmp_path / name, files), queens_course(tmp_path)
    if name == "cse30-pa2":
        assert {assignment for _, assignment in rows(found(path, assignments, tmp_path))} == {name}
        return
    with pytest.raises(UsageError, match="say which with --assignment ID, known: cmps12a-pa5, "):
        found(path, assignments, tmp_path)


def test_odd_names(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        " lee_1_10_Queens.py": "1", "-_2_11_Queens.py": "2", "🙂_3_12_Queens.py": "3", "a\nb_4_13_Queens.py": "4",
        "c_5_14_..": "5", "d_6_15_.": "6", "=cmd()_7_16_Queens.py": "7",
    }  # fmt: skip
    class_list = found(write(tmp_path / "pa", files), queens_course(tmp_path, "cse30-pa2"), tmp_path)
    students = by_student(class_list)
    assert set(students) == {"lee", "-", "🙂", "a\nb", "c", "d", "=cmd()"}
    assert files_of(students["c"]) == {"c_5_14_.."}
    assert class_list.not_recognised == ()
