"""A tool that this machine lacks: the grader's fault where a spec, a language or a driver names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import in_words
from harness.language import languages
from harness.language.driver import drivers
from harness.language.tools.toolchain import initial_tools
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.spec.format.model import Recipe
from tests.support import ADDER, SUM, course, graded, harness, loaded, report, write

BUILD = SUM + "build: [{commands: [[swiftc, main.py]], run: [[./main]]}]\n"
OWN = SUM.replace("language: python", "language: any") + "submission_file: true\n"
TOLD = "this machine has no swiftc, which specs/sum/spec.yaml names; install it below /usr"


def grade_of(tmp_path: Path, spec: str, files: dict[str, str] | None = None) -> Grade:
    handed_in = write(tmp_path / "submission", {"main.py": ADDER} if files is None else files)
    return graded(loaded(course(tmp_path / "course", spec)), handed_in)


def messages(grade: Grade) -> set[str]:
    return {in_words(finding) for case in grade.cases for finding in case.findings}


@pytest.mark.parametrize(
    "spec",
    [
        BUILD,
        SUM + "build: [{commands: [[swiftc, '{files:*.py}']], run: [[./main]]}]\n",
        SUM + "build: [{run: [[swiftc, main.py]]}]\n",
        SUM + "build: [{run: [[swiftc, main.py], [python3, main.py]]}]\n",
        SUM + "build: [{tries: [{command: [swiftc, --check], message: It cannot be checked.}], run: [[./main]]}]\n",
        SUM.replace('args: ["2", "3"]', 'args: ["2", "3"]\n    run: [swiftc, main.py]').partition("  - name: three")[0],
    ],
)
def test_a_spec_that_names_it(tmp_path: Path, spec: str) -> None:
    grade = grade_of(tmp_path, spec)
    assert {case.verdict for case in grade.cases if case.verdict is not Verdict.SK} == {Verdict.JE}
    assert (grade.score, grade.max_score) == (0, 0)
    assert TOLD in messages(grade)


def test_the_exit_status_says_so(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", BUILD)
    write(root / "submissions" / "ann" / "sum", {"main.py": ADDER})
    report("submissions", cwd=root, apart=apart, expect=3)
    ended = harness("doctor", cwd=root, apart=apart, expect=1)
    assert "no, swiftc missing: install swiftc below /usr" in ended.out


def test_a_language_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def recipe(_self: object, sources: list[str]) -> Recipe:
        return Recipe(commands=(("swiftc", *sources),), run=(("./main",),))

    monkeypatch.setattr(type(languages()["python"]), "recipe", recipe)
    grade = grade_of(tmp_path, SUM)
    assert (grade.verdict, messages(grade)) == (Verdict.JE, {"this machine has no swiftc; install it below /usr"})


def test_a_driver_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(drivers()["python"]), "prepare_commands", lambda *_: (("swiftc", "--version"),))
    spec = """\
        title: Doubling
        language: python
        clauses: {twice: {text: It doubles., points: 1}}
        cases: [{name: twice, clause: twice, calls: [{function: twice, args: [2], returns: 4}]}]
    """
    grade = grade_of(tmp_path, spec, {"main.py": "def twice(n): return 2 * n\n"})
    assert (grade.verdict, messages(grade)) == (Verdict.JE, {"this machine has no swiftc; install it below /usr"})


@pytest.mark.parametrize("text", ["build: swiftc main.py\nrun: ./main\n", "# mine\nrun: swiftc main.py\n"])
def test_where_a_submission_names_it_a_person_has_to_look(tmp_path: Path, text: str) -> None:
    grade = grade_of(tmp_path, OWN, {"submission.yaml": text, "main.py": ADDER})
    assert (grade.verdict, grade.score, grade.max_score, grade.complete) == (Verdict.NR, 0, 0, False)
    line = 2 if text.startswith("#") else 1
    assert messages(grade) == {f"submission.yaml, line {line}: this machine has no swiftc; install it below /usr"}


@pytest.mark.parametrize("run", ["./Queens", "{main}"])
def test_a_file_of_the_submission_that_does_not_start_is_no_tool(tmp_path: Path, run: str) -> None:
    assert grade_of(tmp_path, SUM + f"build: [{{run: [['{run}']]}}]\n").verdict is Verdict.RTE


def test_a_tool_that_is_here_and_in_no_list_is_used(tmp_path: Path) -> None:
    build = "build: [{commands: [[cp, main.py, copy]], run: [[env, python3, copy]]}]\n"
    assert grade_of(tmp_path, SUM + build).verdict is Verdict.AC


def test_a_tool_of_no_list_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = write(tmp_path / "tools", {})
    for name in ("python3", "sh", "rm"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    (tools / "brittle").symlink_to("/usr/bin/python3")
    monkeypatch.setitem(ENVIRONMENT, "PATH", str(tools))
    monkeypatch.setattr(locate.__wrapped__, "__defaults__", (str(tools),))
    for cached in (initial_tools, locate):
        cached.cache_clear()
    try:
        commands = f"[[brittle, -V], [rm, {tools}/brittle]]"
        grade = grade_of(tmp_path, SUM + f"build: [{{commands: {commands}, run: [[brittle, main.py]]}}]\n")
    finally:
        for cached in (initial_tools, locate):
            cached.cache_clear()
    assert grade.verdict is Verdict.JE
    assert messages(grade) == {"brittle went away while this ran; install it below /usr"}
