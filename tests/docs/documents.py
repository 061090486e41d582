"""The documents taken apart: blocks, code spans, links and headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support import ROOT

CURRENT = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md")),
)
"""The documents that speak of what is true today; the changelog also speaks of what was."""

FENCE = re.compile(r"(?:^<!-- ([^\n]*?) -->\n\n?)?^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """A fenced block, the comment directly above it or "", and its language."""

    marker: str
    language: str
    text: str


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def fences(text: str) -> list[Fence]:
    return [Fence(*match) for match in FENCE.findall(text)]


def spans(text: str) -> list[str]:
    """The code inside of sentences, each on one line."""
    return [" ".join(span.split()) for span in _SPAN.findall(FENCE.sub("", text))]


def commands(text: str) -> list[str]:
    """The commands of shell blocks, with lists joined by "&&" taken apart, without comments."""
    lines: list[str] = []
    for fence in fences(text):
        if fence.language == "console":
            lines += [line[2:] for line in fence.text.splitlines() if line.startswith("$ ")]
        elif fence.language == "sh":
            lines += fence.text.splitlines()
    return [part.strip() for line in lines for part in re.sub(r"\s#.*", "", line).split("&&")]


def links(text: str) -> list[str]:
    return _LINK.findall(FENCE.sub("", text))


def anchors(path: Path) -> set[str]:
    """The names by which a page's headings are linked to."""
    headings = _HEADING.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
