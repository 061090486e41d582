"""A hook of MkDocs: README, CONTRIBUTING and CHANGELOG become pages of the site, and links between all pages hold."""  # noqa: INP001 - a script beside the documents

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Documents of the checkout's root -> their names on the site."""
_LINK = re.compile(r"\[(?P<text>[^]]*)\]\((?P<target>[^)\s]+)\)")
_NAMED_BLOCK = re.compile(r"^`([^`\n]+)`(, continued)?:\n\n```(\w+)$", re.MULTILINE)
"""A file's name on a line of its own, and the beginning of the block that shows the file."""
_ELSEWHERE = re.compile(r"[a-z]+:|#")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the documents of the checkout's root."""
    for source, name in PAGES.items():
        text = _moved((ROOT / source).read_text(encoding="utf-8"), "")
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Let links out of docs/ lead to the site's pages, and make the names of files the titles of their blocks."""
    moved = markdown if page.file.src_uri in PAGES.values() else _moved(markdown, "docs")
    return _NAMED_BLOCK.sub(r'```\3 title="\1\2"', moved)


def _moved(markdown: str, folder: str) -> str:
    """The text with links that hold on the site; one to a file that is not on the site becomes its text alone."""
    lines, fenced = [], False
    for line in markdown.splitlines():
        fenced ^= line.lstrip().startswith("```")
        lines.append(line if fenced else _LINK.sub(lambda link: _link(link, folder), line))
    return "\n".join(lines) + "\n"


def _link(link: re.Match[str], folder: str) -> str:
    if _ELSEWHERE.match(link["target"]):
        return link[0]
    path, mark, anchor = link["target"].partition("#")
    path = posixpath.normpath(posixpath.join(folder, path))
    if path in PAGES:
        return f"[{link['text']}]({PAGES[path]}{mark}{anchor})"
    if path.startswith("docs/") and (ROOT / path).is_file():
        return f"[{link['text']}]({path.removeprefix('docs/')}{mark}{anchor})"
    return link["text"] if (ROOT / path).exists() else link[0]  # of the latter MkDocs warns, which ends a strict build
