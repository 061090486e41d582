"""JSON is compared as values; the first difference is reported by its path; nothing hostile hangs or fails."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.json_value import Json
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding


def judged(actual: bytes | str, expected: str, **options: Any) -> tuple[Finding, ...]:
    text = actual if isinstance(actual, bytes) else actual.encode()
    return Json(text=expected, **options).compare(text, expected.encode(), Context())


def said(actual: bytes | str, expected: str, **options: Any) -> str:
    (finding,) = judged(actual, expected, **options)
    return sentence(finding)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        ('{"b": 2,\r\n\t"a": 1}\n', '{"a":1,"b":2}'),
        ("[1.0, 1e2, -0]", "[1, 100, 0]"),
        ('"\\u00e9"', '"é"'),
        ("\ufeffnull", "null"),
        ("1" + "0" * 5000, "1e5000"),
        ("1e99999999999999999999", "2e99999999999999999999"),
        ("[]", "[ ]"),
    ],
)
def test_equal_values(actual: str, expected: str) -> None:
    assert judged(actual, expected) == ()


@pytest.mark.parametrize(
    ("actual", "expected", "words"),
    [
        ('{"items": [1, 2, {"price": 3}]}', '{"items": [1, 2, {"price": 4}]}', "the value at $.items[2].price differs"),
        ("1", "true", "$ is a number, expected true or false"),
        ("0", "false", "$ is a number, expected true or false"),
        ('"1"', "1", "$ is a string, expected a number"),
        ("null", "{}", "$ is null, expected a JSON object"),
        ('{"a": 1}', '{"a": 1, "b c": 2}', 'the object at $ lacks the key "b c"'),
        ('[{"a": 1, "b": 2}]', '[{"a": 1}]', 'the object at $[0] has the key "b", which is too many'),
        ("[1, 2]", "[1]", "the array at $ has 2 items, expected 1"),
        ("[1]", "[1, 2]", "the array at $ has 1 item, expected 2"),
        ("[2, 1]", "[1, 2]", "the value at $[0] differs"),
        ('{"a b": [1]}', '{"a b": [2]}', 'the value at $["a b"][0] differs'),
        ("0.30000000000000004", "0.3", "the value at $ differs"),
        ('"a"', '"A"', "the value at $ differs"),
        ("", "1", "nothing was printed"),
        ("9007199254740993", "9007199254740992", "the value at $ differs"),
    ],
)
def test_the_first_difference_is_reported_by_its_path(actual: str, expected: str, words: str) -> None:
    assert said(actual, expected) == words


def test_what_is_no_json_is_reported_by_line_and_column() -> None:
    assert said('{"a": 1,\n "b" 2}', "{}") == "line 2, column 6: this is no JSON: a colon is missing"
    assert said('{"é": nul}', "{}") == "line 1, column 7: this is no JSON: a value is missing"
    assert said("\ufeff{} {}", "{}").startswith("line 1, column ")
    assert "no NaN" in said("[NaN]", "{}")
    assert "not UTF-8" in said(b'"\xff"', "{}")
    assert "a text has no end" in said('"abc', "{}")


@pytest.mark.parametrize(("tolerance", "right"), [(0.01, True), (0.0001, False)])
def test_numbers_may_be_off(*, tolerance: float, right: bool) -> None:
    assert (judged("[3.14]", "[3.1416]", tolerance=tolerance) == ()) is right


def test_a_tolerance_takes_no_infinite_number() -> None:
    assert judged("1e999999", "1", tolerance=0.5)
    assert judged("[-1e999999]", "[1e999999]", tolerance=0.5)


@pytest.mark.parametrize(
    ("actual", "expected", "words"),
    [
        ("[3, 1, 2]", "[1, 2, 3]", None),
        ('[{"a": [2, 1]}, {"a": []}]', '[{"a": []}, {"a": [1, 2]}]', None),
        ("[1, 1, 2]", "[1, 2, 2]", "the value at $[1] differs"),
        ("[1]", "[1, 1]", "in the array at $ 1 item is missing"),
        ("[1, 1, 1]", "[1]", "in the array at $ 2 items are too many"),
        ("[5, 6, 1]", "[1, 2, 3]", "in the array at $ 2 items are missing and 2 items are too many"),
        ('[{"k": 1, "v": [1]}, 2]', '[2, {"k": 1, "v": [9]}]', "the value at $[0].v[0] differs"),
        ("[true]", "[1]", "$[0] is true or false, expected a number"),
    ],
)
def test_items_may_come_in_any_order(actual: str, expected: str, words: str | None) -> None:
    findings = judged(actual, expected, order="any")
    assert [sentence(finding) for finding in findings] == ([] if words is None else [words])


def test_items_in_any_order_within_a_tolerance_find_their_partners() -> None:
    """The first may stand for either, the second for one alone."""
    assert judged("[1.0, 1.1]", "[1.05, 0.95]", order="any", tolerance=0.06) == ()
    assert judged("[1.0, 1.1]", "[0.95, 0.96]", order="any", tolerance=0.06)


@pytest.mark.parametrize(
    "hostile",
    [
        b"[" * (16 << 20),
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000,
        b"[" + b"1," * (8 << 20) + b"1]",
        b"9" * (1 << 20),
        b"1e" + b"9" * (1 << 20),
        b"[" * 900 + b"]" * 900,
        b'"' + b"x" * (16 << 20) + b'"',
        b'{"' + b"x" * (1 << 20) + b'": 1}',
        b" " * (16 << 20),
        b"\xff" * (16 << 20),
    ],
    ids=lambda hostile: hostile[:6].hex(),
)
@pytest.mark.parametrize("expected", ["[1]", '{"a": [1, 2]}', "1"])
def test_hostile_output_is_reported_soon_and_in_few_words(hostile: bytes, expected: str) -> None:
    began = time.process_time()
    for order in ("given", "any"):
        (finding,) = judged(hostile, expected, order=order, tolerance=0.1)
        assert sentence(finding)
        assert max(len(finding.expected or b""), len(finding.actual or b"")) < 5000
        assert all(len(str(value)) < 5000 for value in finding.params.values())
    assert time.process_time() - began < 20


def test_a_large_right_output_is_right() -> None:
    values = [{"id": number, "name": f"n{number}"} for number in range(20_000)]
    assert judged(json.dumps(values, indent=4), json.dumps(values)) == ()
    assert judged(json.dumps(values[::-1]), json.dumps(values), order="any") == ()


def test_an_expected_text_that_is_no_json_is_a_problem_of_the_spec() -> None:
    assert Json(text="{").problems() == ("the expected text is no JSON",)
    assert Json(text="{}", tolerance=float("nan")).problems()
    assert Json().problems()
