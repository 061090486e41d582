"""Two sides of a message that look the same say in what they differ."""

from __future__ import annotations

import math
from typing import Any

import pytest

from harness.grading.verdicts.calls.call_findings import call_findings
from harness.grading.verdicts.calls.distinguish import distinguish
from harness.grading.verdicts.calls.equality import Equality
from harness.grading.verdicts.calls.values import abbreviated_pair, show, shown_as_in
from harness.judge.checkers import Context
from harness.judge.messages.translator import sentence
from harness.language.driver import drivers
from harness.model.result import CallResult
from harness.model.run import Run
from harness.spec.format.model import Call

PYTHON = drivers()["python"].rules
CYRILLIC_A = "\N{CYRILLIC SMALL LETTER A}"


def printed(expected: Any, actual: Any, language: str = "python") -> tuple[str, str]:
    rules = drivers()[language].rules
    with shown_as_in(rules):
        wanted, came = distinguish(expected, actual, Equality(rules).same)
        return show(wanted), show(came)


@pytest.mark.parametrize(
    ("expected", "actual", "shown"),
    [
        (1, "1", ("1 (int)", '"1" (str)')),
        ("1", 1, ('"1" (str)', "1 (int)")),
        (True, 1, ("True (bool)", "1 (int)")),
        (False, 0, ("False (bool)", "0 (int)")),
        (1.0, 1, ("1.0 (float)", "1 (int)")),
        (True, "True", ("True (bool)", '"True" (str)')),
        (None, "None", ("None (NoneType)", '"None" (str)')),
        (math.nan, "nan", ("nan (float)", '"nan" (str)')),
        ({"!number": "nan"}, "NaN", ("nan (float)", '"NaN" (str)')),
        (1, {"!repr": "1"}, ("1 (int)", "1 (object)")),
        ([1, 2], {"!tuple": [1, 2]}, ("[1, 2] (list)", "(1, 2) (tuple)")),
        ({"!set": [1]}, [1], ("{1} (set)", "[1] (list)")),
        ("", [], ('"" (str)', "[] (list)")),
        ([1, [2, 3]], [1, ["2", 3]], ("[1, [2 (int), 3]]", '[1, ["2" (str), 3]]')),
        ({"a": 1}, {"a": "1"}, ('{"a": 1 (int)}', '{"a": "1" (str)}')),
        ({"a": 1, "b": 2}, {"b": "2", "a": 1}, ('{"a": 1, "b": 2 (int)}', '{"b": "2" (str), "a": 1}')),
        ({"1": "x"}, {"!map": [[1, "x"]]}, ('{"1" (str): "x"}', '{1 (int): "x"}')),
        ({"!tuple": [1, 2]}, {"!tuple": [1, 2.0]}, ("(1, 2 (int))", "(1, 2.0 (float))")),
    ],
)
def test_types_are_named_where_values_look_alike(expected: Any, actual: Any, shown: tuple[str, str]) -> None:
    assert printed(expected, actual) == shown


@pytest.mark.parametrize(
    ("expected", "actual"),
    [(1, 2), (1, "2"), (None, 0), ("a", "b"), ([1], [1, 2]), ([1], [2]), ("*", 3), (["*", 1], [5, 1]), ({}, {"a": 1})],
)
def test_nothing_is_added_to_what_differs_plainly_or_is_right(expected: Any, actual: Any) -> None:
    with shown_as_in(PYTHON):
        assert printed(expected, actual) == (show(expected), show(actual))


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("java", ("1 (int)", '"1" (string)')),
        ("javascript", ("1 (number)", '"1" (string)')),
        ("cpp", ("1 (int)", '"1" (string)')),
    ],
)
def test_each_language_has_its_words(language: str, shown: tuple[str, str]) -> None:
    assert printed(1, "1", language) == shown


def test_characters_that_look_alike_are_named() -> None:
    assert printed("cat", f"c{CYRILLIC_A}t") == (
        '"cat" (character 2: U+0061 LATIN SMALL LETTER A)',
        f'"c{CYRILLIC_A}t" (character 2: U+0430 CYRILLIC SMALL LETTER A)',
    )
    composed, decomposed = "\u00e9", "e\u0301"
    assert printed(composed, decomposed)[1].endswith("(character 1: U+0065 LATIN SMALL LETTER E)")
    assert printed("ab", "ab\u200b") == ('"ab" (2 characters)', '"ab\u200b" (character 3: U+200B ZERO WIDTH SPACE)')


def test_long_values_are_shown_from_shortly_before_the_difference() -> None:
    wanted, came = abbreviated_pair([*range(100)], [*range(99), "99"])
    assert wanted != came
    assert (wanted[-4:], came[-6:]) == (" 99]", ' "99"]')
    assert max(len(wanted), len(came)) <= 60
    assert abbreviated_pair(1, 2) == ("1", "2")
    assert abbreviated_pair("x" * 70, "x" * 70 + "y")[1].endswith('y"')


@pytest.mark.parametrize(
    ("call", "result", "text"),
    [
        (
            Call(function="f", returns=1),
            CallResult("f", (), "1"),
            'f() returned "1" (str), expected 1 (int)',
        ),
        (
            Call(function="f", args=([[0]],), after=([[1]],)),
            CallResult("f", ([[0]],), None, ([[True]],)),
            "after f([[0]]) argument 1 is not what it must be: its square [0][0] is True (bool) and must be 1 (int)",
        ),
        (
            Call(function="f", of="$a", fields={"n": "1"}),
            CallResult("f", (), None, fields={"n": 1}),
            'after a.f() the field n is 1 (int), expected "1" (str)',
        ),
    ],
)
def test_sentences_on_calls(call: Call, result: CallResult, text: str) -> None:
    with shown_as_in(PYTHON):
        (finding,) = call_findings(call, result, Context(Run(b"", b"", 0), {}), PYTHON)
    assert sentence(finding) == text
    assert finding.expected != finding.actual
