"""Expressions that are compiled when they are used: none is wrong, and they do what compiled ones do."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping

import pytest

import harness
from harness.model.patterns import lazy_regex


def _expressions(values: Mapping[str, object]) -> Iterator[object]:
    """The lazy expressions among a module's values and in its tables, which may hold themselves."""
    left: list[object] = [value for name, value in values.items() if not name.startswith("__")]
    seen: set[int] = set()
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if type(value).__name__ == "_LazyPattern":
            yield value
        elif isinstance(value, dict):
            left.extend(value.values())
        elif isinstance(value, tuple | list):
            left.extend(value)


def test_every_expression_of_the_harness_compiles() -> None:
    count = 0
    for entry in pkgutil.walk_packages(harness.__path__, "harness."):
        if "_program" in entry.name or entry.name.endswith("__main__"):
            continue  # parts of drivers are programs of their own
        for expression in _expressions(vars(importlib.import_module(entry.name))):
            assert getattr(expression, "pattern"), entry.name  # noqa: B009 - the stand-in has no such type
            count += 1
    assert count > 100


def test_it_matches_as_a_compiled_expression_does() -> None:
    expression = lazy_regex(rb"(\w+)=(\d+)", re.IGNORECASE)
    assert expression.findall(b"A=1, b=22") == re.compile(rb"(\w+)=(\d+)", re.IGNORECASE).findall(b"A=1, b=22")
    assert expression.sub(rb"\2", b"a=1") == b"1"
    assert expression.flags & re.IGNORECASE


def test_a_text_without_what_is_needed_costs_no_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    expression = lazy_regex(r"(\w+)_x_(\d+)", needs="_x_")
    with monkeypatch.context() as patch:
        patch.setattr(re, "compile", lambda *_: pytest.fail("it was compiled"))
        assert not any((expression.fullmatch("sam"), expression.match("sam"), expression.search("sam")))
    match = expression.fullmatch("sam_x_1")
    assert match is not None
    assert match.groups() == ("sam", "1")
    assert expression.match("_sam_x_1!", 1) is not None
    assert expression.fullmatch("_x_") is None
    assert expression.pattern == r"(\w+)_x_(\d+)"


def test_texts_with_what_is_needed_cost_one_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    expression, compiled, compile_text = lazy_regex(r"(\w+)_x_(\d+)", needs="_x_"), list[str](), re.compile

    def noted(text: str, flags: int) -> re.Pattern[str]:
        compiled.append(text)
        return compile_text(text, flags)

    monkeypatch.setattr(re, "compile", noted)
    assert [expression.fullmatch(text) is None for text in ("a_x_1", "b_x_2", "b", "_x_")] == [False, False, True, True]
    assert compiled == [r"(\w+)_x_(\d+)"]
