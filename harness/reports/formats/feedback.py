"""``feedback``: a zip of pages, one a student, under the names that their learning system takes back."""

from __future__ import annotations

from collections.abc import Iterable

from harness.reports.document import Document
from harness.reports.upload.system_files import render_zip, zip_remarks

ENDING = ""
WHOLE_CLASS = True


def render(document: Document) -> bytes:
    """Render a zip of HTML pages."""
    from harness.reports.formats import html  # noqa: PLC0415 - a sibling

    return render_zip(document, ".html", html.render)


def remarks(document: Document) -> Iterable[str]:
    """Who is not in it, and why."""
    return zip_remarks(document, ".html")
