"""Repair what only the way of handing in did to a program, never what its author wrote.

``Makefile.txt`` becomes ``Makefile``, a Java class gets a file of its name, a header that is included by its whole path
on some other machine is found beside its source.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath
from posixpath import relpath

from harness.course.ingest.taking_in.copy_submission import Intake, literal_names, original_name
from harness.judge.finding_kinds import RENAMED_BY_SYSTEM
from harness.language import language_of
from harness.model.finding import Finding, Place
from harness.model.patterns import lazy_regex, matches
from harness.sandbox.files.scratch import read_bounded

_TEXT = ".txt"
_JAVA = ".java"
_TEST_LIBRARY = lazy_regex(
    rb"^[ \t]*+import\s++(?:static\s++)?(?:org\.junit|org\.testng|junit\.framework)\.", re.MULTILINE
)
"""Blanks alone before the word: with ``\\s`` many empty lines would each be read to the last one."""
_TEST = lazy_regex(rb"@(?:Parameterized)?Test\b|\bextends\s+TestCase\b")
_MAIN = b"void main("
_HEADERS = frozenset([".h", ".hh", ".hpp"])
_LARGEST = 256 * 1024
"""Bytes of a source."""


def restore_suffixes(folder: Path, intake: Intake, required: Iterable[str]) -> Iterator[Finding]:
    """Give a required file its name back that ends in ``.txt`` besides, as Windows and mail programs make it.

    That is a source file, ``queens.pl.txt``, or one whose name has no ending, ``Makefile.txt``. Only if no other
    file has the name that is required; yields a note for each.
    """
    for pattern in required:
        if any(matches(name, pattern) for name in intake.files):
            continue
        fitting = [name for name in intake.files if _fits_without_text(name, pattern)]
        if len(fitting) == 1 and not (folder / fitting[0][: -len(_TEXT)]).exists():
            restored = fitting[0][: -len(_TEXT)]
            (folder / fitting[0]).rename(folder / restored)
            intake.files = sorted({*intake.files, restored} - {fitting[0]})
            yield Finding.of("suffix-restored", was=fitting[0], file=restored)


def restore_numbered(folder: Path, intake: Intake, required: Iterable[str]) -> Iterator[Finding]:
    """Give a required file its name back that a browser or a learning system has numbered: ``Queens (1).java``.

    Only where one file fits, and none has the name; yields a note for each.
    """
    for name in sorted(literal_names(required) - {*intake.files}):
        numbered = [file for file in intake.files if original_name(file) == name]
        if len(numbered) == 1 and not (folder / name).exists():
            (folder / numbered[0]).rename(folder / name)
            intake.files = sorted({*intake.files, name} - {*numbered})
            yield Finding.of(RENAMED_BY_SYSTEM, file=numbered[0], name=name)


def _fits_without_text(name: str, pattern: str) -> bool:
    """Whether it is a source file after whose ending, or a required name without one after which, ``.txt`` stands."""
    source = PurePosixPath(name[: -len(_TEXT)])
    if not name.lower().endswith(_TEXT) or not matches(str(source), pattern):
        return False
    if not source.suffix:  # a pattern such as * asks for no name of its own
        return source.name.lower() in {PurePosixPath(known).name.lower() for known in literal_names([pattern])}
    return source.suffix.lower() in _HEADERS or bool(language_of(str(source)))


def leave_out_unit_tests(folder: Path, intake: Intake) -> Iterator[Finding]:
    """Take away Java files of unit tests, which this machine may have no library for; yield a note for each.

    A class with the main program stays, and so does all if nothing else is there.
    """
    sources = [name for name in intake.files if name.endswith(_JAVA)]
    tests = [name for name in sources if _is_unit_test(folder / name)]
    if len(tests) == len(sources):
        return
    for name in tests:
        (folder / name).unlink()
        yield Finding.of("unit-test-left-out", file=name)
    intake.files = [name for name in intake.files if name not in tests]


def _is_unit_test(path: Path) -> bool:
    if path.stat().st_size > _LARGEST:
        return False
    content = path.read_bytes()
    return bool(_TEST_LIBRARY.search(content) and _TEST.search(content)) and _MAIN not in content


_NAME = rb"[\w\x80-\xff]{1,200}"
_FAULT = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}\.java):\d{1,9}: error: (?:duplicate class: (?:%b\.){0,20}(?P<twice>%b)$"
    rb"|(?:class|interface|enum|record) (?P<misnamed>%b) is public, should be declared in)" % (_NAME, _NAME, _NAME),
    re.MULTILINE,
)
_DECLARATION = rb"^(?:[a-z]{1,12} {1,9}){0,5}(?:class|interface|enum|record) {1,9}%s(?![\w\x80-\xff])"
_PACKAGE = lazy_regex(rb"^[ \t]{0,20}package[ \t]{1,20}([\w.]{1,300})[ \t]{0,20};", re.MULTILINE)
_READ = 1 << 20
"""Bytes of a compiler's messages that are looked at."""
_MOST_CLASSES = 10
"""Bytes of a source."""


def repair_class_files(folder: Path, intake: Intake, messages: Iterable[bytes]) -> Iterator[Finding]:
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
            yield from _repair_class(folder, intake, sources, path, name.decode(errors="replace"))


def _repair_class(folder: Path, intake: Intake, sources: dict[str, bytes], path: str, name: str) -> Iterator[Finding]:
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
    """The words that declare a class at the beginning of a line, where those of a file stand; None if none do."""
    if name.encode() not in source:
        return None
    text = source.removeprefix(b"\xef\xbb\xbf")
    match = re.search(_DECLARATION % name.encode(), text, re.MULTILINE)
    return match[0] if match else None


def _package(source: bytes) -> bytes:
    match = _PACKAGE.search(source.removeprefix(b"\xef\xbb\xbf"))
    return match[1] if match else b""


_SUFFIXES = frozenset([".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++"])
_INCLUDE = lazy_regex(rb'^([ \t]*#[ \t]*include[ \t]*)["<]((?:[A-Za-z]:)?[/\\][^">\r\n]*)[">]', re.MULTILINE)
_SYSTEM = b"/usr/"
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
