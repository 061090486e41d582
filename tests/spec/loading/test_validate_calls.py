"""What a step of a case may say: each mistake of an author's is reported before anything runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.course.assignments import load_course
from harness.model.errors import SpecError
from tests.support import course, loaded

SPEC = "title: T\nlanguage: {language}\nclauses:\n  a: {{text: Right., points: 1}}\ncases:\n  - {case}\n"
NEW = {"new": "Account", "keep": "account"}


def load(root: Path, *calls: dict[str, Any], language: str = "java", **keys: Any) -> None:
    case = {"name": "one", "clause": "a", "calls": list(calls), **keys}
    text = SPEC.format(language=language, case=json.dumps(case))
    loaded(course(root, text, beside={"checks.py": "def near(value):\n    return value > 1\n"}))


def test_objects_and_values_as_they_should_be(tmp_path: Path) -> None:
    load(
        tmp_path,
        {"new": "Account", "args": ["Ann", 1.0], "keep": "account", "fields": {"balance": {"!check": "near"}}},
        {"of": "$account", "function": "deposit", "args": [1.0], "returns": 2.0, "tolerance": {"relative": 1e-9}},
        {"of": "$account", "function": "withdraw", "args": [9.0], "raises": "Error", "message": {"text": "no"}},
        {"of": "Account", "function": "count", "args": [[{"!var": "account"}], "$n", {"!text": "$n"}]},
        {"of": "$account", "fields": {"balance": 2.0}},
        let={"n": 1},
    )


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ([{"args": [1]}], 'calls[0]: give exactly one of "function" and "new"'),
        ([{"function": "f", "returns": 1, "raises": "E"}], "calls[0].returns: a call that raises an exception returns"),
        (
            [NEW, {"function": "account.deposit", "args": [1]}],
            "calls[1].function: a method of what an earlier step kept is written of: $account, function: deposit",
        ),
        ([{"function": "f", "new": "C"}], 'calls[0]: give exactly one of "function" and "new"'),
        ([{"of": "C", "fields": {"a": 1}}], 'calls[0]: give exactly one of "function" and "new"'),
        ([NEW, {"new": "C", "of": "$account"}], 'calls[1].new: a new object has no "of" and no "returns"'),
        ([{"new": "C", "returns": 1}], 'calls[0].new: a new object has no "of" and no "returns"'),
        ([{"function": "f", "fields": {"a": 1}}], "calls[0].fields: say whose fields"),
        ([{"function": "f", "message": "no"}], 'calls[0].message: it is what the exception says; give "raises" too'),
        ([{"new": "C", "keep": "c", "raises": "E"}], "calls[0].keep: a call that must raise"),
        ([{"new": "C", "keep": "a b"}], 'calls[0].keep: the name "a b"'),
        ([NEW, {"of": "$acount", "function": "f"}], 'calls[1].of: no "let" and no earlier "keep"'),
        ([NEW, {"of": "$acount", "function": "f"}], 'did you mean "account"?'),
        ([{"of": "$account", "function": "f"}, NEW], 'calls[0].of: no "let" and no earlier "keep"'),
        ([NEW, {"of": "account", "function": "f"}], 'calls[1].of: "account" is an object that an earlier step kept'),
        ([{"new": "Account()"}], 'calls[0].new: "Account()" is no name; write arguments in "args"'),
        ([{"function": "f(1, 2)"}], 'calls[0].function: "f(1, 2)" is no name'),
        ([{"function": "f", "args": ["$5"]}], "a text that begins so is written !text"),
        ([{"function": "f", "args": [[{"!var": "b"}]]}], 'has the variable "$b"; known: none'),
        ([{"function": "f", "args": [{"!approx": {"value": 1}}]}], "calls[0].args[0]: !approx says what is expected"),
        ([{"function": "f", "args": [[{"!any": None}]]}], "!any says what is expected"),
        ([{"function": "f", "returns": [{"!check": "neer"}]}], 'calls[0].returns: checks.py has no function "neer"'),
        ([{"function": "f", "stdout": {"check": "python", "function": "neer"}}], "calls[0].stdout: checks.py has no"),
        ([{"function": "f", "stdout": {"golden": True}}], "calls[0].stdout: a call has no golden"),
        ([{"function": "f", "raises": "E", "message": {"check": "regex", "pattern": "("}}], "calls[0].message: "),
        ([{"function": "f", "tolerance": -1}], "tolerance"),
        ([{"function": "f", "tolerance": {"relativ": 1}}], "relativ"),
    ],
)
def test_what_a_call_cannot_say(tmp_path: Path, calls: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        load(tmp_path, *calls)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("calls", "message"),
    [([{"new": "C"}], "C has no classes"), ([{"of": "C", "function": "f"}], "C has no classes")],
)
def test_c_has_no_classes(tmp_path: Path, calls: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        load(tmp_path, *calls, language="c")


@pytest.mark.parametrize(
    ("key", "value"),
    [("keep", "x"), ("new", "x"), ("of", "x"), ("tolerance", 1), ("fields", {"a": 1}), ("message", "x")],
)
def test_goals_of_prolog_have_no_objects(tmp_path: Path, key: str, value: Any) -> None:
    with pytest.raises(SpecError, match=f'"{key}" is not for Prolog'):
        load(tmp_path, {"function": "f", key: value}, language="prolog")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("any", 'one: .*calls: with "language: any" no functions can be called; languages with calls: .*java'),
        ("perl", 'calls: no functions of the language "perl" can be called; languages with calls: .*python'),
    ],
)
def test_functions_of_a_language_without_a_driver_are_an_error_of_the_spec(
    tmp_path: Path, language: str, message: str
) -> None:
    case = "{name: one, clause: a, calls: [{function: f, returns: 1}]}"
    root = course(tmp_path, SPEC.format(language=language, case=case))
    with pytest.raises(SpecError, match=message.removeprefix("one: ")):
        load_course(root / "specs")


def test_a_key_that_yaml_takes_for_true_is_reported_as_it_was_written(tmp_path: Path) -> None:
    case = "{name: one, clause: a, calls: [{new: C, keep: c}, {on: $c, function: f}]}"
    with pytest.raises(SpecError, match='unknown key "on", which YAML takes for true; it is called "of" here'):
        loaded(course(tmp_path, SPEC.format(language="java", case=case)))


def test_elements_are_for_pointers_and_iterators(tmp_path: Path) -> None:
    call = {"function": "f", "elements": 3, "returns": [1]}
    load(tmp_path / "java", call)
    with pytest.raises(SpecError, match='"elements" is for pointers of C, and iterators of Java'):
        load(tmp_path / "cpp", call, language="cpp")
