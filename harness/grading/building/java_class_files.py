"""Mend the files of Java classes where nothing compiles: a class in two files, a file not named for its class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.model.finding import Finding
from harness.model.text.lazy_regex import lazy_regex
from harness.sandbox.files.scratch import read_bounded

_FAULT = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}\.java):\d{1,9}: error: (?:duplicate class: (?:\w{1,200}\.){0,20}(?P<twice>\w{1,200})$"
    rb"|(?:class|interface|enum|record) (?P<misnamed>\w{1,200}) is public, should be declared in)",
    re.MULTILINE,
)
_DECLARATION = rb"^(?:[a-z]{1,12} {1,9}){0,5}(?:class|interface|enum|record) {1,9}%s\b"
_PACKAGE = lazy_regex(rb"^[ \t]{0,20}package[ \t]{1,20}([\w.]{1,300})[ \t]{0,20};", re.MULTILINE)
_READ = 1 << 20
"""Bytes of a compiler's messages that are looked at."""
_MOST_CLASSES = 10
_LARGEST = 256 * 1024
"""Bytes of a source."""


def mend_class_files(folder: Path, intake: Intake, messages: Iterable[bytes]) -> Iterator[Finding]:
    """Leave out further copies of a class, and name a file after its public class; yield a note for each.

    ``messages``: what the compiler said. Nobody could compile the files with these names, so handing in made them. Of
    several copies that in the file named for the class counts, then the outermost: an older version may lie below it.
    """
    faults = dict.fromkeys(
        (match["path"].decode(errors="replace").removeprefix("./"), match["twice"] or match["misnamed"])
        for text in messages
        for match in _FAULT.finditer(text[:_READ])
    )
    if not faults:
        return
    paths = [path for path in intake.files if path.endswith(".java")]
    sources = {path: read_bounded(folder, path, _LARGEST) or b"" for path in paths}
    for path, name in islice(faults, _MOST_CLASSES):
        if path in sources and path in intake.files:
            yield from _mend_class(folder, intake, sources, path, name.decode(errors="replace"))


def _mend_class(folder: Path, intake: Intake, sources: dict[str, bytes], path: str, name: str) -> Iterator[Finding]:
    package = _package(sources[path])
    copies = [
        other
        for other, source in sources.items()
        if other in intake.files and _declaration(source, name) is not None and _package(source) == package
    ]
    if path not in copies:
        return
    best = min(copies, key=lambda copy: (PurePosixPath(copy).name != f"{name}.java", copy.count("/"), copy))
    for copy in copies:
        if copy != best:
            (folder / copy).unlink()
            intake.files.remove(copy)
            yield Finding.of("class-twice-left-out", file=copy, name=name, taken=best)
    right = str(PurePosixPath(best).with_name(f"{name}.java"))
    if best != right and (_declaration(sources[best], name) or b"").startswith(b"public ") and right not in sources:
        (folder / best).rename(folder / right)
        intake.files = sorted({*intake.files, right} - {best})
        sources[right] = sources[best]
        yield Finding.of("named-for-class", was=best, file=right, name=name)


def _declaration(source: bytes, name: str) -> bytes | None:
    """The words that declare a class at the beginning of a line, where those of a file stand; None where none do."""
    if name.encode() not in source:
        return None
    text = source.removeprefix(b"\xef\xbb\xbf")
    match = re.search(_DECLARATION % name.encode(), text, re.MULTILINE)
    return match[0] if match else None


def _package(source: bytes) -> bytes:
    match = _PACKAGE.search(source.removeprefix(b"\xef\xbb\xbf"))
    return match[1] if match else b""
