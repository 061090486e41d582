"""Every member of the family of checkers keeps to its protocol."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

import msgspec
import pytest

from harness.checkers import FAMILY, BaseChecker, Checker, Context, checker_of
from harness.checkers.text import Text
from harness.model.finding import Finding
from harness.model.run import Run

# A proper way to write each checker, what it accepts and what it refuses.
WRITTEN: dict[str, tuple[dict[str, Any], bytes, bytes]] = {
    "lines": ({"text": "a\nb\n"}, b"b\na\n", b"a\nc\n"),
    "one-of": ({"texts": ["a\n", "b\n"]}, b"b\n", b"c\n"),
    "python": ({"function": "not_empty"}, b"x", b""),
    "regex": ({"pattern": "a+\n"}, b"aaa\n", b"b\n"),
    "text": ({"text": "a\n"}, b"a\n", b"b\n"),
    "tokens": ({"text": "1 2"}, b"1\n2\n", b"1 3"),
}


def tag(checker: type[BaseChecker]) -> str:
    return str(checker.__struct_config__.tag)


def made(name: str) -> BaseChecker:
    found: BaseChecker = msgspec.convert({"check": name, **WRITTEN[name][0]}, Checker)
    return found


def judged(checker: BaseChecker, actual: bytes) -> tuple[Finding, ...]:
    def not_empty(run: Run, expected: bytes | None) -> tuple[Finding, ...]:
        assert expected is None
        return () if run.stdout else (Finding("it is empty"),)

    text = checker.expected_text()
    return checker.compare(
        actual, None if text is None else text.encode(), Context(Run(stdout=actual), {"not_empty": not_empty})
    )


def documented(checker: type[BaseChecker]) -> set[str]:
    """The fields that are followed by a text of their own, in the class or a base of it."""
    found: set[str] = set()
    for one in checker.__mro__:
        if one.__module__.startswith("harness.checkers"):
            body = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
            assert isinstance(body, ast.ClassDef)
            for statement, following in zip(body.body, body.body[1:], strict=False):
                if isinstance(statement, ast.AnnAssign) and isinstance(following, ast.Expr):
                    found.add(ast.unparse(statement.target))
    return found


def test_the_family_is_what_the_spec_format_promises() -> None:
    assert [tag(checker) for checker in FAMILY] == sorted(WRITTEN)


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_is_a_frozen_record_that_refuses_unknown_keys(checker: type[BaseChecker]) -> None:
    options = checker.__struct_config__
    assert options.frozen
    assert options.forbid_unknown_fields
    assert options.tag_field == "check"


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_is_documented_field_by_field(checker: type[BaseChecker]) -> None:
    assert checker.__doc__
    assert {field.name for field in msgspec.structs.fields(checker)} == documented(checker)


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_has_a_json_schema(checker: type[BaseChecker]) -> None:
    schema = msgspec.json.schema(checker)
    properties = schema["$defs"][checker.__name__]["properties"]
    assert properties["check"] == {"enum": [tag(checker)]}
    assert set(properties) == {"check", *(field.name for field in msgspec.structs.fields(checker))}


@pytest.mark.parametrize("name", WRITTEN)
def test_accepts_what_is_right_and_tells_what_is_wrong(name: str) -> None:
    checker, (_, right, wrong) = made(name), WRITTEN[name]
    assert checker.problems() == ()
    assert judged(checker, right) == ()
    (finding,) = judged(checker, wrong)
    assert finding.message


@pytest.mark.parametrize("name", WRITTEN)
def test_is_pure(name: str) -> None:
    checker, (_, _, wrong) = made(name), WRITTEN[name]
    before = msgspec.json.encode(checker)
    assert judged(checker, wrong) == judged(checker, wrong)
    assert msgspec.json.encode(checker) == before


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("odd", [b"", b"\0", b"\xff\xfe", b"\n" * 100, b"\r", b"x" * 70000, "\u2013\u00a0".encode()])
def test_survives_any_bytes(name: str, odd: bytes) -> None:
    for finding in judged(made(name), odd):
        assert len(finding.expected or b"") < 5000
        assert len(finding.actual or b"") < 5000


@pytest.mark.parametrize("name", WRITTEN)
def test_survives_a_round_trip(name: str) -> None:
    checker = made(name)
    assert msgspec.json.decode(msgspec.json.encode(checker), type=Checker) == checker


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError, match="txt"):
        msgspec.convert({"check": "text", "txt": "a"}, Checker)


def test_a_bare_text_is_expected_exactly() -> None:
    assert checker_of("a\n") == Text(text="a\n")
    regex = made("regex")
    assert checker_of(regex) is regex
