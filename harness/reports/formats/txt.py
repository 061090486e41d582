"""``.txt``: what the screen shows, every failure explained."""

from __future__ import annotations

from harness.reports.document import Document
from harness.reports.screen import screen


def render(document: Document) -> bytes:
    """The screen's text with all details, UTF-8."""
    return (screen(document, details=True) + "\n").encode("utf-8", "backslashreplace")
