"""Tools that go away, or were never here: our fault, reported with the package, and never the student's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.judge.messages.translator import sentence
from harness.language.tools.toolchain import initial_tools
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from tests.support import course, loaded, write

SPEC = """\
title: Sums
language: {language}
build:
  - commands: [{commands}]
    run: [[./main]]
clauses: {{sum: {{text: It is printed., points: 10}}}}
cases:
  - {{name: five, clause: sum, stdout: "5\\n"}}
"""
FILES = {
    "Makefile": "main: main.cpp\n\tg++ -o main main.cpp\n",
    "main.cpp": '#include <cstdio>\nint main() { std::puts("5"); }\n',
}  # fmt: skip


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of all tools that programs find: some of the machine's own."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("g++", "make", "sh", "python3", "as", "ld"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    monkeypatch.setitem(ENVIRONMENT, "PATH", str(folder))
    monkeypatch.setattr(locate.__wrapped__, "__defaults__", (str(folder),))
    for cached in (initial_tools, locate):
        cached.cache_clear()
    yield folder
    for cached in (initial_tools, locate):
        cached.cache_clear()


def graded(tmp_path: Path, spec: str, files: dict[str, str], lost: Path) -> list[Grade]:
    """Two students' grades, one after the other; a tool is lost after the first."""
    assignment = loaded(course(tmp_path / "course", spec))
    grades: list[Grade] = []

    def keep(_number: int, grade: Grade) -> None:
        grades.append(grade)
        lost.unlink(missing_ok=True)

    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 1, store_grade=keep)
        grader.run([Submission(name, "sum", write(tmp_path / name, files)) for name in ("ann", "bob")])
    return grades


@pytest.mark.parametrize("commands", ["[make]", "[g++, -o, main, main.cpp]"])
def test_a_compiler_that_goes_away(tmp_path: Path, tools: Path, commands: str) -> None:
    ann, bob = graded(tmp_path, SPEC.format(language="cpp", commands=commands), FILES, tools / "g++")
    assert (ann.verdict, ann.score) == (Verdict.AC, 10)
    assert bob.verdict is Verdict.JE
    assert "g++ went away while this ran; install it with: apt-get install g++" in sentence(bob.cases[0].findings[0])


def test_an_interpreter_that_goes_away(tmp_path: Path, tools: Path) -> None:
    spec = SPEC.format(language="python", commands="").replace("[./main]", "[python3, main.py]")
    ann, bob = graded(tmp_path, spec, {"main.py": "print(5)\n"}, tools / "python3")
    assert (ann.verdict, bob.verdict) == (Verdict.AC, Verdict.JE)
    assert "apt-get install python3" in sentence(bob.cases[0].findings[0])


def test_a_compiler_that_a_makefile_starts_was_never_here(tmp_path: Path, tools: Path) -> None:
    (tools / "g++").unlink()
    ann, _ = graded(tmp_path, SPEC.format(language="cpp", commands="[make]"), FILES, tools / "none")
    assert ann.verdict is Verdict.JE
    assert sentence(ann.cases[0].findings[0]) == "this machine has no g++; install it with: apt-get install g++"


def test_a_makefile_that_fails_while_all_is_here_is_the_students(tmp_path: Path, tools: Path) -> None:
    files = FILES | {"Makefile": "main:\n\tno-such-tool\n"}
    ann, _ = graded(tmp_path, SPEC.format(language="cpp", commands="[make]"), files, tools / "none")
    assert ann.verdict is Verdict.CE
