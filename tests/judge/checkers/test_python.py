from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.judge.checkers import Context
from harness.judge.checkers.python import Python
from harness.model.finding import Finding
from harness.model.run import Run


def at_most(run: Run, expected: bytes | None, *, most: int = 3) -> Iterator[Finding]:
    if len(run.stdout) > most:
        yield Finding(f"more than {most}", expected=expected)


def judged(checker: Python, output: bytes, expected: bytes | None = None) -> tuple[Finding, ...]:
    return checker.compare(output, expected, Context(Run(stdout=output), {"at_most": at_most}))


def test_the_function_judges() -> None:
    checker = Python(function="at_most")
    assert checker.function_names() == ("at_most",)
    assert judged(checker, b"abc") == ()
    assert judged(checker, b"abcd", b"x") == (Finding("more than 3", expected=b"x"),)


def test_options_are_keyword_arguments() -> None:
    assert judged(Python(function="at_most", options={"most": 4}), b"abcd") == ()


def test_the_golden_is_asked_for() -> None:
    assert not Python(function="at_most").needs_golden()
    assert Python(function="at_most", golden=True).needs_golden()


def test_exceptions_pass_through() -> None:
    with pytest.raises(TypeError):
        judged(Python(function="at_most", options={"least": 4}), b"abcd")
    with pytest.raises(KeyError):
        judged(Python(function="unknown"), b"")


def test_a_function_must_be_named() -> None:
    assert len(Python(function="").problems()) == 1
    assert Python(function="at_most").problems() == ()
