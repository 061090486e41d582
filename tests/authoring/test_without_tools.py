"""What ``check``, ``doctor``, ``golden`` and ``verify`` say where this machine lacks a tool that a spec needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.app.commands.authoring.check import check
from harness.app.commands.authoring.golden import golden
from harness.app.commands.authoring.verify import run
from harness.app.commands.grading.doctor import doctor
from harness.language.tools import packages as installed
from harness.language.tools.case_tools import missing_tool_lines
from harness.model.verdict import Verdict
from tests.hidden_tools import hidden_tools
from tests.support import WORKSPACES, case_of, course, graded, loaded, write

SPEC = """\
title: A tool
language: python
clauses:
  prints: {text: It prints 5., points: 6}
  sorted: {text: What it prints is sorted., points: 2}
  shown: {text: It shows itself., points: 2}
cases:
  - {name: prints, clause: prints, stdout: "5\\n"}
  - {name: sorted, clause: sorted, run: [sh, -c, "python3 main.py | sed p"], stdout: {check: text, golden: true}}
  - {name: shown, clause: shown, run: [tac, main.py], stdout: {check: regex, pattern: "(?s).*print.*"}}
"""
RIGHT = "print(5)\n"
TAC = "this machine has no tac, which 1 case needs (shown); install it below /usr"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = course(tmp_path / "course", SPEC)
    for name, text in {
        "reference/sum/python": RIGHT,
        "specs/sum/mutants/prints-six": "print(6)\n",
        "specs/sum/mutants/shown-not": "exec(chr(112) + 'rint(5)')\n",
    }.items():
        write(root / name, {"main.py": text})
    return root


@pytest.fixture
def _without_tac(tmp_path: Path) -> Iterator[None]:
    with hidden_tools(tmp_path / "tools", "tac"):
        yield


def verified(root: Path, capsys: pytest.CaptureFixture[str], table: Path | None = None) -> tuple[int, list[str]]:
    capsys.readouterr()
    specs = root / "specs"
    status = run((), specs=specs, jobs=1, table=table, check=False, isolation="E")
    return status, capsys.readouterr().out.splitlines()


def lines_of(output: list[str], begin: str) -> list[str]:
    return [line for line in output if line.startswith(begin)]


@pytest.mark.usefixtures("_without_tac")
def test_one_that_is_missing_fails_its_own_case_alone(root: Path) -> None:
    grade = graded(loaded(root, goldens=False), root / "reference/sum/python", only=("prints", "shown"))
    assert [case.verdict for case in grade.cases] == [Verdict.AC, Verdict.JE]
    assert (grade.score, grade.max_score) == (6, 6)
    text = "this machine has no tac, which specs/sum/spec.yaml names; install it below /usr"
    assert case_of(grade, "shown").findings[0].params["text"] == text


def test_a_tool_in_the_text_for_a_shell_is_the_graders_too(root: Path, tmp_path: Path) -> None:
    spec = SPEC.replace("sed p", "sqlite3")
    assignment = loaded(course(root, spec), goldens=False)
    with hidden_tools(tmp_path / "tools", "sqlite3"):
        grade = graded(assignment, root / "reference/sum/python", only=("prints", "sorted"))
    assert [case.verdict for case in grade.cases] == [Verdict.AC, Verdict.JE]
    assert "apt-get install sqlite3" in str(case_of(grade, "sorted").findings[0].params["text"])


def test_check_and_doctor_name_each_tool_its_package_and_its_cases(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = root / "specs"
    lint = "  - {name: lint, clause: shown, lint: {tool: shellcheck, files: ['*.sh']}}\n"
    course(root, SPEC + lint)
    assert check((), specs=specs, strict=False) == 0
    assert "this machine" not in capsys.readouterr().out
    with hidden_tools(tmp_path / "tools", "tac", "shellcheck"), pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("sys.prefix", str(tmp_path))
        assert check((), specs=specs, strict=False) == 0
        notes = [line.strip() for line in capsys.readouterr().out.splitlines() if "note: " in line]
        assert doctor(specs=specs) == 1
        described = capsys.readouterr().out
    assert notes == [
        f"note: {TAC}",
        "note: this machine has no shellcheck, which 1 case needs (lint); install it with: apt-get install shellcheck",
    ]
    rows = [" ".join(line.split()) for line in described.splitlines()]
    assert "shellcheck missing apt-get install shellcheck" in rows
    assert rows[-1] == (
        "sum except for some cases; tac missing: install tac below /usr (shown); "
        "shellcheck missing: apt-get install shellcheck (lint)"
    )


def test_doctor_says_no_where_every_case_needs_the_tool(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hidden_tools(tmp_path / "tools", "python3"):
        assert doctor(specs=root / "specs") == 1
    assert capsys.readouterr().out.splitlines()[-1].split(maxsplit=1)[1] == (
        "no, python3 missing: apt-get install python3"
    )


@pytest.mark.parametrize(
    ("hidden", "not_proven", "undecided"),
    [
        ("tac", [TAC], ["shown-not"]),
        (
            "sed",
            ["this machine has no sed, which 1 case needs (sorted); install it below /usr"],
            ["sorted-twice"],
        ),
    ],
)
def test_verify_ends_with_3_where_only_a_tool_is_missing(
    root: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    hidden: str,
    not_proven: list[str],
    undecided: list[str],
) -> None:
    run_sed = SPEC.replace('[sh, -c, "python3 main.py | sed p"]', "[sed, p, data.txt]")
    course(root, run_sed)
    write(root / "reference/sum/python", {"data.txt": "a\n"})
    for name, files in {
        "prints-six": {"main.py": "print(6)\n", "data.txt": "a\n"},
        "shown-not": {"main.py": "exec(chr(112) + 'rint(5)')\n".replace("rint", "\\x72int"), "data.txt": "a\n"},
        "sorted-twice": {"main.py": RIGHT, "data.txt": "b\n"},
    }.items():
        write(root / "specs/sum/mutants" / name, files)
    assert golden((), specs=root / "specs", jobs=1, check=False, isolation="E") == 0
    status, output = verified(root, capsys)
    assert (status, lines_of(output, "FAIL "), lines_of(output, "not proven")) == (0, [], [])
    table = tmp_path / "table.md"
    with hidden_tools(tmp_path / "tools", hidden):
        status, output = verified(root, capsys, table)
    assert (status, lines_of(output, "FAIL ")) == (3, [])
    assert lines_of(output, "not proven: ") == [
        *(f"not proven: sum: {line}" for line in not_proven),
        f"not proven: sum: so nothing is known of {', '.join(undecided)}",
    ]
    assert not table.exists()
    summary = lines_of(output, "verified, but not all: ")[0]
    assert "1 right program with full marks, 2 wrong programs caught, 1 case not proven for lack of tools" in summary


def test_verify_of_a_whole_course_without_its_interpreter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(shutil.copytree(WORKSPACES / "verify", tmp_path / "course"))
    with hidden_tools(tmp_path / "tools", "python3"):
        status, output = verified(root, capsys)
    assert (status, lines_of(output, "FAIL ")) == (3, [])
    assert lines_of(output, "not proven: ")[0] == (
        "not proven: sum: this machine has no python3, which all cases need; install it with: apt-get install python3"
    )
    assert "Full marks, as they must: no program." in output
    assert lines_of(output, "sum: ")[0] == "sum: no golden made; 1 not compared: no python3 here"


def test_goldens_are_not_written_without_a_tool(root: Path, tmp_path: Path) -> None:
    course(root, SPEC.replace("sed p", "sqlite3").replace("{check: text, golden: true}", "{check: text, golden: true}"))
    with hidden_tools(tmp_path / "tools", "sqlite3"):
        assert golden((), specs=root / "specs", jobs=1, check=False, isolation="E") == 1
    assert not (root / "specs/sum/golden").exists()


def test_jars_and_libraries_are_looked_for_too(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = "{name: tests, clause: shown, tests: {runner: junit, against: mutants}}"
    clauses = "clauses: {shown: {text: It is tested., points: 1}}"
    java = f"title: Tests\nlanguage: java\n{clauses}\ncases:\n  - {case}\n"
    assignment = loaded(course(root, java))
    monkeypatch.setattr(installed, "JAR_FOLDER", tmp_path)
    assert missing_tool_lines(assignment) == [
        "this machine has no JUnit 5, which 1 case needs (tests); install it with: apt-get install junit5"
    ]


BUILT = """\
title: A build
language: python
build: [{clause: built, commands: [[tac, main.py]], run: [[python3, main.py]]}]
clauses:
  built: {text: It can be built., points: 3}
  prints: {text: It prints 5., points: 4}
  calm: {text: It calls no exec., points: 3}
cases:
  - {name: prints, clause: prints, stdout: "5\\n"}
  - {name: calm, clause: calm, source: {forbidden_calls: [exec]}}
"""


def test_a_tool_of_the_build_fails_only_what_needs_the_build(root: Path, tmp_path: Path) -> None:
    assignment = loaded(course(root, BUILT))
    with hidden_tools(tmp_path / "tools", "tac"):
        right = graded(assignment, root / "reference/sum/python")
        wrong = graded(assignment, root / "specs/sum/mutants/shown-not")
    assert {case.name: case.verdict for case in right.cases} == {
        "build": Verdict.JE,
        "prints": Verdict.JE,
        "calm": Verdict.AC,
    }
    assert (right.score, right.max_score) == (3, 3)
    assert case_of(wrong, "calm").verdict is Verdict.WA


def test_a_build_that_fails_by_itself_is_the_students_though_a_case_lacks_its_tool(root: Path, tmp_path: Path) -> None:
    spec = BUILT.replace("[tac, main.py]", "[python3, -m, py_compile, main.py]").replace(
        "source: {forbidden_calls: [exec]}", "run: [tac, main.py], stdout: x"
    )
    assignment = loaded(course(root, spec))
    broken = write(tmp_path / "broken", {"main.py": "print(\n"})
    with hidden_tools(tmp_path / "tools", "tac"):
        grade = graded(assignment, broken)
    assert case_of(grade, "build").verdict is Verdict.CE
    assert case_of(grade, "prints").verdict is Verdict.CE
