"""``--report``: a file, a format and a file, or the standard output."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from harness.model.errors import JudgeError, UsageError
from harness.reports.output.targets import parse_target, parse_targets
from harness.reports.output.write import append
from tests.support import ADDER, course, grade, write

WRONG = "print(0)\n"


@pytest.mark.parametrize(
    ("text", "name", "path"),
    [
        ("-", "txt", None),
        ("json:-", "json", None),
        ("github", "github", None),
        ("JSON", "json", None),
        ("out.xml", "junit", "out.xml"),
        ("junit:out", "junit", "out"),
        ("Junit:results.json", "junit", "results.json"),
        ("json:a:b.csv", "json", "a:b.csv"),
        ("./json:b.csv", "csv", "./json:b.csv"),
        ("2026-11-22T10:30.md", "md", "2026-11-22T10:30.md"),
        ("csv:./-", "csv", "-"),
    ],
)
def test_a_format_by_its_name_or_by_the_ending(text: str, name: str, path: str | None) -> None:
    target = parse_target(text)
    assert (target.format.name, target.path) == (name, None if path is None else Path(path))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["junti:out.xml"], 'there is no report format "junti"; did you mean "junit"? (known: '),
        (["xyzzy:out.xml"], 'there is no report format "xyzzy" (known: '),
        (["html5:a.json"], "for a file of this name write ./html5:a.json"),
        (["junit:"], "no file; write junit:FILE, or junit:- for the standard output"),
        (["out.yml"], "out.yml: no report format has this ending; known: .csv, "),
        ([""], "no report format has this ending"),
        (["-", "json:-"], "only one report can go to the standard output"),
        (["{studnet}.md"], "{studnet} stands for nothing; {student} is a student's name"),
        (["junit:/dev/null/none/out"], "the folder /dev/null/none cannot be made: "),
    ],
)
def test_what_cannot_be_meant_is_one_line(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_targets(texts)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def class_of_two(tmp_path: Path) -> Path:
    students = {"submissions/ann/sum/main.py": ADDER, "submissions/bohumil/sum/main.py": WRONG}
    return write(course(tmp_path / "course"), students)


def test_a_report_on_the_standard_output_takes_the_place_of_the_screen(tmp_path: Path, apart: Path) -> None:
    root = class_of_two(tmp_path)
    words = ("submissions", "--isolation", "E", "--report", "all.csv", "--report")
    printed = {name: grade(*words, name, cwd=root, apart=apart, expect=1).out for name in ("json:-", "csv", "-")}
    assert len(json.loads(printed["json:-"])["grades"]) == 2
    assert printed["csv"] == (root / "all.csv").read_text(encoding="utf-8")
    assert [row[0] for row in csv.reader(io.StringIO(printed["csv"]))] == ["student", "ann", "bohumil"]
    assert "see it: " in printed["-"], "the text explains every failure"
    assert printed["-"].count("1 of 2 accepted") == 1


def test_each_student_gets_a_file_of_a_format_that_is_named(tmp_path: Path, apart: Path) -> None:
    root = class_of_two(tmp_path)
    grade("submissions", "--isolation", "E", "--report", "junit:{student}.result", cwd=root, apart=apart, expect=1)
    files = {path.name: path.read_text(encoding="utf-8") for path in root.glob("*.result")}
    assert sorted(files) == ["ann.result", "bohumil.result"]
    assert "bohumil" not in files["ann.result"]


def test_what_is_appended_knows_the_files_size(tmp_path: Path) -> None:
    (tmp_path / "summary").write_bytes(b"four")
    append(tmp_path / "summary", lambda size: b"%d" % size)
    append(tmp_path / "summary", lambda size: b"%d" % size)
    assert (tmp_path / "summary").read_bytes() == b"four45"
    with pytest.raises(JudgeError, match="nothing can be appended"):
        append(tmp_path / "none" / "summary", lambda _: b"")
