"""GitHub's workflow commands: annotations for causes, and nothing of a student's that is taken for a command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.reports.formats.github import MAX_SUMMARY, summary
from harness.sandbox.isolation.none import Unconfined
from tests.support import PATIENCE_S, course, environment, loaded, write

COMMAND = re.compile(r"::(?P<name>[\w-]+)(?: (?P<properties>[^:]*))?::(?P<message>.*)")
EVIL = "\n::error::evil\r\n##[error]evil\n::set-output name=x::y 100% a:b,c"
CRASH = "board = {}\nsize = board['n']\n"


def document(tmp_path: Path, *cases: CaseGrade, student: str = "ann", verdict: Verdict = Verdict.WA) -> Document:
    grades = (Grade(student, "sum", verdict, cases, 5.0, 10.0),)
    return Document(grades, Unconfined().level, {"sum": loaded(course(tmp_path))})


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read what GitHub would carry out: the commands that are not stopped, with their properties decoded."""
    carried_out, token = [], None
    for line in text.splitlines():
        match = COMMAND.match(line.lstrip())
        if token is not None:
            token = None if line.strip() == f"::{token}::" else token
        elif match and match["name"] == "stop-commands":
            token = match["message"]
        else:
            assert match, f"only commands stand outside of the block: {line!r}"
            pairs = (pair.split("=", 1) for pair in (match["properties"] or "").split(",") if pair)
            carried_out.append(
                (match["name"], {key: decoded(value) for key, value in pairs}, decoded(match["message"]))
            )
    assert token is None, "commands are carried out again at the end"
    return carried_out


def decoded(text: str) -> str:
    for code, sign in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def test_a_cause_is_an_annotation_at_its_line(tmp_path: Path) -> None:
    where = Place(path="src/a,b:c%.py", line=12, source=b'size = board["n"]')
    crash = Finding("it stops: 100 %, here", where, kind="uncaught-exception", params={"error": "KeyError: 'n'"})
    cases = (CaseGrade(name, "sum", Verdict.RTE, 0, 5, (crash,)) for name in ("two", "three"))
    error, notice = commands(named("github").render(document(tmp_path, *cases)).decode())
    place = {"file": "src/a,b:c%.py", "line": "12", "title": "sum · sum"}
    assert error == ("error", place, "it stops: 100 %, here")
    assert notice == ("notice", {"title": "sum"}, "5/10")


def test_what_is_written_on_a_stream_is_at_no_line_of_a_file(tmp_path: Path) -> None:
    wrong = Finding("it differs", Place(stream="stdout", line=3), b"5\n", b"6\n")
    error, _ = commands(
        named("github").render(document(tmp_path, CaseGrade("two", "sum", Verdict.WA, 0, 5, (wrong,)))).decode()
    )
    assert error[1] == {"title": "sum · sum"}


def test_students_bytes_are_no_commands(tmp_path: Path) -> None:
    finding = Finding(EVIL, Place(path=EVIL, line=1), b"5\n", EVIL.encode())
    case = CaseGrade(EVIL, EVIL, Verdict.WA, 0, 5, (finding,), reproduce=EVIL)
    text = named("github").render(document(tmp_path, case, student=EVIL)).decode()
    assert [name for name, _, _ in commands(text)] == ["error", "notice"]
    (_, properties, message), _ = commands(text)
    assert "100% a:b,c" in message
    assert set(properties) == {"file", "line", "title"}


def test_the_token_that_ends_the_block_cannot_be_known(tmp_path: Path) -> None:
    shown = document(tmp_path)
    tokens = {named("github").render(shown).decode().splitlines()[0].rpartition("::")[2] for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) >= 32 for token in tokens)


def test_what_a_person_has_to_look_at_is_a_warning(tmp_path: Path) -> None:
    case = CaseGrade("two", "sum", Verdict.JE, findings=(Finding.of("our-fault"),))
    found = commands(named("github").render(document(tmp_path, case, verdict=Verdict.JE)).decode())
    assert [name for name, _, _ in found] == ["warning", "notice"]


def test_there_are_ten_of_a_kind_at_most_and_the_last_counts_the_rest(tmp_path: Path) -> None:
    cases = [
        CaseGrade(f"c{number}", f"clause-{number}", Verdict.WA, 0, 1, (Finding(f"fault {number}"),))
        for number in range(12)
    ]
    found = commands(named("github").render(document(tmp_path, *cases)).decode())
    errors = [message for name, _, message in found if name == "error"]
    assert len(errors) == 10
    assert errors[-1] == "... and 3 more"


@pytest.mark.parametrize("size", [0, 5000, MAX_SUMMARY - 10, MAX_SUMMARY + 1])
def test_a_summary_fits_into_what_is_left(tmp_path: Path, size: int) -> None:
    cases = (CaseGrade("two", "sum", Verdict.WA, 0, 5, (Finding("é" * 300),)),)
    grades = tuple(Grade(f"s{number}", "sum", Verdict.WA, cases, 0, 5) for number in range(2500))
    shown = Document(grades, Unconfined().level, {"sum": loaded(course(tmp_path))})
    content = summary(shown, size)
    assert len(content) <= max(0, MAX_SUMMARY - size)
    if size <= 5000:
        assert len(content) > MAX_SUMMARY - size - 1000
        assert content.decode().endswith("\nThe rest does not fit in here.\n")


def test_a_run_in_a_workflow(tmp_path: Path, apart: Path) -> None:
    root = write(course(tmp_path / "course"), {"submissions/ann/sum/main.py": CRASH})
    (root / "summary.md").write_text("before\n", encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "harness", "grade", "submissions/ann/sum", "--isolation", "E", "--report", "github"],
        cwd=root,
        env={**environment(apart), "GITHUB_STEP_SUMMARY": str(root / "summary.md")},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr.decode()
    error, _ = commands(ended.stdout.decode())
    assert (error[1]["file"], error[1]["line"]) == ("main.py", "2")
    assert (root / "summary.md").read_text(encoding="utf-8").startswith("before\n# Grades\n")
