"""An entry of a class's archive that must not be unpacked costs its student alone; nothing is written outside."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from harness.model.errors import UsageError
from tests.course.ingest.exports import QUEENS, by_student, found, queens_course

LINK = "link"
UNSAFE = [
    ("ann/../../out", ""),
    ("ann/../../../bob/Queens.py", ""),
    ("ann/Queens.py", LINK),
    ("ann/deep/x", LINK),
    ("ann/a\x1b[31m.py", ""),
    ("ann/" + "a/" * 101 + "b", ""),
    ("ann/" + "n" * 300, ""),
    ("ann/sub/x/y", "twice"),
]


def class_zip(path: Path, *unsafe: tuple[str, str], prefix: str = "", ann: str = "ann/main.py") -> Path:
    with zipfile.ZipFile(path, "w") as packed:
        for name in (ann, "bob/Queens.py", "cat/Queens.py"):
            packed.writestr(zipfile.ZipInfo(prefix + name), QUEENS)
        for name, kind in unsafe:
            info = zipfile.ZipInfo(prefix + name)
            info.external_attr = (stat.S_IFLNK | 0o777 if kind == LINK else stat.S_IFREG | 0o644) << 16
            packed.writestr(info, "/etc/hostname")
            if kind == "twice":
                packed.writestr(zipfile.ZipInfo(prefix + name), "again")
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("prefix", ["", "monday/"])
@pytest.mark.parametrize("unsafe", UNSAFE)
def test_it_costs_its_student_alone(tmp_path: Path, unsafe: tuple[str, str], prefix: str) -> None:
    path = class_zip(tmp_path / "class.zip", unsafe, prefix=prefix)
    before = set(tmp_path.iterdir())
    students = by_student(found(path, queens_course(tmp_path), tmp_path))
    assert {name: bool(row.unclear) for name, row in students.items()} == {"ann": True, "bob": False, "cat": False}
    assert "the archive h" in students["ann"].unclear
    assert {entry.name for entry in set(tmp_path.iterdir()) - before} <= {"unpacked", "specs", "reference"}


@pytest.mark.parametrize("unsafe", ["../x", "/etc/x", "../bob/Queens.py", "C:/bob/Queens.py"])
def test_what_is_nobodys_is_listed(tmp_path: Path, unsafe: str) -> None:
    class_list = found(class_zip(tmp_path / "class.zip", (unsafe, "")), queens_course(tmp_path), tmp_path)
    assert not any(row.unclear for row in by_student(class_list).values())
    assert class_list.not_recognised == (f"class.zip: the archive has an entry that points outside: '{unsafe}'",)


def test_a_student_of_whom_nothing_could_be_unpacked_did_hand_in(tmp_path: Path) -> None:
    path = class_zip(tmp_path / "class.zip", ("dan/Queens.py", LINK))
    students = by_student(found(path, queens_course(tmp_path), tmp_path))
    assert students["dan"].folder is not None
    assert students["dan"].unclear == "the archive holds a link or device: 'dan/Queens.py'"


def test_what_is_reported_is_bounded(tmp_path: Path) -> None:
    path = class_zip(tmp_path / "class.zip", *((f"../{number}", "") for number in range(500)))
    class_list = found(path, queens_course(tmp_path), tmp_path)
    assert len(class_list.not_recognised) == 11
    assert class_list.not_recognised[-1] == "490 more entries of class.zip were left out"


def test_the_archive_of_one_student_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ann.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("Queens.py", QUEENS)
        packed.writestr("../x", "x")
    with pytest.raises(UsageError, match=r"ann\.zip: the archive has an entry that points outside: '\.\./x'"):
        found(path, queens_course(tmp_path), tmp_path)


def test_backslashes_of_windows_are_folders(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name in ("ann\\Queens.py", "bob\\src\\Queens.py", "bob\\empty\\"):
            info = zipfile.ZipInfo(name)
            info.create_system = 0
            packed.writestr(info, QUEENS if name.endswith("y") else "")
    students = by_student(found(path, queens_course(tmp_path), tmp_path))
    assert {name: row.unclear for name, row in students.items()} == {"ann": "", "bob": ""}
