"""Rows of tables."""

from __future__ import annotations

from typing import Literal

import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.rows import Rows
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding

RIGHT = b'"Ann",3\nBob,2.5\n"O\'Hara, Eve",NULL\n'


def judged(actual: bytes, order: Literal["any", "given"] = "any", expected: bytes = RIGHT) -> tuple[Finding, ...]:
    return Rows(golden=True, order=order).compare(actual, expected, Context())


@pytest.mark.parametrize(
    "actual",
    [
        RIGHT,
        b'Ann,3\nBob,2.5\n"O\'Hara, Eve",NULL\n',
        b'Bob,2.50\nAnn,3.0\n"O\'Hara, Eve",NULL\n',
        b'\nBob,2.5000000001\r\n\n"O\'Hara, Eve",NULL\nAnn,3\n',
    ],
)
def test_right_rows_in_any_order(actual: bytes) -> None:
    assert judged(actual) == ()


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (b"", "3 rows are missing"),
        (b"Ann,3\nBob,2.5\n", "1 row is missing"),
        (RIGHT + b"Ann,3\n", "1 row is too many"),
        (RIGHT.replace(b"2.5", b"2.6"), "1 row is missing and 1 row is too many"),
        (b"Ann,3,x\nBob,2.5,y\n", "a row has 3 columns, expected 2"),
        (b"Ann\nBob\n", "a row has 1 column, expected 2"),
        (b'"' + b"x" * (2 << 20) + b'"\n', "what was printed is no table of rows"),
    ],
)
def test_wrong_rows(actual: bytes, expected: str) -> None:
    (finding,) = judged(actual)
    assert sentence(finding) == expected
    assert len(finding.actual or b"") < 10_000


def test_rows_in_the_order_given() -> None:
    assert judged(RIGHT, "given") == ()
    (finding,) = judged(b'Bob,2.5\nAnn,3\n"O\'Hara, Eve",NULL\n', "given")
    assert sentence(finding) == "all rows are right, but not in their order from row 1 on"
    assert (finding.expected or b"").startswith(b"Ann, 3\nBob, 2.5")


def test_each_row_counts_as_often_as_it_comes() -> None:
    assert judged(b"a\na\nb\n", expected=b"b\na\na\n") == ()
    (finding,) = judged(b"a\nb\nb\n", expected=b"b\na\na\n")
    assert sentence(finding) == "1 row is missing and 1 row is too many"


def test_many_rows_and_hostile_bytes_take_no_long_time() -> None:
    rows = [b"%d,%d.1" % (number, number) for number in range(50_000)]
    text = b"\n".join(rows)
    assert judged(b"\n".join(reversed(rows)), expected=text) == ()
    assert judged(b"\xff\x00," * 1000, expected=text)[0].kind == "columns-differ"
    assert judged(b"1,1\n" * 50_000, expected=text)[0].kind == "rows-differ"
