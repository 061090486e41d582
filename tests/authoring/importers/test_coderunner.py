"""Questions of CodeRunner, judged by the rules of its graders."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write

SQUARE = "def square(n):\n    return n * n\n"
C_ECHO = '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("Is %d\\n", n); }\n'


def question(tests: list[tuple[str, str, str]], kind: str = "python3", grader: str = "", **keys: str) -> str:
    texts = [
        f'<testcase testtype="0" mark="{number}.0"><testcode><text>{escape(code)}</text></testcode>'
        f"<stdin><text>{stdin}</text></stdin><expected><text>{escape(expected)}</text></expected>"
        f"<display><text>{'SHOW' if number == 1 else 'HIDE'}</text></display></testcase>"
        for number, (code, stdin, expected) in enumerate(tests, 1)
    ]
    keys = {"coderunnertype": kind, "grader": grader, "defaultgrade": "8"} | keys
    inner = "".join(f"<{key}>{escape(text)}</{key}>" for key, text in keys.items())
    return (
        '<quiz><question type="category"/><question type="coderunner"><name><text>A question</text></name>'
        f"{inner}<testcases>{''.join(texts)}</testcases></question></quiz>"
    )


def points(root: Path, text: str, name: str, program: str) -> float:
    source = write(root / "there", {"question.xml": text})
    assert [key for key, importer in importers().items() if importer.recognises(source)] == ["coderunner"]
    write_package(importers()["coderunner"].read(source), root / "specs/sum")
    return graded(loaded(root, "sum"), write(root / "student", {name: program})).score


FUNCTION = [("print(square(3))", "", "9"), ("print(square(-2))", "", "4")]


@pytest.mark.parametrize(
    ("text", "name", "program", "score"),
    [
        (question(FUNCTION), "answer.py", SQUARE, 8),
        (question(FUNCTION), "answer.py", SQUARE.replace("n * n", "n * abs(n)"), 0),
        (question(FUNCTION, allornothing="0"), "answer.py", SQUARE.replace("n * n", "n * abs(n)"), 8 / 3),
        (question(FUNCTION), "answer.py", SQUARE + "print('here')\n", 0),
        (question([("", "7", "7\nIs 7")], "python3_w_input"), "answer.py", "print('Is', input())\n", 8),
        (question([("", "7", "Is 7")], "python3_w_input"), "answer.py", "print('Is', input())\n", 0),
        (question(FUNCTION), "answer.py", SQUARE + "import sys\nprint('!', file=sys.stderr)\n", 0),
        (question([("", "7", "Is 7")], "c_program"), "answer.c", C_ECHO, 8),
        (question([("", "7", "is   7")], "c_program", "NearEqualityGrader"), "answer.c", C_ECHO, 8),
        (question([("", "7", "is   7")], "c_program", "EqualityGrader"), "answer.c", C_ECHO, 0),
        (question([("", "7", "^Is [0-9]$")], "c_program", "RegexGrader"), "answer.c", C_ECHO, 8),
        (question([("", "7", "^is [0-9]$")], "c_program", "RegexGrader"), "answer.c", C_ECHO, 0),
    ],
)
def test_an_answer_is_judged_by_the_rules_of_its_grader(
    tmp_path: Path, text: str, name: str, program: str, score: float
) -> None:
    assert points(tmp_path, text, name, program) == pytest.approx(score)


def test_the_answer_becomes_an_accepted_program_and_what_is_not_shown_is_hidden(tmp_path: Path) -> None:
    package = importers()["coderunner"].read(write(tmp_path, {"q.xml": question(FUNCTION, answer=SQUARE)}))
    assert package.files["accepted/answer/answer.py"] == SQUARE.encode()
    assert [case.get("visibility") for case in package.spec["cases"]] == [None, "hidden"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (question(FUNCTION, template="x"), "template: templates and what they use are not read"),
        (question(FUNCTION, "c_function"), "coderunnertype: c_function is not read"),
        (question(FUNCTION, "c_program"), "testcode: code of a test is read in Python alone"),
        (question(FUNCTION, grader="TemplateGrader"), "TemplateGrader is not read"),
        (question([]), "there is no test in it"),
        ("<quiz/>", "expected one question of CodeRunner, got 0"),
        ('<!DOCTYPE q [<!ENTITY a "b">]><quiz>&a;</quiz>', "with declarations"),
        ("<quiz>", "cannot be read"),
    ],
)
def test_what_a_spec_cannot_express_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        importers()["coderunner"].read(write(tmp_path, {"question.xml": text}))
