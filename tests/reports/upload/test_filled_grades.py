"""Marks in a learning system's own file of grades: the cells of one column change, and no other byte does."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model.errors import UsageError
from harness.reports.upload.filled_grades import fill

CANVAS = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,PA1 (4711),PA2 (4712),Final Score (read only)\r\n"
    "    Points Possible,,,,,10,20,(read only)\r\n"
    '"Lee, Ann",1,s1,ann,"A ""x"", B",,3.50,81.2\r\n'
    '"O\'Brien, Pat",2,s2,pat,A,"4",,\r\n'
    "Nobody Known,9,s9,who,A, 5 ,,\r\n"
    '"Student, Test",,,,,,,\r\n'
)
MOODLE = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Feedback comments\n"
    'Participant 1,Ann Lee,ann@x.edu,Submitted,,"10,00",Yes,"two\nlines, with ""quotes"""\n'
    'Participant 2,Pat,pat@x.edu,No submission,"3,00","10,00",No,\n'
    'Participant 3,Zoe,zoe@x.edu,No submission,-,"10,00",Yes,'
)
BLACKBOARD = (
    '\ufeff"Last Name"\t"First Name"\t"Username"\t"PA1 [Total Pts: 10 Score] |4711"\n"Lee"\t"Ann"\t"ann"\t""\n'
).encode("utf-16-le")


def by_number(row: Mapping[str, str]) -> int | None:
    number = row.get("id") or row.get("identifier", "").removeprefix("Participant ") or "1" * ("username" in row)
    return int(number) if number else None


def test_canvas() -> None:
    filled = fill(CANVAS.encode(), ["PA1"], by_number, {1: 7.5, 2: 10.0, 3: 1.0})
    assert filled.content.decode() == CANVAS.replace('B",,3.50', 'B",7.5,3.50').replace('A,"4"', 'A,"10"')
    assert (filled.column, sorted(filled.students), filled.changed) == ("PA1 (4711)", [1, 2], 1)
    assert filled.maximum == 10.0


def test_moodles_worksheet_with_decimal_commas_and_what_is_locked() -> None:
    filled = fill(MOODLE.encode(), ["PA1", "pa1"], by_number, {1: 7.5, 2: 10.0, 3: 0.0})
    wanted = MOODLE.replace('Submitted,,"10', 'Submitted,"7,5","10').replace("submission,-,", "submission,0,")
    assert filled.content.decode() == wanted
    assert (sorted(filled.students), list(filled.locked), filled.maximum) == ([1, 3], [4], 10.0)


def test_blackboards_utf_16() -> None:
    filled = fill(BLACKBOARD, ["PA1"], by_number, {1: 9.25})
    assert filled.content.decode("utf-16-le") == BLACKBOARD.decode("utf-16-le").replace('""\n', '"9.25"\n')


@pytest.mark.parametrize(
    ("content", "wanted", "expected"),
    [
        (CANVAS, "PA3", 'no column of the file is called "PA3"; say its whole heading with --column: '),
        (CANVAS.replace("PA2 (4712)", "PA1 (4713)"), "PA1", "several columns of the file are"),
        (CANVAS.replace('Pat",2', 'Pat",1'), "PA1", "lines 3 and 4 are of the same student"),
        ("", "PA1", "the file of grades is empty"),
    ],
)
def test_what_is_not_clear_is_refused(content: str, wanted: str, expected: str) -> None:
    with pytest.raises(UsageError) as error:
        fill(content.encode(), [wanted], by_number, {1: 1.0, 2: 2.0})
    assert expected in str(error.value)


CELLS = st.text(st.sampled_from("ab,;\"\n\t '\u00e9=+0"), max_size=6)


@given(rows=st.lists(st.lists(CELLS, min_size=4, max_size=4), max_size=6), end=st.sampled_from(["\n", "\r\n"]))
def test_every_other_cell_stays(rows: list[list[str]], end: str) -> None:
    table = io.StringIO(newline="")
    numbered = [[str(number), *row[1:]] for number, row in enumerate(rows, 1)]
    csv.writer(table, lineterminator=end).writerows([["id", "name", "PA1", "more"], *numbered])
    points = {number: number / 4 for number in range(1, len(rows) + 1)}
    before = table.getvalue()
    assert fill(before.encode(), ["PA1"], by_number, {}).content == before.encode()
    after = list(
        csv.reader(io.StringIO(fill(before.encode(), ["PA1"], by_number, points).content.decode(), newline=""))
    )
    expected = [[row[0], row[1], after[at][2], row[3]] for at, row in enumerate(numbered, 1)]
    assert after[1:] == expected
    assert [float(row[2].replace(",", ".")) for row in after[1:]] == list(points.values())
