"""``grade`` as a user meets it: paths, options, exit statuses, one clear line for every mistake."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from harness import __version__
from tests.support import ADDER, PATIENCE_S, SUM, course, environment, grade, harness, report, write

WRONG = ADDER.replace("sum(", "1 + sum(")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with two assignments and three students."""
    folder = course(tmp_path / "course")
    course(folder, SUM.replace("title: Sums", "title: Other"), name="other")
    for student, program in (("ann", ADDER), ("bob", WRONG), ("cat", "raise ValueError\n")):
        write(folder / "submissions" / student / "sum", {"main.py": program})
    for student in ("ann", "bob"):
        write(folder / "submissions" / student / "other", {"main.py": ADDER})
    return folder


def refused(root: Path, apart: Path, *words: str | Path) -> str:
    """The one line of error output for a mistake."""
    ended = grade(*words, cwd=root, apart=apart, expect=2)
    assert ended.out == ""
    assert "Traceback" not in ended.err
    (line,) = ended.err.splitlines()
    assert line.startswith("grade: ")
    return line.removeprefix("grade: ")


def test_0_when_all_is_accepted(root: Path, apart: Path) -> None:
    ended = grade("submissions/ann", cwd=root, apart=apart, expect=0)
    assert re.search(r"^ann\n(  ✔ .*\n)*  ✔ sum +10/10 ", ended.out, re.MULTILINE)
    assert "2 of 2 accepted." in ended.out
    assert ended.err == ""


def test_closed_standard_streams_are_no_fault(root: Path, apart: Path) -> None:
    words = [sys.executable, "-m", "harness", "schema", "--out", "schema.json"]
    ended = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *words],
        cwd=root,
        env=environment(apart),
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 0
    json.loads((root / "schema.json").read_bytes())


def test_1_when_something_is_not_whether_or_not_changes_are_tried(root: Path, apart: Path) -> None:
    words = ("grade", "submissions/bob", "--no-gradebook", "--report", "report.json")
    texts, graded = [], []
    for option in ((), ("--no-changes",)):
        ended = harness(*words, *option, cwd=root, apart=apart, expect=1, without="GRADE_CHANGES")
        assert re.search(r"^bob · sum +0/10$", ended.out, re.MULTILINE)
        assert re.search(r"^  ✔ other +10/10 ", ended.out, re.MULTILINE)
        texts.append(ended.out)
        grades = json.loads((root / "report.json").read_bytes())["grades"]
        graded.append(
            [(entry["score"], [(case["verdict"], case["score"]) for case in entry["cases"]]) for entry in grades]
        )
    assert ["Look at main.py, line 2" in text for text in texts] == [True, False]
    assert graded[0] == graded[1]


def test_1_when_something_was_not_handed_in(root: Path, apart: Path) -> None:
    both = ("--assignment", "sum", "--assignment", "other")
    ended = grade("submissions/cat", *both, cwd=root, apart=apart, expect=1)
    assert re.search(r"^  - other +0/10 +nothing was handed in$", ended.out, re.MULTILINE)
    assert re.search(r"^cat · sum +0/10$", ended.out, re.MULTILINE)


def test_what_nobody_handed_in_and_nobody_asked_for_has_no_row(root: Path, apart: Path) -> None:
    ended = grade("submissions/cat", cwd=root, apart=apart, expect=1)
    assert re.search(r"^cat · sum +0/10$", ended.out, re.MULTILINE)
    assert "other" not in ended.out


def test_one_file(root: Path, apart: Path) -> None:
    ended = grade("submissions/ann/sum/main.py", cwd=root, apart=apart, expect=0)
    assert re.search(r"^ann · sum +10/10$", ended.out, re.MULTILINE)


def test_in_the_courses_own_folder_its_submissions_are_graded(root: Path, apart: Path) -> None:
    write(root / "reference" / "sum" / "plain", {"main.py": ADDER})
    graded_here, graded_there = (
        [(entry["student"], entry["assignment"]) for entry in report(path, cwd=root, apart=apart)["grades"]]
        for path in (".", "submissions")
    )
    assert graded_here == graded_there


def test_3_when_our_side_could_not_judge_and_nobody_loses_by_it(root: Path, apart: Path) -> None:
    text = SUM.replace('stdout: "5\\n"', "stdout: {check: python, function: judge}")
    course(root, text, beside={"checks.py": "def judge(run, expected):\n    raise OSError('no')\n"})
    result = report("submissions/ann/sum", cwd=root, apart=apart, expect=3)
    ann = result["grades"][0]
    assert (ann["verdict"], ann["score"], ann["max_score"]) == ("JE", 5, 5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("stdout: ", "stdou: "), 'cases[0].stdou: unknown key "stdou"; did you mean "stdout"?'),
        (("points: 10", "points: ten"), 'clauses.sum.points: expected a number of at least 0, got "ten"'),
        (("cases:", "cases: ["), "not valid YAML: "),
        (("clause: sum", "clause: smu"), 'there is no clause "smu"; did you mean "sum"?'),
        (("language: python", "language: cobol"), 'language: there is no language "cobol"'),
        (("language: python", "language: any\ngiven_for: {c++: {}}"), 'there is no language "c++"; write "cpp"'),
    ],
)
def test_a_mistake_in_a_spec_is_one_line_without_a_traceback(
    root: Path, apart: Path, change: tuple[str, str], message: str
) -> None:
    text = SUM.replace(*change, 1)
    if "smu" in message:
        text = text.replace('clause: sum\n    args: ["1"', 'clause: sum\n    args: ["1"')
    course(root, text)
    line = refused(root, apart, "submissions/ann", "--assignment", "sum")
    assert "specs/sum/spec.yaml:" in line
    assert message in line


def test_every_mistake_in_every_spec_is_a_line(root: Path, apart: Path) -> None:
    course(root, SUM.replace("title", "titel"))
    course(root, SUM.replace("language", "langage"), name="other")
    ended = grade("submissions", cwd=root, apart=apart, expect=2)
    assert len(ended.err.splitlines()) == 2
    assert all(line.startswith("grade: ") for line in ended.err.splitlines())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-path"], "no-such-path: no such file or folder"),
        (["specs/sum/spec.yaml"], "neither a folder nor a source file nor an archive"),
        (["submissions/ann", "--assignment", "smu"], 'there is no assignment "smu" in '),
        (["submissions/ann", "--only", "zzz*"], '--only: no case fits "zzz*"; there are, for example, two'),
        (["submissions/ann", "--only", "tvo*"], '--only: no case fits "tvo*"; did you mean "two"?'),
        (["submissions/ann", "--report", "x.pdf"], "x.pdf: no report format has this ending; write a .html file"),
        (["submissions/ann", "--report", "x.yml"], "x.yml: no report format has this ending; known: .csv, .html"),
        (
            ["submissions/ann", "--report", "specs/sum/spec.yaml/x.json"],
            "the folder specs/sum/spec.yaml cannot be made: ",
        ),
        (["submissions/ann", "--report", "folder.json"], "a report takes a file, this is a folder"),
        (["submissions/ann", "--specs", "none"], "none: no such folder"),
        (["submissions/ann", "--specs", "submissions"], "no assignment here"),
        (["damaged.zip"], "the archive cannot be read"),
        (["empty"], "nothing here belongs to an assignment"),
    ],
)
def test_bad_input_is_one_line_that_says_what(root: Path, apart: Path, words: list[str], message: str) -> None:
    write(root, {"damaged.zip": "x"})
    (root / "empty").mkdir()
    (root / "folder.json").mkdir()
    assert message in refused(root, apart, *words)


@pytest.mark.parametrize(
    "words",
    [[], ["--no-such-option", "x"], ["x", "-j", "0"], ["x", "-j", "many"], ["x", "-j", "-3"], ["x", "-j", "99999"]],
)
def test_a_bad_option_is_reported_with_the_usage(root: Path, apart: Path, words: list[str]) -> None:
    ended = grade(*words, cwd=root, apart=apart, expect=2)
    assert ended.err.startswith("grade: ")
    assert "Traceback" not in ended.err


def test_no_specs_in_sight(tmp_path: Path, apart: Path) -> None:
    write(tmp_path / "elsewhere" / "ann", {"main.py": ADDER})
    assert "no folder named specs here or above" in refused(tmp_path / "elsewhere", apart, "ann")


def test_the_specs_beside_the_submissions_are_found_from_anywhere(root: Path, tmp_path: Path, apart: Path) -> None:
    elsewhere = write(tmp_path / "elsewhere", {})
    assert grade(root / "submissions" / "ann", cwd=elsewhere, apart=apart).status == 0
    assert grade(root / "submissions" / "ann", "--specs", root / "specs", cwd=elsewhere, apart=apart).status == 0


def test_only_some_cases(root: Path, apart: Path) -> None:
    result = report("submissions/bob", "--only", "sum/t*o", "--only", "other/three", cwd=root, apart=apart)
    assert {entry["assignment"]: [case["name"] for case in entry["cases"]] for entry in result["grades"]} == {
        "other": ["three"],
        "sum": ["two"],
    }
    assert {(entry["partial"], entry["cases_selected"], entry["cases_total"]) for entry in result["grades"]} == {
        (True, 1, 2)
    }
    assert result["chosen_cases"] == ["sum/t*o", "other/three"]


def test_the_cases_of_a_clause_are_chosen_by_its_id(root: Path, apart: Path) -> None:
    clauses = "  handed-in: {text: One file., points: 1}\n  last: {text: The last one., points: 1}\ncases:\n"
    text = SUM.replace("cases:\n", clauses).replace("three\n    clause: sum", "three\n    clause: last")
    write(root / "specs" / "sum", {"spec.yaml": text + "files: {clause: handed-in, required: ['*.py']}\n"})
    for clause, cases in {"last": ["three"], "sum/handed-in": ["files"], "sum/sum": ["two"]}.items():
        result = report("submissions/bob", "--assignment", "sum", "--only", clause, cwd=root, apart=apart)
        (entry,) = result["grades"]
        assert ([case["name"] for case in entry["cases"]], entry["cases_selected"]) == (cases, 1)
    assert 'did you mean "last"?' in refused(root, apart, "--only", "lats", "submissions")


def test_patterns_that_fit_every_case_choose_no_part(root: Path, apart: Path) -> None:
    result = report("submissions/bob", "--only", "*", cwd=root, apart=apart)
    assert {(entry["partial"], entry["complete"]) for entry in result["grades"]} == {(False, True)}


def test_only_one_assignment(root: Path, apart: Path) -> None:
    result = report("submissions", "--assignment", "other", cwd=root, apart=apart)
    assert [(entry["student"], entry["assignment"], entry["verdict"]) for entry in result["grades"]] == [
        ("ann", "other", "AC"),
        ("bob", "other", "AC"),
        ("cat", "other", "NS"),
    ]


@pytest.mark.parametrize("jobs", ["1", "2", "7"])
def test_any_number_of_jobs_gives_the_same(root: Path, apart: Path, jobs: str) -> None:
    result = report("submissions", "-j", jobs, cwd=root, apart=apart, expect=1)
    rows = [(entry["student"], entry["assignment"], entry["verdict"], entry["score"]) for entry in result["grades"]]
    assert rows == [
        ("ann", "other", "AC", 10),
        ("ann", "sum", "AC", 10),
        ("bob", "other", "AC", 10),
        ("bob", "sum", "WA", 0),
        ("cat", "other", "NS", 0),
        ("cat", "sum", "RTE", 0),
    ]


def test_several_reports_at_once(root: Path, apart: Path) -> None:
    names = [f"r.{ending}" for ending in ("json", "csv", "md", "txt")]
    grade("submissions", *(word for name in names for word in ("--report", name)), cwd=root, apart=apart, expect=1)
    contents = {name: (root / name).read_text(encoding="utf-8") for name in names}
    assert json.loads(contents["r.json"])["schema"] == 2
    assert contents["r.csv"].splitlines()[1].startswith("ann,other,AC,10.0,10.0,,complete,")
    assert contents["r.md"].startswith("# Grades\n")
    assert re.search(r"^bob · sum +0/10$", contents["r.txt"], re.MULTILINE)


def test_a_class_is_short_and_details_are_long(root: Path, apart: Path) -> None:
    write(root / "submissions" / "dan" / "sum", {"main.py": WRONG})
    short = grade("submissions", cwd=root, apart=apart, expect=1).out
    long = grade("submissions", "--details", cwd=root, apart=apart, expect=1).out
    assert "see it: " not in short
    assert "Grade one student, or add --details, for the whole explanation." in short
    assert "see it: " in long


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_report_where_nothing_can_be_written(root: Path, apart: Path) -> None:
    locked = root / "locked"
    locked.mkdir()
    locked.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert "the folder of the report is not writable" in refused(
        root, apart, "submissions", "--report", "locked/x.json"
    )


def test_an_archive_is_graded_and_nothing_of_it_is_left(root: Path, apart: Path) -> None:
    path = root / "zoe.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("sum/main.py", ADDER)
        archive.writestr("other/main.py", WRONG)
    result = report(path, cwd=root, apart=apart, expect=1)
    assert [(entry["student"], entry["assignment"], entry["verdict"]) for entry in result["grades"]] == [
        ("zoe", "other", "WA"),
        ("zoe", "sum", "AC"),
    ]
    assert list((apart / "temporary").iterdir()) == []


def test_nothing_is_changed_in_the_course(root: Path, apart: Path) -> None:
    def state() -> dict[str, tuple[int, bytes]]:
        files = [path for path in root.rglob("*") if path.is_file() and ".grade" not in path.parts]  # the gradebook
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}

    before = state()
    grade("submissions", cwd=root, apart=apart, expect=1)
    assert state() == before


def test_three_megabytes_of_output_are_judged_whole_and_shown_in_part(root: Path, apart: Path) -> None:
    lines = "".join(f"({number}, {number * 7 % 1000})\n" for number in range(230_000))
    assert len(lines) > 3_000_000
    text = SUM.replace('stdout: "5\\n"', "stdout: {golden: true}")
    course(root, text, beside={"golden/two.stdout": lines})
    program = "import sys\nfor n in range(230_000): print(f'({n}, {n * 7 % 1000})')\n"
    write(root / "submissions" / "ann" / "sum", {"main.py": program})
    write(root / "submissions" / "bob" / "sum", {"main.py": program + "print('more')\n"})
    paths = ["submissions/ann", "submissions/bob"]
    result = report(*paths, "--only", "sum/two", cwd=root, apart=apart, expect=1)
    assert [entry["verdict"] for entry in result["grades"]] == ["AC", "WA"]
    message = result["grades"][1]["cases"][0]["findings"][0]["message"]
    assert message == "1 line too many after line 230000"
    assert (apart / "report.json").stat().st_size < 100_000


def test_a_reader_that_goes_away_is_no_reason_to_complain(root: Path, apart: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "grade", "submissions"],
        cwd=root,
        env=environment(apart),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    assert (process.wait(PATIENCE_S), complaints) == (1, b"")
    process.stderr.close()


def test_help_and_version(root: Path, apart: Path) -> None:
    help_text = grade("--help", cwd=root, apart=apart, expect=0).out
    for word in ("PATH", "--only", "--assignment", "--report", "--specs", "--details", "exit status: 0"):
        assert word in help_text
    assert grade("--version", cwd=root, apart=apart, expect=0).out.split()[-1] == __version__


def test_the_harness_names_its_commands_and_version(root: Path, apart: Path) -> None:
    help_text = harness("--help", cwd=root, apart=apart, expect=0).out
    for word in ("golden", "doctor", "schema", "grade"):
        assert word in help_text
    assert harness("--version", cwd=root, apart=apart, expect=0).out.split()[-1] == __version__
    assert harness(cwd=root, apart=apart, expect=2).err.startswith("harness: which command? ")
    gloden = harness("gloden", cwd=root, apart=apart, expect=2).err
    assert gloden.startswith('harness: there is no command "gloden"; did you mean "golden"? commands: ')


def test_doctor_says_what_is_there(root: Path, apart: Path) -> None:
    ended = harness("doctor", cwd=root, apart=apart, expect=0)
    assert "python3" in ended.out
    assert re.search("^Isolation here: [A-E] ", ended.out, re.MULTILINE)
    assert {line.split()[0]: line.split()[-1] for line in ended.out.splitlines()[-2:]} == {"sum": "yes", "other": "yes"}


def test_doctor_says_what_is_kept(root: Path, apart: Path) -> None:
    out = harness("doctor", cwd=root, apart=apart, expect=0).out
    assert f"Kept from run to run: {apart}/home/.cache/grade, 0.0 MiB of at most 1024" in out


def test_doctor_says_what_is_wrong_with_a_spec(root: Path, apart: Path) -> None:
    course(root, SUM.replace("title", "titel"))
    assert 'unknown key "titel"; did you mean "title"?' in harness("doctor", cwd=root, apart=apart, expect=1).out


def test_doctor_needs_no_course(tmp_path: Path, apart: Path) -> None:
    elsewhere = write(tmp_path / "elsewhere", {})
    assert "No course: no folder named specs" in harness("doctor", cwd=elsewhere, apart=apart, expect=0).out


def test_schema_is_printed_written_and_checked(tmp_path: Path, apart: Path) -> None:
    printed = harness("schema", cwd=tmp_path, apart=apart, expect=0).out
    assert json.loads(printed)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    path = tmp_path / "schema.json"
    assert harness("schema", "--out", path, "--check", cwd=tmp_path, apart=apart, expect=1).out.startswith(
        f"{path}: stale"
    )
    assert not path.exists()
    harness("schema", "--out", path, cwd=tmp_path, apart=apart, expect=0)
    assert path.read_text(encoding="utf-8") == printed
    assert "fresh" in harness("schema", "--out", path, "--check", cwd=tmp_path, apart=apart, expect=0).out
    path.write_text(printed + " ", encoding="utf-8")
    harness("schema", "--out", path, "--check", cwd=tmp_path, apart=apart, expect=1)


def installed_grade(*words: str | Path, cwd: Path, apart: Path, output: str) -> tuple[int, str]:
    """Run the installed command, which ends in a way of its own; its exit status and what it says about errors."""
    command = [Path(sys.executable).parent / "grade", *words]
    with Path(output).open("wb") as stdout:
        ended = subprocess.run(
            command,
            cwd=cwd,
            env=environment(apart),
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    return ended.returncode, ended.stderr.decode()


def test_a_gradebook_is_one_whole_file_at_the_end(root: Path, apart: Path, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    words = ("--gradebook", tmp_path / "book" / "grades.db", "submissions")
    assert installed_grade(*words, cwd=root, apart=apart, output=os.devnull) == (1, "")
    assert [path.name for path in (tmp_path / "book").iterdir()] == ["grades.db"]


def test_the_installed_command_writes_all_of_its_output(root: Path, apart: Path, tmp_path: Path) -> None:
    output = tmp_path / "output.txt"
    assert installed_grade("submissions/ann", cwd=root, apart=apart, output=str(output)) == (0, "")
    assert "2 of 2 accepted." in output.read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [(), ("--no-gradebook",)])
def test_a_full_disk_for_the_output_is_one_line(root: Path, apart: Path, options: tuple[str, ...]) -> None:
    status, errors = installed_grade(*options, "submissions/ann", cwd=root, apart=apart, output="/dev/full")
    assert status == 3
    assert errors == "grade: the output: No space left on device; make room there\n"
