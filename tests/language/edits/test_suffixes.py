"""The files that may be changed are those for which there are changes, and a search is made for no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.language import languages
from harness.language.edits import SUFFIXES
from harness.language.edits.ordered_repairs import repairs
from harness.language.javascript.language import JavaScript
from harness.language.parsing import cpp, java, prolog, python
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded, write

_IN_C = "int f(int n) { return n + 1; }\n"
_SOURCES = {
    **dict.fromkeys(python.SUFFIXES, "def f(n):\n    return n + 1\n"),
    **dict.fromkeys(cpp.SUFFIXES, _IN_C),
    **dict.fromkeys(java.SUFFIXES, f"class A {{ {_IN_C} }}\n"),
    **dict.fromkeys(JavaScript.suffixes, "f(process.argv[2]);\n"),
    **dict.fromkeys(prolog.SUFFIXES, "f(N, M) :- M is N + 1.\n"),
}
_SPEC = """\
title: Text
language: any
clauses: {shown: {text: The output is right., points: 1}}
build:
  - run: [[cat, FILE]]
cases:
  - {name: shown, clause: shown, stdout: "right\\n"}
"""


def test_every_suffix_that_is_named_has_changes() -> None:
    """A file with any of the suffixes is changed."""
    assert {*SUFFIXES} == {*_SOURCES}
    assert [suffix for suffix, text in _SOURCES.items() if not repairs({f"a{suffix}": text.encode()}, (), ())] == []


def test_no_other_file_has_changes() -> None:
    """Whatever another file holds, nothing is changed in it."""
    suffixes = {suffix for language in languages().values() for suffix in language.suffixes} | {".txt", ""}
    others = [suffix for suffix in suffixes if not suffix.lower().endswith(SUFFIXES)]
    assert others
    assert not any(repairs({f"a{each}": text.encode()}, (), ()) for each in others for text in _SOURCES.values())


@pytest.mark.parametrize(("file", "is_searched"), [("answer.txt", False), ("answer.py", True)])
def test_a_change_is_looked_for_where_there_can_be_one(tmp_path: Path, file: str, is_searched: bool) -> None:
    """What is wrong in plain text is not run again in search of a change."""
    write(tmp_path / "answer", {file: "wrong\n"})
    assignment = loaded(course(tmp_path, _SPEC.replace("FILE", file)))
    searches: list[str] = []
    with scratch() as place:
        grader = Grader(
            {"sum": assignment}, Unconfined(), place, 1, tries_changes=True, on_search=lambda: searches.append("begun")
        )
        grader.run([Submission("ann", "sum", tmp_path / "answer")])
    assert (searches == ["begun"]) is is_searched
