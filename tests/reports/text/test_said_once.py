"""What is shown is shown once, and what is named is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.picture import Picture
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.text.screen import screen_text
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded


def shown(tmp_path: Path, *cases: CaseGrade, notes: tuple[Finding, ...] = ()) -> str:
    grade = Grade("ann", "sum", Verdict.WA, cases, 0.0, 10.0, notes)
    return screen_text(Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path))}))


def wrong(name: str, finding: Finding) -> CaseGrade:
    return CaseGrade(name, f"of-{name}", Verdict.WA, 0.0, 5.0, (finding,))


def returned(name: str, lines: int) -> CaseGrade:
    place, call = Place(part="returned-value"), f"{name}(1)"
    return wrong(name, Finding.of("wrong-return", place, b"1\n" * lines, b"0\n" * lines, call=call, wanted="1"))


def test_a_note_shows_the_code_of_its_line(tmp_path: Path) -> None:
    where = Place(path="a.cc", line=3, column=5, function="f", source=b"    f() && g() || h();")
    lines = shown(tmp_path, returned("f", 1), notes=(Finding.of("suspicious-code", where, what="and-or"),)).splitlines()
    at = next(number for number, text in enumerate(lines) if "3 │" in text)
    assert lines[at - 2].startswith("  note: a.cc, line 3, column 5, in f: ")
    assert lines[at : at + 2] == ["         3 │     f() && g() || h();", " " * 17 + "^"]


@pytest.mark.parametrize(
    ("text", "lines", "message", "is_drawn"),
    [
        ("step 1   2 1\nright    1 2\n", 1, "All go to the right.", False),
        ("start    3 3\nstep 1   2 1\n", 1, "From 3 3 it goes to the right.", False),
        ("start    3 3\nstep 1   2 1\n", 1, "All go to the right.", True),  # where it began stands nowhere else
        ("Q .\n. Q\n", 1, "All go to the right.", True),
        ("1 2\n2 1\n", 1, "All go to the right.", False),
        ("1 2\n1 2\n", 1, "All go to the right.", True),  # two rows of one kind
        ("2 1\n1 2\n", 1, "All go to the right.", True),  # in another order
        ("size     2\n", 1, "Of 12 boards all go to the right.", True),  # no word of it
        ("step 1   2 1\n", 9, "All go to the right.", True),  # lines of which a part is shown
    ],
)
def test_what_is_shown_as_expected_and_got_is_not_drawn_again(
    tmp_path: Path, text: str, lines: int, message: str, *, is_drawn: bool
) -> None:
    picture = Picture("<svg viewBox='0 0 1 1'/>", "a board", text)
    finding = Finding(message, Place(stream="stdout"), b"1 2\n" * lines, b"2 1\n" * lines, picture=picture)
    assert ("drawn" in shown(tmp_path, wrong("two", finding))) == is_drawn


@pytest.mark.parametrize(("lines", "names"), [(8, "first"), (1, "first, second")])
def test_a_function_of_which_nothing_is_shown_is_not_named(tmp_path: Path, lines: int, names: str) -> None:
    late = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n" * lines, b"3\n" * lines, line=1)
    outputs = [replace(wrong("two", late), clause="sum"), replace(wrong("three", late), clause="other")]
    text = shown(tmp_path, returned("first", lines), returned("second", lines), *outputs)
    assert f"This may follow from {names}: fix that first." in text
