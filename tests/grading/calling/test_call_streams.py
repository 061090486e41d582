"""Calls have a standard input, files, and all that they print and leave is judged, in each language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

PYTHON = """
import sys
def f():
    name = sys.stdin.readline().strip()
    with open("x.txt") as file:
        text = file.read().strip()
    print("hello", name)
    print("note", text, file=sys.stderr)
    with open("out.txt", "w") as file:
        print(name + text, file=file)
    return text
"""
JAVASCRIPT = """
const fs = require("fs");
function f() {
    const name = fs.readFileSync(0, "utf8").trim();
    const text = fs.readFileSync("x.txt", "utf8").trim();
    console.log("hello", name);
    console.error("note", text);
    fs.writeFileSync("out.txt", name + text + "\\n");
    return text;
}
"""
C = """
#include <stdio.h>
#include <string.h>
char *f(void)
{
    static char text[100];
    char name[100];
    FILE *file = fopen("x.txt", "r");
    scanf("%99s", name);
    fscanf(file, "%99s", text);
    fclose(file);
    printf("hello %s\\n", name);
    fprintf(stderr, "note %s\\n", text);
    file = fopen("out.txt", "w");
    fprintf(file, "%s%s\\n", name, text);
    fclose(file);
    return text;
}
"""
CPP = """
#include <fstream>
#include <iostream>
#include <string>
std::string f()
{
    std::string name, text;
    std::cin >> name;
    std::ifstream("x.txt") >> text;
    std::cout << "hello " << name << "\\n";
    std::clog << "note " << text << "\\n";
    std::ofstream("out.txt") << name << text << "\\n";
    return text;
}
"""
JAVA = """
import java.nio.file.*;
import java.util.Scanner;
public class Main {
    public static String f() throws Exception {
        String name = new Scanner(System.in).next();
        String text = Files.readString(Path.of("x.txt")).strip();
        System.out.println("hello " + name);
        System.err.println("note " + text);
        Files.writeString(Path.of("out.txt"), name + text + "\\n");
        return text;
    }
}
"""
PROLOG = """
f(Text) :-
    read_line_to_string(user_input, Name),
    open('x.txt', read, In), read_line_to_string(In, Line), close(In),
    format("hello ~w~n", [Name]),
    format(user_error, "note ~w~n", [Line]),
    open('out.txt', write, Out), format(Out, "~w~w~n", [Name, Line]), close(Out),
    atom_string(Text, Line).
"""
PROGRAMS = {
    "python": ("main.py", PYTHON),
    "javascript": ("main.js", JAVASCRIPT),
    "c": ("main.c", C),
    "cpp": ("main.cpp", CPP),
    "java": ("Main.java", JAVA),
    "prolog": ("main.pl", PROLOG),
}
RIGHT: dict[str, Any] = {
    "stdin": "ann\n",
    "files": {"x.txt": "yes\n"},
    "stdout": "hello ann\n",
    "stderr": "note yes\n",
    "produces": {"out.txt": "annyes\n"},
}
SPEC = "title: Calls\nlanguage: {language}\nclauses:\n  calls: {{text: They are right., points: 1}}\ncases:\n"


def rows(root: Path, language: str, source: str, *cases: dict[str, Any]) -> list[CaseGrade]:
    """The grades of cases, by name in the order of the spec."""
    named = [{"name": f"case-{number}", "clause": "calls", **case} for number, case in enumerate(cases)]
    lines = (f"  - {json.dumps(case)}\n" for case in named)
    assignment = loaded(course(root, SPEC.format(language=language) + "".join(lines)))
    grade = graded(assignment, write(root / "handed-in", {PROGRAMS[language][0]: source}))
    by_name = {row.name: row for row in grade.cases}
    return [by_name[str(case["name"])] for case in named]


def calls(language: str) -> dict[str, Any]:
    """One call of ``f``, and what it must return."""
    if language == "prolog":
        return {"calls": [{"function": "f", "args": ["X"], "solutions": ["yes"]}]}
    return {"calls": [{"function": "f", "returns": "yes"}]}


@pytest.mark.parametrize("language", PROGRAMS)
def test_calls_read_and_leave_what_the_case_says(tmp_path: Path, language: str) -> None:
    wrong = [
        {"stdin": "bob\n", "files": RIGHT["files"], "stdout": RIGHT["stdout"]},
        {"stdin": "bob\n", "files": RIGHT["files"], "produces": RIGHT["produces"]},
        {**RIGHT, "stderr": "nothing\n"},
        {**RIGHT, "files": {"x.txt": "no\n"}},
    ]
    found = rows(tmp_path, language, PROGRAMS[language][1], *({**calls(language), **case} for case in (RIGHT, *wrong)))
    assert found[0].findings == ()
    assert [row.verdict for row in found] == [Verdict.AC, *([Verdict.WA] * 4)]
    places = [{finding.where.stream or finding.where.path for finding in row.findings} for row in found[1:4]]
    assert places == [{"stdout"}, {"out.txt"}, {"stderr"}]


def test_what_one_case_leaves_no_other_finds(tmp_path: Path) -> None:
    source = "import os\ndef f():\n    open('left', 'w').close()\ndef g():\n    return os.listdir().count('left')\n"
    leaves = {"calls": [{"function": "f"}], "produces": {"left": ""}}
    looks = {"calls": [{"function": "g", "returns": 0}], "files": {"x": ""}}
    assert [row.verdict for row in rows(tmp_path, "python", source, leaves, looks, leaves)] == [Verdict.AC] * 3


def test_the_same_calls_on_other_input_are_made_again(tmp_path: Path) -> None:
    source = "def f():\n    print(input())\n"
    cases = [{"calls": [{"function": "f"}], "stdin": text, "stdout": text} for text in ("a\n", "b\n")]
    assert [row.verdict for row in rows(tmp_path, "python", source, *cases)] == [Verdict.AC] * 2


def test_a_file_that_the_calls_do_not_leave_is_missing(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, "python", "def f(): pass\n", {"calls": [{"function": "f"}], "produces": {"out.txt": "x\n"}})
    assert [finding.kind for finding in row.findings] == ["file-missing"]


@pytest.mark.parametrize(("kept", "score"), [(0.5, 0.5), (0.0, 0.0)])
def test_near_misses_hold_for_all_that_calls_print(tmp_path: Path, kept: float, score: float) -> None:
    case = {
        "calls": [{"function": "f"}, {"function": "f"}],
        "stdout": "Hello\nHello\n",
        "near_misses": {"letter-case": kept},
    }
    (row,) = rows(tmp_path, "python", "def f():\n    print('hello')\n", case)
    assert row.score == score
    (right,) = rows(tmp_path / "right", "python", "def f():\n    print('Hello')\n", case)
    assert right.verdict is Verdict.AC


def test_what_is_printed_while_the_files_are_loaded_is_none_of_the_calls(tmp_path: Path) -> None:
    source = "import sys\nprint('x')\nprint('y', file=sys.stderr)\nsys.stdin.read()\ndef f():\n    print(input())\n"
    case = {"calls": [{"function": "f"}], "stdin": "a\n", "stdout": "a\n", "stderr": ""}
    assert rows(tmp_path, "python", source, case)[0].verdict is Verdict.AC


def test_a_function_of_checks_sees_all_that_was_printed(tmp_path: Path) -> None:
    checks = "def seen(run, expected):\n    return [] if (run.stdout, run.stdin) == (b'ab', b'x') else ['no']\n"
    spec = SPEC.format(language="python") + (
        "  - {name: c, clause: calls, stdin: x, calls: [{function: f, args: [a]}, {function: f, args: [b]}], "
        "stdout: {check: python, function: seen}}\n"
    )
    assignment = loaded(course(tmp_path, spec, beside={"checks.py": checks}))
    for text, verdict in (("end=''", Verdict.AC), ("end='x'", Verdict.WA)):
        folder = write(tmp_path / verdict.name, {"main.py": f"def f(x):\n    print(x, {text})\n"})
        assert graded(assignment, folder).cases[0].verdict is verdict


def test_the_line_that_repeats_calls_has_their_input_and_files(tmp_path: Path) -> None:
    case = {**calls("python"), **RIGHT, "stdout": "never\n"}
    (row,) = rows(tmp_path, "python", PYTHON, case)
    assert "echo yes > x.txt" in row.reproduce
    assert "echo ann | " in row.reproduce
    assert row.reproduce.endswith("cat out.txt")


def test_nothing_on_stderr_may_be_what_is_expected_of_calls(tmp_path: Path) -> None:
    spec = """
    title: T
    language: python
    clauses: {c: {text: It is quiet., points: 1}}
    cases: [{name: quiet, clause: c, stderr: "", calls: [{function: f, args: [], returns: 1}]}]
    """
    root = course(tmp_path, spec)
    assert graded(loaded(root), write(tmp_path / "a", {"f.py": "def f():\n    return 1\n"})).score == 1
    loud = "import sys\ndef f():\n    print('x', file=sys.stderr)\n    return 1\n"
    assert graded(loaded(root), write(tmp_path / "b", {"f.py": loud})).score == 0
