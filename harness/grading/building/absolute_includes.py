"""Headers included by their whole path on some other machine: the file of that name is taken where there is one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from posixpath import relpath

from harness.model.finding import Finding
from harness.model.place import Place
from harness.model.text.lazy_regex import lazy_regex

_SUFFIXES = frozenset([".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++"])
_INCLUDE = lazy_regex(rb'^([ \t]*#[ \t]*include[ \t]*)["<]((?:[A-Za-z]:)?[/\\][^">\r\n]*)[">]', re.MULTILINE)
_SYSTEM = b"/usr/"
_LARGEST = 256 * 1024
"""Bytes of a source."""


def resolve_absolute_includes(folder: Path, sources: Iterable[str], given: Iterable[str]) -> Iterator[Finding]:
    """Let sources include what lies in the folder where they name a file of another machine; yield a note for each.

    Nothing else changes in them, and no line gets another number. A name that several files have is left alone.

    Args:
        folder: the submission, with what the spec gives.
        sources: the files that were handed in.
        given: the files that the spec gives.

    """
    sources = list(sources)
    by_name: dict[str, set[str]] = {}
    for file in (*sources, *given):
        by_name.setdefault(PurePosixPath(file).name, set()).add(file)
    for source in sources:
        path = folder / source
        if path.suffix.lower() not in _SUFFIXES or path.stat().st_size > _LARGEST:
            continue
        content = path.read_bytes()
        resolved, notes = _resolved(content, source, by_name)
        if notes:
            path.write_bytes(resolved)
            yield from notes


def _resolved(content: bytes, source: str, by_name: Mapping[str, set[str]]) -> tuple[bytes, list[Finding]]:
    """The content with includes that lead to the submission's own files, and a note for each."""
    notes: list[Finding] = []
    line, counted = 1, 0

    def replaced(include: re.Match[bytes]) -> bytes:
        nonlocal line, counted
        header = include[2].decode(errors="replace")
        name = re.split(r"[/\\]", header)[-1]
        fitting = sorted(by_name.get(name, set()) - {source})
        if len(fitting) != 1 or include[2].startswith(_SYSTEM):
            return include[0]
        line, counted = line + content.count(b"\n", counted, include.start()), include.start()
        place = Place(path=source, line=line)
        notes.append(Finding.of("include-resolved", place, header=header, file=fitting[0]))
        return b'%b"%b"' % (include[1], os.fsencode(relpath(fitting[0], str(PurePosixPath(source).parent))))

    return _INCLUDE.sub(replaced, content), notes
