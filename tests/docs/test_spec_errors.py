"""The page of wrong specs: what is there is what is said, and each message tells place, cause and fix."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from tests.support import ROOT


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_spec_errors", ROOT / "docs" / "make_spec_errors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = script()
PAGE = "".join(target.read_text(encoding="utf-8") for target in MAKER.TARGETS)
ENTRIES = re.findall(r"\*\*(.+?)\*\*\n\n```yaml\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_many_wrong_specs() -> None:
    assert len(ENTRIES) >= 60
    assert len({block for _, block, _ in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize(("block", "messages"), [pytest.param(*rest, id=title) for title, *rest in ENTRIES])
def test_what_the_page_says_is_what_is_said(block: str, messages: str) -> None:
    assert MAKER.messages(block) == messages


@pytest.mark.parametrize(("block", "messages"), [pytest.param(*rest, id=title) for title, *rest in ENTRIES])
def test_each_message_has_its_place_and_no_words_of_a_library(block: str, messages: str) -> None:
    del block
    for line in messages.splitlines():
        assert line == "accepted" or re.match(r"spec\.yaml:\d+(:\d+)?: \S", line)
        assert not re.search(r"`|msgspec|Traceback|NoneType|expected <|while (scanning|parsing)|\bstr\b|\bdict\b", line)


def test_the_sound_parts_are_sound() -> None:
    assert MAKER.messages("title: Sums\n") == "accepted\n"
