"""The site's hook: what a page of the checkout becomes on the site."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("mkdocs")
from docs.site_pages import on_page_markdown


def on_site(markdown: str, name: str = "cases.md") -> str:
    return on_page_markdown(markdown, page=SimpleNamespace(file=SimpleNamespace(src_uri=name)))


@pytest.mark.parametrize(("named", "title"), [("`a/b.yaml`", "a/b.yaml"), ("`b`, continued", "b, continued")])
def test_the_name_above_a_block_becomes_its_title(named: str, title: str) -> None:
    assert on_site(f"Text.\n\n{named}:\n\n```yaml\nx: 1\n```\n") == f'Text.\n\n```yaml title="{title}"\nx: 1\n```\n'


def test_a_name_inside_a_sentence_stays() -> None:
    text = "Look into `a.yaml`:\n\n```yaml\nx: 1\n```\n"
    assert on_site(text) == text
