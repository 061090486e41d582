"""A new assignment works as it stands, in every language: its right program is accepted, its wrong ones lose points."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from harness.authoring.skeleton import KINDS, languages, program_file, skeleton, title
from harness.language import languages as known_languages
from harness.model.errors import UsageError
from harness.model.verdict import Verdict
from tests.support import graded, loaded, write

PAIRS = [(kind, language) for kind in KINDS for language in languages(kind)]


def missing_tools(language: str) -> list[str]:
    known = known_languages().get(language)
    return [tool.name for tool in (known.tools if known else ()) if tool.required and not shutil.which(tool.name)]


@pytest.mark.parametrize(("kind", "language"), PAIRS)
def test_a_new_assignment_works_as_it_stands(tmp_path: Path, kind: str, language: str) -> None:
    if missing_tools(language):
        pytest.skip(f"without {missing_tools(language)}")
    write(tmp_path, skeleton("first-steps", language, kind))
    assignment = loaded(tmp_path, "first-steps")
    (reference,) = assignment.references()
    right = graded(assignment, reference)
    assert right.score == right.max_score == 100, [case.verdict for case in right.cases]
    for wrong in sorted((assignment.folder / "mutants").iterdir()):
        grade = graded(assignment, wrong)
        lost = {case.clause for case in grade.cases if case.verdict is not Verdict.AC}
        assert lost == {max((name for name in assignment.clauses if wrong.name.startswith(f"{name}-")), key=len)}
        assert grade.verdict is Verdict.WA


def test_every_clause_has_a_wrong_program(tmp_path: Path) -> None:
    for kind in KINDS:
        write(tmp_path / kind, skeleton("x", "python", kind))
        assignment = loaded(tmp_path / kind, "x")
        mutants = [path.name for path in (assignment.folder / "mutants").iterdir()]
        assert all(any(name.startswith(f"{clause}-") for name in mutants) for clause in assignment.clauses)


@pytest.mark.parametrize(
    ("name", "language", "file"),
    [
        ("bank-account", "java", "BankAccount.java"),
        ("bank-account", "python", "bank_account.py"),
        ("3-sums", "python", "p3_sums.py"),
        ("3-sums", "java", "P3Sums.java"),
    ],
)
def test_a_program_is_named_for_its_assignment(name: str, language: str, file: str) -> None:
    assert program_file(name, language) == file


def test_a_title_is_a_text_whatever_the_name_is() -> None:
    assert [title(name) for name in ("bank-account", "12", "no")] == ["Bank account", '"12"', '"No"']


def test_a_language_without_a_beginning_is_reported_with_those_that_have_one() -> None:
    with pytest.raises(UsageError, match='no beginning of kind output in "cobol"; there is: any, c, cpp, java'):
        skeleton("x", "cobol", "output")
    with pytest.raises(UsageError, match='no beginning of kind functions in "any"; there is: '):
        skeleton("x", "any", "functions")
