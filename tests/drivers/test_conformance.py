"""One notation of values and objects: the same cases get the same verdicts in each language that has what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.drivers import drivers
from tests.support import course, graded, loaded, write

FOLDER = Path(__file__).with_name("conformance")
ALL = ("values.yaml", "collections.yaml", "objects.yaml")
LANGUAGES = {
    "c": ("solution.c", ALL[:1]),
    "cpp": ("solution.cpp", ALL),
    "javascript": ("solution.js", ALL),
    "java": ("Solution.java", ALL),
    "python": ("solution.py", ALL),
}
"""The file of each language's solution, and the tables of what the language has."""
SPEC = "title: Conformance\nlanguage: {}\nclauses: {{same: {{text: All alike., points: 1}}}}\ncases:\n{}"
CHECKS = """\
def polite(value):
    return value.startswith("hello")


def rude(value):
    return f"{value} is too polite"
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_gives_the_same_verdicts(language: str, tmp_path: Path) -> None:
    solution, tables = LANGUAGES[language]
    cases = "".join((FOLDER / name).read_text(encoding="utf-8") for name in tables)
    cases = cases.replace("{name: ", "{clause: same, name: ").replace("- name: ", "- clause: same\n  name: ")
    assignment = loaded(course(tmp_path, SPEC.format(language, cases), beside={"checks.py": CHECKS}))
    grade = graded(assignment, write(tmp_path / "handed-in", {solution: (FOLDER / solution).read_bytes()}))
    unexpected = {
        case.name: (case.verdict.name, case.findings)
        for case in grade.cases
        if case.verdict.name not in (("WA", "RTE") if case.name.endswith("-wrong") else ("AC",))
    }
    assert unexpected == {}


def test_every_driver_is_held_against_the_tables() -> None:
    assert set(LANGUAGES) == set(drivers()) - {"prolog"} - {"prolog"}, "goals of Prolog have solutions, and no values"
