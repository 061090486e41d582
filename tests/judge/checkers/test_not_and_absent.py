"""What must not come, and files that must not be there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.judge.messages.translator import sentence
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = "title: T\nlanguage: python\nclauses:\n  c: {text: It is right., points: 1}\ncases:\n  - {name: a, clause: c, "


def row(root: Path, case: str, program: str, **beside: Any) -> CaseGrade:
    assignment = loaded(course(root, f"{SPEC}{case}}}\n", beside=beside))
    return graded(assignment, write(root / "ann", {"main.py": program})).cases[0]


@pytest.mark.parametrize(
    ("inner", "program", "verdict"),
    [
        ('{check: regex, pattern: "(?s).*secret.*"}', "print('a')\nprint('my secret')", Verdict.WA),
        ('{check: regex, pattern: "(?s).*secret.*"}', "print('a')", Verdict.AC),
        ('"wrong\\n"', "print('wrong')", Verdict.WA),
        ('"wrong\\n"', "print('right')", Verdict.AC),
        ('{text: "wrong\\n", ignore: [case]}', "print('WRONG')", Verdict.WA),
        ("{file: w.txt}", "print('wrong')", Verdict.WA),
        ("{file: w.txt}", "print('right')", Verdict.AC),
        ("{check: json, text: '[1]'}", "print('[ 1.0 ]')", Verdict.WA),
        ("{check: not, of: {check: tokens, text: a}}", "print('b')", Verdict.WA),
        ("{check: not, of: {check: tokens, text: a}}", "print('a')", Verdict.AC),
    ],
)
def test_what_another_checker_accepts_must_not_come(tmp_path: Path, inner: str, program: str, verdict: Verdict) -> None:
    case = f"stdout: {{check: not, of: {inner}}}"
    assert row(tmp_path, case, program, **{"w.txt": "wrong\n"}).verdict is verdict


def test_what_must_not_come_is_shown_where_it_stands(tmp_path: Path) -> None:
    case = 'stdout: {check: not, of: {check: regex, pattern: "(?s).*secret.*"}}'
    (finding,) = row(tmp_path, case, "print('a\\n' * 50)\nprint('my secret')").findings
    assert (finding.where.line, finding.where.column, sentence(finding)) == (52, 4, "this must not come")
    assert b"my secret" in (finding.actual or b"")


def test_a_fault_inside_is_reported_when_the_spec_is_read(tmp_path: Path) -> None:
    for inner, words in (
        ("{check: regex, pattern: '('}", "not a regular expression"),
        ("{check: tokens}", "exactly one"),
    ):
        with pytest.raises(Exception, match=words):
            loaded(course(tmp_path / words, f"{SPEC}stdout: {{check: not, of: {inner}}}}}\n"))


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("", Verdict.AC),
        ("open('x.txt', 'w').write('left')", Verdict.WA),
        ("open('x.txt', 'w')", Verdict.WA),
        ("__import__('os').mkdir('x.txt')", Verdict.WA),
        ("__import__('os').symlink('nowhere', 'x.txt')", Verdict.WA),
    ],
)
@pytest.mark.parametrize("way", ["", "calls: [{function: f}], "])
def test_a_file_that_must_not_be_there(tmp_path: Path, program: str, verdict: Verdict, way: str) -> None:
    program = f"def f():\n    {program or 'pass'}\n" if way else program
    found = row(tmp_path, way + "produces: {x.txt: {check: absent}}", program)
    assert found.verdict is verdict
    assert [sentence(finding) for finding in found.findings] == (
        [] if verdict is Verdict.AC else ["there is a file x.txt, which must not be there"]
    )


def test_a_file_that_must_be_deleted(tmp_path: Path) -> None:
    case = "files: {x.txt: a}, produces: {x.txt: {check: absent}}"
    assert row(tmp_path, case, "import os\nos.remove('x.txt')").verdict is Verdict.AC
    assert row(tmp_path, case, "pass").verdict is Verdict.WA


@pytest.mark.parametrize(("program", "verdict"), [("pass", Verdict.AC), ("print()", Verdict.WA)])
def test_on_a_stream_nothing_may_come(tmp_path: Path, program: str, verdict: Verdict) -> None:
    assert row(tmp_path, "stdout: {check: absent}", program).verdict is verdict


@pytest.mark.parametrize(("name", "verdict"), [("main.pyc", Verdict.AC), ("main.py", Verdict.WA)])
def test_a_file_that_the_build_must_not_make(tmp_path: Path, name: str, verdict: Verdict) -> None:
    found = row(tmp_path, f"built: {{{name}: absent}}", "pass")
    assert found.verdict is verdict
    assert [finding.kind for finding in found.findings] == ([] if verdict is Verdict.AC else ["file-built"])
