"""``.txt``: what ``grade`` prints, with every failure explained."""

from __future__ import annotations

from collections.abc import Iterator

from harness.reports.document import Document
from harness.reports.text.lines import plain
from harness.reports.text.screen import screen


def render(document: Document) -> bytes:
    """Render the text that ``grade --details`` prints, UTF-8."""
    return b"".join(chunks(document))


def chunks(document: Document) -> Iterator[bytes]:
    """Yield the text line by line."""
    for text in plain(screen(document, details=True)):
        yield (text + "\n").encode("utf-8", "backslashreplace")
