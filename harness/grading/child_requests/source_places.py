"""Places in a submission's own sources, with the line as it was handed in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from msgspec.structs import replace

from harness.language import languages
from harness.model.finding import NOWHERE, Place
from harness.model.result import CallsReport
from harness.sandbox.files.scratch import read_bounded

LARGEST_SOURCE = 256 << 10
"""Bytes of a source file that are read; a larger one is not parsed."""
_LONGEST_LINE = 300


def with_source(place: Place, folder: Path | None) -> Place:
    """The place with the line of the source, where it names one and does not have it yet."""
    if folder is None or not place.path or place.line is None or place.source:
        return place
    lines = (read_bounded(folder, place.path, LARGEST_SOURCE) or b"").split(b"\n")
    source = lines[place.line - 1][:_LONGEST_LINE] if 0 < place.line <= len(lines) else b""
    return replace(place, source=source)


def innermost_place(language: str, trace: str, files: Collection[str], folder: Path | None) -> Place:
    """The innermost frame of a stack in the submission's files; nowhere if the stack names none of them."""
    known = languages().get(language)
    if known is None:
        return NOWHERE
    frames = trace.encode(errors="backslashreplace")
    return with_source(known.innermost_frame(frames, files), folder)


def with_places(report: CallsReport, language: str, files: Collection[str], folder: Path | None) -> CallsReport:
    """The report with the places at which calls raised exceptions or were ended."""
    results = tuple(
        replace(result, where=innermost_place(language, result.trace, files, folder)) if result.trace else result
        for result in report.results
    )
    where = innermost_place(language, report.trace, files, folder) if report.trace else NOWHERE
    return replace(report, results=results, where=where)
