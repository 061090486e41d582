"""The rows of a failed call above what was expected: the calls, and what there was before them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible
from harness.model.finding import Finding
from harness.reports.text.difference import cut_line
from harness.reports.text.lines import Line, Span, line

MAX_ROWS = 12
"""Rows of a value, such as a board, that a screen shows."""


_TITLES = {"earlier": "screen-earlier", "calls": "screen-call", "before": "screen-before"}
"""Parameter of a finding -> the word that is before its row."""


def call_rows(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield each row's parameter and its text of one or more lines; none if the sentence says all that is known."""
    for key in _TITLES:
        text = finding.params.get(key)
        if not finding.message and text and isinstance(text, str):
            yield key, text


def wrong_rows(finding: Finding) -> Finding:
    """The finding on a table that a call left, with the rows that are wrong alone, each by its name."""
    variable, texts = finding.params.get("variable"), (finding.expected, finding.actual)
    sides = [_table_rows(text) for text in texts if text is not None]
    if finding.where.part != "arguments" or not variable or len({*map(len, sides)}) != 1 or len(sides) < len(texts):
        return finding
    wrong = [at for at, (right, came) in enumerate(zip(*sides, strict=True)) if right != came]
    if not wrong or finding.params.get("row", wrong[0]) != wrong[0]:  # of a large table only some rows are kept
        return finding
    expected, actual = ("\n".join(f"{variable}[{at}] = {side[at]}" for at in wrong).encode() for side in sides)
    before = str(finding.params.get("before", "")).splitlines()
    named = "\n".join(f"{variable}[{at}] = {before[at]}" for at in wrong) if len(before) == len(sides[0]) else ""
    params = {**finding.params, "before": named} if named else finding.params
    return replace(finding, expected=expected, actual=actual, params=params)


def _table_rows(text: bytes) -> list[str]:
    """The rows of a table of several, a line each; empty for another value."""
    rows = text.decode(errors="replace").splitlines()
    return rows if len(rows) > 1 and all(row.startswith("[") and row.endswith("]") for row in rows) else []


def call_lines(finding: Finding, lead: str, words: Translator) -> Iterator[Line]:
    """The rows as lines that are above those of ``difference``."""
    for key, text in call_rows(finding):
        title = words.text(_TITLES[key])
        rows = text.splitlines()
        for row in rows[:MAX_ROWS]:
            content = cut_line(escape_invisible(row.encode(errors="replace")))
            yield line(content, lead=(lead, Span(f"{title:<8} | ", "quiet")), wraps=False)
            title = ""
        if rows[MAX_ROWS:]:
            more = words.text("screen-more-lines", count=len(rows) - MAX_ROWS)
            yield line(Span(more, "quiet"), lead=(lead, " " * 11), wraps=False)
