"""A submission's own sources: lines at which something happened, and what this machine lacks for them.

An error that anybody can print is no proof of what is lacking: a report line and a last line on stderr come out of the
student's own process.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from harness.language import languages
from harness.language.diagnostics.unavailable import foreign_predicate, known_libraries, missing_library
from harness.model.finding import NOWHERE, Place
from harness.model.patterns import lazy_regex
from harness.model.result import CallResult, CallsReport
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


DRAWS = lazy_regex(
    rb"(?<![a-z])[a-z]?rand(?:_r|48|int)?(?![a-z])|[Rr]andom|\bS?RANDOM\b|shuffle|\bshuf\b"
    rb"|mt19937|minstd|ranlux|knuth_b|\burandom|\bsecrets\b|\bnew\s+Date\s*\(\s*\)"
    rb"|\b(?:time|time_ns|clock|clock_gettime|now|nanoTime|currentTimeMillis|get_?time|gettimeofday)\s*\("
    rb"|\b(?:perf_counter|monotonic|process_time)(?:_ns)?\b|\bget_?pid\b"
)
"""A source that may draw numbers at random, or read the clock or the number of its process."""
_LARGEST_THAT_DRAWS = 1 << 20
"""Bytes of a source that are read."""


@lru_cache(maxsize=8)
def mentions(folder: Path, files: tuple[str, ...], pattern: re.Pattern[bytes], most: int = LARGEST_SOURCE) -> bool:
    """Whether one of a submission's files holds the pattern, within the first ``most`` bytes of each."""
    return any(pattern.search((read_bounded(folder, name, most) or b"")[:most]) for name in files)


def draws(folder: Path, files: tuple[str, ...]) -> bool:
    """Whether one of these files may draw numbers at random, or read the clock, as far as it is read."""
    return mentions(folder, files, DRAWS, _LARGEST_THAT_DRAWS)


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


_MOST_FILES = 500
_IMPORT_LINE = lazy_regex(rb"^[ \t]*(?:import|from)[ \t]+([A-Za-z_][\w., \t]*)", re.MULTILINE)
_COMMENT = lazy_regex(rb"%[^\n]*")


def library_missing_here(error: str, source: bytes, files: Collection[str], folder: Path | None) -> str:
    """The library that a Python program did not find and that its sources import; else empty.

    ``error`` and ``source``: as in ``missing_library``; ``files``: those of the submission, in ``folder``.
    """
    library = missing_library(error, source)
    if not library or folder is None:
        return ""
    imported = _imported(folder, tuple(sorted(files)))
    return library if imported & known_libraries() else ""  # a library that it imports may need another one


def predicate_missing_here(error: str, files: Collection[str], folder: Path | None) -> str:
    """The predicate of another Prolog system that a program did not find and that its sources name; else empty."""
    predicate = foreign_predicate(error)
    if not predicate or folder is None:
        return ""
    name = re.compile(rb"(?<!\w)%b(?!\w)" % re.escape(predicate.partition("/")[0].encode()))
    programs = tuple(path for path in sorted(files) if path.endswith(languages()["prolog"].suffixes))
    sources = (_COMMENT.sub(b"", content) for _, content in _sources(folder, programs))
    return predicate if any(map(name.search, sources)) else ""


def with_missing(report: CallsReport, files: Collection[str], folder: Path | None) -> CallsReport:
    """The report of calls with what this machine lacks for them."""
    return replace(report, results=tuple(_with_missing(result, files, folder) for result in report.results))


def _with_missing(result: CallResult, files: Collection[str], folder: Path | None) -> CallResult:
    error = f"{result.raised}: {result.message}"
    if result.missing is not None:
        error = result.missing.partition(" ended early: ")[2]
    elif result.raised is None:
        return result
    library = library_missing_here(error, result.where.source, files, folder)
    return replace(result, library=library, predicate=predicate_missing_here(error, files, folder))


@lru_cache(maxsize=4)
def _imported(folder: Path, files: tuple[str, ...]) -> frozenset[str]:
    """The first names of all modules that the files import."""
    names = (name for path, content in _sources(folder, files) for name in _imports(path, content))
    return frozenset(name.partition(".")[0] for name in names)


def _sources(folder: Path, files: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for path in files[:_MOST_FILES]:
        content = read_bounded(folder, path, LARGEST_SOURCE)
        if content is not None:
            yield path, content[:LARGEST_SOURCE]


def _imports(path: str, content: bytes) -> Iterator[str]:
    """The modules that a file imports; by its lines where it is for another version of Python, or named otherwise."""
    import ast  # noqa: PLC0415 - few programs lack a library

    from harness.language.parsing import python  # noqa: PLC0415 - the same

    if path.lower().endswith(python.SUFFIXES):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
        else:
            yield from python.imports(tree)
            return
    for match in _IMPORT_LINE.finditer(content):
        yield from (name.split()[0].decode() for name in match[1].split(b",") if name.split())
