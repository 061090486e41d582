"""Print lines on a terminal: colours, and widths as characters are shown. Loads Rich, so never imported for a pipe."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from harness.reports.text.lines import Line, Span

STYLES = {
    "title": "bold",
    "right": "green",
    "waived": "",
    "wrong": "bold red",
    "open": "bold yellow",
    "quiet": "dim",
    "mark": "bold red reverse",
    "hint": "cyan",
    "source": "",
    "command": "bold",
}
"""The sixteen colours that every terminal has in readable shades, on dark ground and on light."""


def print_lines(lines: Iterable[Line], stream: TextIO) -> None:
    """Print to the stream as a terminal, wrapped at its width; NO_COLOR takes the colours away."""
    console = Console(
        file=stream,
        force_terminal=True,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=bool(os.environ.get("NO_COLOR")),
        width=terminal_width(),
    )
    for row in lines:
        console.print(*_wrapped(row, console), sep="\n", soft_wrap=True)


def terminal_width() -> int:
    """The columns of the terminal, or what COLUMNS says."""
    return shutil.get_terminal_size().columns


def _wrapped(row: Line, console: Console) -> list[Text]:
    """The line as texts that fit the width, those after the first below the beginning of the body."""
    lead, body = _text(row.lead), _text(row.body)
    available = max(20, console.width - lead.cell_len)
    if not row.wraps or body.cell_len <= available:
        return [lead + body]
    pieces = body.wrap(console, available)
    return [(lead if number == 0 else Text(" " * lead.cell_len)) + piece for number, piece in enumerate(pieces)]


def _text(spans: Iterable[Span]) -> Text:
    text = Text(end="")
    for span in spans:
        text.append(span.text, STYLES.get(span.style, ""))
    return text
