"""A student's sources on their page, with causes and teachers' comments beside the lines."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from harness.course.ingest.taking_in.unwrap import unwrap
from harness.model.escape import escape_invisible, single_line
from harness.model.grade import Comment
from harness.reports.causes.cause import Cause
from harness.reports.html.environment import sentence
from harness.reports.text.difference import cut_line
from harness.sandbox.files.scratch import scratch

MAX_FILES = 5
MAX_BYTES = 200_000
"""What is read of a file."""
WHOLE = 150
"""Lines of a file that is shown whole; of a longer one only what is around the remarks."""
AROUND = 12
"""Lines above and below a remark."""
MAX_LINES = 400


class Remark(Struct, frozen=True):
    """What is said about a line: by the number and the title of a cause, or by a teacher."""

    text: str
    cause: int | None = None
    who: str = ""


class CodeLine(Struct, frozen=True):
    """A line of a source; ``left_out`` counts the lines above it that are not shown."""

    number: int
    text: str
    remarks: Sequence[Remark] = ()
    left_out: int = 0


class SourceView(Struct, frozen=True):
    """A file with its remarks; ``left_out`` counts the lines below the last one shown."""

    path: str
    lines: Sequence[CodeLine]
    left_out: int = 0


def source_views(
    handed_in: Path | None,
    required: tuple[str, ...],
    causes: Sequence[Cause],
    titles: Sequence[str],
    comments: Sequence[Comment],
) -> list[SourceView]:
    """The files that a remark is about, those of the first causes first; none if the work is no longer there.

    Args:
        handed_in: the folder, perhaps with an archive in which the files are.
        required: the patterns of the required files, by which the grading found them too.
        causes: the causes of the grade.
        titles: what each of them is called on the page.
        comments: what teachers wrote about lines.

    """
    remarks: dict[str, dict[int, list[Remark]]] = {}
    for number, (cause, title) in enumerate(zip(causes, titles, strict=True), 1):
        where = cause.finding.where
        if where.path and where.line and where.source:
            remarks.setdefault(where.path, {}).setdefault(where.line, []).append(Remark(title, number))
    paths = list(dict.fromkeys([*remarks, *(comment.path for comment in comments)]))[:MAX_FILES]
    if handed_in is None or not paths:
        return []
    sources = _sources(handed_in, required, paths)
    for comment in comments:
        line = line_of_comment(comment, sources.get(comment.path, []))
        if line is not None:
            remark = Remark(sentence(comment.text), None, single_line(comment.who))
            remarks.setdefault(comment.path, {}).setdefault(line, []).append(remark)
    views = (_view(path, sources.get(path, []), by_line) for path, by_line in remarks.items())
    return [view for view in views if any(line.remarks for line in view.lines)]


def _sources(handed_in: Path, required: tuple[str, ...], paths: Sequence[str]) -> dict[str, list[str]]:
    """The lines of these files, of an archive too: it is unpacked once more, within the same bounds."""
    with scratch() as root:
        folder, _ = unwrap(handed_in, required, lambda: Path(mkdtemp(dir=root)))
        return {path: source_lines(folder, path) for path in paths}


def source_lines(folder: Path, path: str) -> list[str]:
    """The beginning of a file of the folder, line by line; empty if it is none, or a link that leads out."""
    with contextlib.suppress(OSError, ValueError):
        root = folder.resolve()
        file = (root / path).resolve()
        if file.is_relative_to(root) and file.is_file():
            with file.open("rb") as source:
                return source.read(MAX_BYTES).decode("utf-8", "backslashreplace").splitlines()
    return []


def _view(path: str, lines: Sequence[str], remarks: Mapping[int, Sequence[Remark]]) -> SourceView:
    """The file whole where it is short, else the lines around its remarks."""
    shown = [
        number
        for number in range(1, len(lines) + 1)
        if len(lines) <= WHOLE or any(abs(number - line) <= AROUND for line in remarks)
    ][:MAX_LINES]
    code = [
        CodeLine(
            number,
            cut_line(escape_invisible(lines[number - 1][:MAX_BYTES].expandtabs())),
            remarks.get(number, ()),
            number - before - 1,
        )
        for before, number in pairwise([0, *shown])
    ]
    return SourceView(single_line(path), code, len(lines) - shown[-1] if shown else 0)


def line_of_comment(comment: Comment, lines: Sequence[str]) -> int | None:
    """The number of the line that a comment is about, nearest to where it stood; None if it is no longer there."""
    same = [number for number, text in enumerate(lines, 1) if text == comment.source]
    return min(same, key=lambda number: abs(number - comment.line), default=None)
