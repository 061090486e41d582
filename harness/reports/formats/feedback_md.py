"""``feedback_md``: as ``feedback``, in Markdown, which is also read as plain text."""

from __future__ import annotations

from collections.abc import Iterable

from harness.reports.document import Document
from harness.reports.upload.system_files import render_zip, zip_remarks

ENDING = ""
WHOLE_CLASS = True


def render(document: Document) -> bytes:
    """Render a zip of Markdown files."""
    from harness.reports.formats import md  # noqa: PLC0415 - a sibling

    return render_zip(document, ".md", md.render)


def remarks(document: Document) -> Iterable[str]:
    """Who is not in it, and why."""
    return zip_remarks(document, ".md")
