"""``.txt``: what ``grade`` prints, with every failure explained."""

from __future__ import annotations

from harness.reports.document import Document
from harness.reports.screen import screen


def render(document: Document) -> bytes:
    """Render the text that ``grade --details`` prints, UTF-8."""
    return (screen(document, details=True) + "\n").encode("utf-8", "backslashreplace")
