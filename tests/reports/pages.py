"""Grades for tests of HTML pages, and pages opened in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no types
from msgspec import Struct, field
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.sandbox.isolation.none import Unconfined
from tests.support import PATIENCE_S, course, loaded

CHROMIUM = "/usr/bin/chromium"

SCRIPT = "<script>window.hacked = 1</script>"
HOSTILE = (
    SCRIPT,
    "</script>" + SCRIPT,
    "</title></style></pre></code>" + SCRIPT,
    "<img src=x onerror=window.hacked=1>",
    '"\' onmouseover=window.hacked=1 autofocus onfocus=window.hacked=1 x="',
    "<svg onload=window.hacked=1><foreignObject><iframe src=https://example.org></iframe></foreignObject></svg>",
    "<a href=javascript:window.hacked=1>click</a><meta http-equiv=refresh content=0;url=https://example.org>",
    "{{ 7 * 7 }}{% raw %}&lt;script&gt;",
    "\x1b[31m\x1b]0;title\x07\u202egnirts\u2066\ud800\x00\x08",
    "]]><!--<base href=https://example.org/>-->",
)
"""What students may call themselves and their files, and print."""


class OpenPage(Struct):
    """A page in the browser, and what it did that it must not do."""

    page: Page
    faults: list[str] = field(default_factory=list)
    """Errors in the console, exceptions, and requests other than for the page itself."""

    def violations(self) -> list[str]:
        """What axe-core finds, of any impact."""
        found: list[dict[str, Any]] = Axe().run(self.page).response["violations"]
        return [f"{fault['id']}: {[node['html'][:200] for node in fault['nodes'][:3]]}" for fault in found]


@contextmanager
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        running = start(playwright)
        try:
            yield running
        finally:
            running.close()


def start(playwright: Playwright) -> Browser:
    """Start Chromium; its own sandbox does not work for root, and only our own pages are opened."""
    expect.set_options(timeout=1000 * PATIENCE_S)
    flags = ["--no-sandbox", "--disable-gpu"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=flags, timeout=1000 * PATIENCE_S)


@contextmanager
def opened(chromium: Browser, path: Path, *, width: int = 1100, scheme: Any = "light") -> Iterator[OpenPage]:
    """Open a file as a reader does, from the disk."""
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    try:
        context.set_default_timeout(1000 * PATIENCE_S)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        view = OpenPage(context.new_page())
        url = path.as_uri()
        view.page.on("console", lambda message: view.faults.append(f"console: {message.text}"))
        view.page.on("pageerror", lambda error: view.faults.append(f"error: {error}"))
        view.page.on("dialog", lambda dialog: view.faults.append(f"dialog: {dialog.message}"))
        view.page.on(
            "request",
            lambda request: None if request.url.partition("#")[0] == url else view.faults.append(request.url),
        )
        view.page.goto(url)
        yield view
    finally:
        context.close()


def page_file(document: Document, folder: Path) -> Path:
    """The page of a document, written as ``grade`` writes it."""
    path = folder / "page.html"
    path.write_bytes(named("html").render(document))
    return path


def document_of(folder: Path, *grades: Grade, **options: Any) -> Document:
    """A document of grades for ``sum``."""
    return Document(grades, Unconfined().level, {"sum": loaded(course(folder / "course"))}, **options)


def hostile_grade(text: str) -> Grade:
    """A grade in which each text that a student can choose is hostile."""
    raw = text.encode("utf-8", "surrogatepass")
    source = Place(path=text, line=3, column=2, function=text, source=raw, marked=(0, 4))
    findings = (
        Finding("", Place(stream="stdout", line=1), b"5\n", raw + b"\n", kind="line-differs", params={"line": 1}),
        Finding(text, Place(part=text), raw, raw + b"x"),
        Finding.of("uncaught-exception", source, b"5\n", raw, exception=text, error=text, text=text),
    )
    cases = tuple(
        CaseGrade(
            f"case-{number}",
            "sum",
            Verdict.WA,
            0.0,
            5.0,
            (finding, Finding(text)),
            Timing(0.1, 0.1, 2.0),
            f"run {text}",
        )
        for number, finding in enumerate(findings)
    )
    return Grade(text, "sum", Verdict.WA, cases, 0.0, 15.0, (Finding(text),))
