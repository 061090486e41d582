"""Read the places out of what compilers and runtimes say: the student's file, the line, the source."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from harness.model.finding import Place
from harness.model.patterns import lazy_regex

_LONGEST_SOURCE = 300
"""Bytes of a line that are kept."""

GCC_ERROR = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9}):(?P<column>\d{1,9}): (?:fatal )?error: (?P<error>[^\n]{1,500})"
    rb"(?:\n *\d+ \|(?: (?P<source>[^\n]*))?)?",
    re.MULTILINE,
)
JAVAC_ERROR = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}\.java):(?P<line>\d{1,9}): error: (?P<error>[^\n]{1,500})"
    rb"(?:\n(?P<source>[^\n]*)(?:\n(?P<before>[ \t]*)\^)?)?",
    re.MULTILINE,
)
MAKE_ERROR = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9}): \*\*\* (?P<error>missing separator[^\n.]{0,100})", re.MULTILINE
)
UNDEFINED_REFERENCE = lazy_regex(rb"undefined reference to [`'](?P<name>(?!vtable|typeinfo)[^'\n]{1,200})'")
SWIPL_ERROR = lazy_regex(
    rb"^(?:Warning|ERROR|%):? +(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?:"
    rb"\s*(?P<error>[^\n]{1,500})?",
    re.MULTILINE,
)
PYTHON_FRAME = lazy_regex(
    rb'^  File "(?P<path>[^\n"]{1,300})", line (?P<line>\d{1,9})(?:, in (?P<function>[^\n]{1,200}))?'
    rb"(?:\n    (?P<source>[^\n]*)(?:\n    (?P<marks> *[~^]+ *)$)?)?",
    re.MULTILINE,
)
FAULTHANDLER_FRAME = lazy_regex(
    rb'^  File "(?P<path>[^\n"]{1,500})", line (?P<line>\d{1,9}) in (?P<function>[^\n]{1,200})$', re.MULTILINE
)
PYTHON_SORRY = lazy_regex(
    rb"^Sorry: (?P<error>(?:IndentationError|TabError): [^\n]{1,300}) "
    rb"\((?P<path>[^\n]{1,300}), line (?P<line>\d{1,9})\)$",
    re.MULTILINE,
)
"""What py_compile says about blanks at the start of lines."""
JAVA_FRAME = lazy_regex(
    rb"^\s+at (?:[\w.$-]{0,100}//)?(?P<module>[\w.$@-]{1,100}/)?(?P<package>(?:[\w$]{1,100}\.){0,20}?)"
    rb"(?P<class>[\w$]{1,200})\.(?P<function>[\w$<>]{1,200})\((?P<path>[\w$-]{1,200}\.java):(?P<line>\d{1,9})\)",
    re.MULTILINE,
)
NODE_FRAME = lazy_regex(
    rb"^ +at (?:(?:async |new )?(?P<function>[^\n()]{1,200}) \()?(?:file://)?(?P<path>[^\s()]{1,300}?):(?P<line>\d{1,9})"
    rb":(?P<column>\d{1,9})\)?$",
    re.MULTILINE,
)
NODE_ERROR = lazy_regex(
    rb"^(?:file://)?(?P<path>[^\n:]{1,300}\.[cm]?js):(?P<line>\d{1,9})\n(?P<source>[^\n]*)\n"
    rb"(?:(?P<before>[ \t]*)\^+[^\n]*\n)?"
    rb"(?:\n)?(?P<error>SyntaxError[^\n]{0,500})",
    re.MULTILINE,
)
SANITIZER_FRAME = lazy_regex(
    rb"^ +#\d+ 0x[0-9a-f]+ in (?P<function>(?:\(anonymous namespace\)::)?[^\n(]{1,200}?)(?:\([^\n]{0,2000}?)? "
    rb"(?P<path>[^\s:]{1,300}):(?P<line>\d{1,9})(?::(?P<column>\d{1,9}))?$",
    re.MULTILINE,
)
"""The function is without its parameters."""
ADDR2LINE_FRAME = lazy_regex(
    rb"^(?P<function>(?:\(anonymous namespace\)|[^\n({]){1,200}?)(?:::)?(?:[({][^\n]{0,1000}?)?"
    rb" at (?P<path>[^\n:]{1,300}):(?P<line>\d{1,9})(?: \([^\n]*)?$",
    re.MULTILINE,
)
"""What ``addr2line -pfC`` writes; the function is without its parameters."""


class BuildError(Struct, frozen=True):
    """The first error that a compiler tells."""

    where: Place
    error: str
    """Its text, on one line."""
    start: int
    """Where it begins in the compiler's output."""


def own_path(path: str, files: Collection[str]) -> str:
    """The submission's file that a path in a message means, wherever its folder lies; empty when it means none."""
    path = path.removeprefix("./")
    matches = (name for name in files if path == name or path.endswith(f"/{name}"))
    return max(matches, key=len, default="")


def place_at(match: re.Match[bytes], files: Collection[str]) -> Place | None:
    """The place that a message names; None if it is in none of these files."""
    parts = {name: value for name, value in match.groupdict().items() if value is not None}
    path = own_path(parts["path"].decode(errors="replace"), files)
    if not path:
        return None
    return Place(
        path=path,
        line=int(parts["line"]),
        column=_column(parts),
        function=parts.get("function", b"").decode(errors="replace"),
        source=parts.get("source", b"")[:_LONGEST_SOURCE],
        marked=_marked(parts.get("marks", b"")),
    )


def _marked(marks: bytes) -> tuple[int, int] | None:
    """The range of a line of signs."""
    bare = marks.rstrip()
    return (len(bare) - len(bare.lstrip()), len(bare) - 1) if bare and len(bare) <= _LONGEST_SOURCE else None


def _column(parts: dict[str, bytes]) -> int | None:
    if "before" in parts:
        return len(parts["before"].decode(errors="replace")) + 1
    return int(parts["column"]) if "column" in parts else None


def places_in(pattern: re.Pattern[bytes], output: bytes, files: Collection[str]) -> Iterator[Place]:
    """The places in the submission's own files that a text names, in its order."""
    return (place for match in pattern.finditer(output) if (place := place_at(match, files)) is not None)


def first_error(pattern: re.Pattern[bytes], output: bytes, files: Collection[str]) -> BuildError | None:
    """The first error that lies in the submission's own files."""
    for match in pattern.finditer(output):
        place = place_at(match, files)
        if place is not None:
            return BuildError(place, (match["error"] or b"").decode(errors="replace").strip(), match.start())
    return None
