"""Mend what only the way of handing in did to a program: ``Makefile.txt``, and unit tests that need a library."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.course.ingest.taking_in.restored_names import literal_names, original_name
from harness.language import language_of
from harness.model.finding import Finding
from harness.model.text.lazy_regex import lazy_regex
from harness.model.text.patterns import matches

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

    That is a source file, ``queens.pl.txt``, or one whose name has no ending, ``Makefile.txt``. Only where no other
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
            yield Finding.of("renamed-by-system", file=numbered[0], name=name)


def _fits_without_text(name: str, pattern: str) -> bool:
    """Whether it is a source file behind whose ending, or a required name without one behind which, ``.txt`` stands."""
    source = PurePosixPath(name[: -len(_TEXT)])
    if not name.lower().endswith(_TEXT) or not matches(str(source), pattern):
        return False
    if not source.suffix:  # a pattern such as * asks for no name of its own
        return source.name.lower() in {PurePosixPath(known).name.lower() for known in literal_names([pattern])}
    return source.suffix.lower() in _HEADERS or bool(language_of(str(source)))


def leave_out_unit_tests(folder: Path, intake: Intake) -> Iterator[Finding]:
    """Take away Java files of unit tests, which this machine may have no library for; yield a note for each.

    A class with the main program stays, and so does all where nothing else is there.
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
