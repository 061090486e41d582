from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.judge.checkers.base import Context
from harness.judge.checkers.table import Csv
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding

TABLE = "city,mean,days\nLeipzig,9.25,3\nUlm,8.5,12\n"


def findings(actual: str | bytes, expected: str = TABLE, **options: Any) -> tuple[Finding, ...]:
    checker = Csv(text=expected, **options)
    assert checker.problems() == ()
    return checker.compare(actual if isinstance(actual, bytes) else actual.encode(), expected.encode(), Context())


def finding(actual: str | bytes, **options: Any) -> tuple[str, str, bytes, bytes]:
    (difference,) = findings(actual, **options)
    return str(difference.where), sentence(difference), difference.expected or b"", difference.actual or b""


@pytest.mark.parametrize(
    "actual",
    [
        TABLE,
        TABLE.replace("\n", "\r\n"),
        TABLE.rstrip("\n"),
        '"city","mean","days"\n"Leipzig","9.25","3"\n\nUlm,8.5,12\n\n',
        "\ufeff" + TABLE,
    ],
)
def test_how_a_table_is_written_does_not_count(actual: str) -> None:
    assert findings(actual) == ()


@pytest.mark.parametrize(
    ("actual", "where", "message"),
    [
        (TABLE.replace("9.25", "9.2"), "line 2", 'the value in the column "mean" differs'),
        (TABLE.replace("days", "Days"), "line 1", "the heading of column 3 differs"),
        (TABLE.replace(",12", ""), "line 3", "this row has 2 fields, and the expected one has 3"),
        (TABLE + "Bonn,1,1\nKiel,1,1\n", "line 4", "2 rows are too many"),
        ("city,mean,days\n", "", "2 rows are missing"),
        ("", "", "nothing was printed"),
        (TABLE.replace("Ulm", " Ulm"), "line 3", 'the value in the column "city" differs'),
        ('a,"b\n', "line 1", "this row has 2 fields, and the expected one has 3"),
    ],
)
def test_a_difference_is_reported_by_row_and_column(actual: str, where: str, message: str) -> None:
    assert finding(actual)[:2] == (where, message)


def test_the_rows_are_shown() -> None:
    assert finding(TABLE.replace("9.25", "9.2"))[2:] == (b"Leipzig,9.25,3", b"Leipzig,9.2,3")


def test_numbers_may_be_off() -> None:
    near = TABLE.replace("9.25", "9.2500001").replace("8.5", "8.49999").replace(",3", ",3.0")
    assert findings(near, tolerance=0.001) == ()
    assert finding(TABLE.replace("9.25", "9.3"), tolerance=0.001)[1] == 'the value in the column "mean" differs'
    assert finding(TABLE.replace("9.25", "nan"), tolerance=0.001)[1] == 'the value in the column "mean" differs'
    assert finding(TABLE.replace("Ulm", "8"), tolerance=100.0)[1] == 'the value in the column "city" differs'


def test_rows_may_come_in_any_order_after_the_heading() -> None:
    turned = "city,mean,days\nUlm,8.5001,12\nLeipzig,9.25,3\n"
    assert findings(turned, order="any", tolerance=0.001) == ()
    assert finding(turned, order="any") == (
        "line 2", 'the value in the column "mean" differs', b"Ulm,8.5,12", b"Ulm,8.5001,12",
    )  # fmt: skip
    assert finding(TABLE + "Ulm,8.5,12\n", order="any")[1] == "1 row is too many"
    assert finding("Ulm,8.5,12\ncity,mean,days\nLeipzig,9.25,3\n", order="any")[0] == "line 1"


def test_a_table_without_a_heading_has_columns_by_number() -> None:
    (difference,) = findings("1,2\n3,5\n", "1,2\n3,4\n")
    assert sentence(difference) == "the value in column 2 differs"
    (difference,) = findings("1,9\n", "1,2\n")
    assert sentence(difference) == "the value in column 2 differs"


def test_what_is_ignored_and_other_delimiters() -> None:
    assert findings(TABLE.upper().replace(",", " , "), ignore=("case", "blanks")) == ()
    assert findings(TABLE.replace(",", ";"), TABLE.replace(",", ";"), delimiter=";") == ()
    assert findings(TABLE.replace(",", "\t"), TABLE.replace(",", "\t"), delimiter="\t") == ()


def test_a_field_without_end_is_no_table() -> None:
    assert finding(b'a,"' + b"x" * 200_000)[1].startswith("what was written cannot be read as a table")


def test_many_rows_in_any_order_are_compared_in_time() -> None:
    rows = [f"{number},{number / 7:.6f}" for number in range(3000)]
    wanted = "\n".join(["n,x", *rows])
    turned = "\n".join(["n,x", *(f"{row}1" for row in reversed(rows))])
    assert findings(turned, wanted, order="any", tolerance=1e-4) == ()


@pytest.mark.parametrize(
    ("actual", "message"),
    [
        (b"a,b\n" * 4_000_000, "3999997 rows are too many"),
        (b"," * 16_000_000, "what was written cannot be read as a table"),
        (b"\n" * 16_000_000 + b"x\n", "this row has 1 field, and the expected one has 3"),
        (b'"' * 1_000_001, "what was written cannot be read as a table"),
    ],
    ids=["rows", "fields", "lines", "quotes"],
)
@pytest.mark.parametrize("order", ["given", "any"])
def test_endless_outputs_are_refused_in_time(actual: bytes, message: str, order: str) -> None:
    assert finding(actual, order=order)[1].startswith(message)


@pytest.mark.parametrize("options", [{"delimiter": '"'}, {"tolerance": float("inf")}, {}])
def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    checker: Any = Csv
    assert len(checker(**({"text": TABLE} if options else {}), **options).problems()) == 1


def test_a_delimiter_is_one_character() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"check": "csv", "text": "a", "delimiter": "::"}, Csv)


@given(st.binary(max_size=200), st.sampled_from(["given", "any"]))
def test_any_bytes_are_borne(actual: bytes, order: Any) -> None:
    for each in findings(actual, order=order, tolerance=0.1):
        assert sentence(each)
