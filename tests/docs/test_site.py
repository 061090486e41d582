"""The site's hook: what a page of the checkout becomes on the site."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, expect

from docs.site_pages import on_page_markdown
from tests.reports.pages import browser
from tests.support import PATIENCE_S, ROOT


def on_site(markdown: str, name: str = "cases.md") -> str:
    return on_page_markdown(markdown, page=SimpleNamespace(file=SimpleNamespace(src_uri=name)))


@pytest.mark.parametrize(("named", "title"), [("`a/b.yaml`", "a/b.yaml"), ("`b`, continued", "b, continued")])
def test_the_name_above_a_block_becomes_its_title(named: str, title: str) -> None:
    assert on_site(f"Text.\n\n{named}:\n\n```yaml\nx: 1\n```\n") == f'Text.\n\n```yaml title="{title}"\nx: 1\n```\n'


def test_a_name_inside_a_sentence_stays() -> None:
    text = "Look into `a.yaml`:\n\n```yaml\nx: 1\n```\n"
    assert on_site(text) == text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=PATIENCE_S, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    return target


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as running:
        yield running


def test_search_works_from_the_disk_and_asks_no_server(site: Path, chromium: Browser) -> None:
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "kinds" / "run.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("interactor")
    expect(page.locator(".md-search-result__item").first).to_contain_text("nteractor")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == []


def test_a_copied_session_holds_its_commands_alone(site: Path, chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto((site / "audit.html").as_uri())
    session = page.locator("code:has(.gp)").first
    copied = session.evaluate("e => { e.setAttribute('data-md-copying', ''); return e.innerText }")
    assert copied.strip() == "harness audit class"
