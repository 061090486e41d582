"""A student's name, as a report writes it, is text for every reader: no link, image, code, cell, HTML or formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import by_ending
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded

NAMES = [
    "![](https://example.org/x.png)", "[a](javascript:alert(1))", "`code`", "a`b`c", "a\\|b", "a|b", "\\", "**bold**",
    "<img src=x>", "&lt;b&gt;", "https://example.org", "www.example.org", "a@example.org", "~~x~~", "# head", "- item",
    "1. one", "_x_", "[x]: /url", "a\nb", "=1+1", "x;=1+1", "x,=1+1", "\uff1d1+1", "x; \uff1d1+1", "+1", "-1",
    "@SUM(1)", "'=1", '"=1', '";=1', "\t=1", "x;\t-1", "|=1", "O'Neill-Smith", "Jos\u00e9 \u00c5ngstr\u00f6m",
]  # fmt: skip
_TEXT_ALONE = {
    "heading_open", "heading_close", "inline", "table_open", "table_close", "thead_open", "thead_close", "tbody_open",
    "tbody_close", "tr_open", "tr_close", "th_open", "th_close", "td_open", "td_close", "code_block", "paragraph_open",
    "paragraph_close", "text", "text_special", "softbreak",
}  # fmt: skip
_SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


def rendered(tmp_path: Path, name: str, suffix: str) -> str:
    if not (tmp_path / "specs").is_dir():
        course(tmp_path)
    case = CaseGrade("two", "sum", Verdict.WA, 0.0, 5.0)
    document = Document(
        (Grade(name, "sum", Verdict.WA, (case,), 0.0, 5.0),), Unconfined().level, {"sum": loaded(tmp_path)}
    )
    return by_ending(f"report{suffix}").render(document).decode()


def check_markdown(text: str) -> None:
    tokens = MarkdownIt("gfm-like").parse(text)
    every = [token for outer in tokens for token in (outer, *(outer.children or ()))]
    assert {token.type for token in every} <= _TEXT_ALONE
    rows = [token for token in tokens if token.type == "tr_open"]
    cells = [token for token in tokens if token.type in {"td_open", "th_open"}]
    assert (len(rows), len(cells)) == (4, 16), "two tables of two rows with four cells each"


def check_csv(text: str, separator: str) -> None:
    for row in csv.reader(io.StringIO(text), delimiter=separator):
        for cell in row:
            assert not cell.strip(' \t"').startswith(tuple(_SIGNS)), cell


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text_in_markdown(tmp_path: Path, name: str) -> None:
    check_markdown(rendered(tmp_path, name, ".md"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_name_is_no_formula(tmp_path: Path, name: str, separator: str) -> None:
    check_csv(rendered(tmp_path, name, ".csv"), separator)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(alphabet=st.one_of(st.sampled_from("=+-@;,|`![]()<>&*_~#'\"\\ \t\n:/.w\uff1d"), st.characters())))
def test_any_name_is_text(tmp_path: Path, name: str) -> None:
    check_markdown(rendered(tmp_path, name or "x", ".md"))
    for separator in ",;":
        check_csv(rendered(tmp_path, name, ".csv"), separator)
