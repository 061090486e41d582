"""One notation of values and objects: the same cases get the same verdicts in each language that has what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.driver import drivers
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


PYTHON = """\
def count(n):
    if n < 0:
        raise ValueError
    i = 0
    while n == 0 or i < n:
        yield i
        i += 1
"""
JAVASCRIPT = """\
function* count(n) {
    if (n < 0) throw new RangeError();
    for (let i = 0; !n || i < n; i++) yield i;
}
module.exports = { count };
"""
JAVA = """\
import java.util.*;
import java.util.stream.*;
public class S {
    static Iterator<Integer> count(int n) {
        if (n < 0) throw new IllegalArgumentException();
        IntStream all = IntStream.iterate(0, i -> i + 1);
        return (n == 0 ? all : all.limit(n)).boxed().iterator();
    }
}
"""
ITERATORS = {"python": ("s.py", PYTHON), "javascript": ("s.js", JAVASCRIPT), "java": ("S.java", JAVA)}
ITERATOR_CASES = """\
  - {name: endless, clause: same, calls: [{function: count, args: [0], elements: 3, returns: [0, 1, 2]}]}
  - {name: short, clause: same, calls: [{function: count, args: [2], elements: 9, returns: [0, 1]}]}
  - {name: short-wrong, clause: same, calls: [{function: count, args: [4], elements: 9, returns: [0, 1]}]}
  - {name: unread-wrong, clause: same, calls: [{function: count, args: [2], returns: [0, 1]}]}
  - name: raises
    clause: same
    calls: [{function: count, args: [-1], elements: 1, raises: ValueError|RangeError|IllegalArgumentException}]
"""


@pytest.mark.parametrize("language", ITERATORS)
def test_so_many_items_of_an_iterator_are_taken(language: str, tmp_path: Path) -> None:
    name, text = ITERATORS[language]
    assignment = loaded(course(tmp_path, SPEC.format(language, ITERATOR_CASES)))
    grade = graded(assignment, write(tmp_path / "handed-in", {name: text}))
    verdicts = {case.name: case.verdict.name for case in grade.cases}
    assert verdicts == {name: "WA" if name.endswith("-wrong") else "AC" for name in verdicts}
