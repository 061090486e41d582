"""The texts in quotes of a source, each with the statement that prints it: where a line of an output comes from.

By tokens, as the same few suffice for C, C++, Java, JavaScript, Prolog and Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from harness.language.parsing.cpp import SUFFIXES as CPP_SUFFIXES
from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import SUFFIXES as PROLOG_SUFFIXES
from harness.language.parsing.python import SUFFIXES as PYTHON_SUFFIXES
from harness.model.patterns import lazy_regex

_LINE_TEXT = r"'(?:[^'\\\n]|\\.)*'?|\"(?:[^\"\\\n]|\\.)*\"?"
_BLOCK_COMMENT = r"/\*.*?(?:\*/|\Z)"
_C_COMMENT = rf"//[^\n]*|{_BLOCK_COMMENT}"
_LONG_TEXT = r"(?P<quotes>'''|\"\"\")(?:[^\\]|\\.)*?(?:(?P=quotes)|\Z)"
_RAW_TEXT = r"R\"(?P<fence>[^()\\\s]{0,16})\(.*?(?:\)(?P=fence)\"|\Z)"
_REST = r"(?P<name>\w+)|(?P<other>[^\s\w])"


def _tokens(comment: str, text: str, flags: re.RegexFlag = re.DOTALL) -> re.Pattern[str]:
    return lazy_regex(rf"(?P<comment>{comment})|(?P<text>{text})|{_REST}", flags)


_SUFFIXES = {
    "cpp": CPP_SUFFIXES,
    "java": (".java",),
    "javascript": (".js", ".mjs", ".cjs"),
    "prolog": PROLOG_SUFFIXES,
    "python": PYTHON_SUFFIXES,
}
_TOKENS = {
    "cpp": _tokens(_C_COMMENT, rf"{_RAW_TEXT}|{_LINE_TEXT}"),
    "java": _tokens(_C_COMMENT, rf"{_LONG_TEXT}|{_LINE_TEXT}"),
    "javascript": _tokens(_C_COMMENT, rf"`(?:[^`\\]|\\.)*`?|{_LINE_TEXT}"),
    "prolog": _tokens(rf"%[^\n]*|{_BLOCK_COMMENT}|0'(?:\\.|''|.)", rf"(?:{_LINE_TEXT})|\b[a-z]\w*(?!\w|\()"),
    "python": _tokens(r"\#[^\n]*", rf"(?<!\w)[rRbBfFuU]{{0,2}}(?:{_LONG_TEXT}|{_LINE_TEXT})"),
}
_PRINTS = {
    "cpp": {"printf", "puts", "fputs", "fprintf", "print", "println"},
    "java": {"print", "println", "printf"},
    "javascript": {"log", "error", "info", "warn", "write"},
    "prolog": {"format", "write", "writeln", "print", "writef", "print_message"},
    "python": {"print", "write", "input"},
}
"""The functions that print what they are given."""
_STREAMS = {"cout", "cerr", "clog"}
_MAKES_TERM = {"atom", "string", "codes", "chars"}
"""What ``format`` of Prolog may write into."""
_HOLE = lazy_regex(
    r"\\(?P<quote>[\"'`\\])|\\(?:u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]+|[0-7]+|.)|\n"
    r"|%[-+ #0,]*\d*(?:\.\d+)?(?:hh?|ll?|[zjt])?[a-zA-Z%]|\$?\{[^{}\n]*\}|~(?:\d+|[*]|`.)?[a-z~|]",
    re.DOTALL,
)
"""Characters of a text that stand for something else: an escaped character, or the place of a value."""
_OTHER_CASE = lazy_regex(
    r"\.\s{0,9}(?:upper|lower|title|capitalize|swapcase|casefold)\b|\bto_?(?:Locale)?(?:Upper|Lower|upper|lower)"
    r"|\b(?:upcase_atom|downcase_atom|string_upper|string_lower|char_type|code_type)\b"
)
"""What prints a text with other letters than those that stand in the source."""
_MOST_BYTES = 200_000
_MOST_PIECES = 2000
_FEWEST = 3
"""So many characters of a line have to stand in the source: fewer stand in many places."""
_SHORTEST = 2
_MOST_OF = 0.6
_MUCH_OF = 0.5
LONGEST_LINE = 300
_SIGN = lazy_regex(r"[^\s\d]")
_PREFIX = lazy_regex(r"[A-Za-z]{1,2}(?=[\"'])")
"""The letters before the quotes of Python's ``f"..."``, or of a raw text."""

_Token = tuple[str, str, int]
"""Its kind, its text, and its line."""


class Texts(NamedTuple):
    """The texts of a statement that prints, or a text elsewhere."""

    path: str
    prints: bool
    pieces: tuple[tuple[int, str], ...]
    """The parts between the places of values, each with its line."""


class PrintedTexts(NamedTuple):
    """All texts of a program, read once for all lines that are looked for."""

    places: tuple[Texts, ...]
    rows: frozenset[str]
    """The lines of the sources."""


def printed_texts(sources: Mapping[str, bytes]) -> PrintedTexts:
    """The texts of sources, by path; none of too many, or where upper case may become lower or the other way round."""
    contents = {path: decode(source) for path, source in sources.items()}
    is_large = sum(map(len, sources.values())) > _MOST_BYTES
    if is_large or any(map(_OTHER_CASE.search, contents.values())):
        return PrintedTexts((), frozenset())
    places = tuple(texts for path, content in contents.items() for texts in _texts_of(path, content))
    if sum(len(texts.pieces) for texts in places) > _MOST_PIECES:
        return PrintedTexts((), frozenset())
    return PrintedTexts(places, frozenset(row.strip() for content in contents.values() for row in content.split("\n")))


def statement_printing(line: str, printed: PrintedTexts) -> tuple[str, int] | None:
    """The file and the line of the one statement that can print a line; None for none, or for several.

    Most of the line stands in its texts, no other place of the sources has as much as half of it, and no other
    statement prints what else the line has. A line of a source itself stands in a report of an error.
    """
    shown = line.strip()[:LONGEST_LINE]
    signs = {match.start() for match in _SIGN.finditer(shown)}
    if len(signs) < _FEWEST or shown in printed.rows:
        return None
    places = [(texts, _covered(shown, texts) & signs) for texts in printed.places]
    likely = [place for place in places if len(place[1]) >= _MUCH_OF * len(signs)]
    if len(likely) != 1:
        return None
    texts, covered = likely[0]
    others = (other - covered for rest, other in places if rest.prints)
    if not texts.prints or len(covered) < max(_FEWEST, _MOST_OF * len(signs)) or max(map(len, others)) >= _FEWEST:
        return None
    return texts.path, next(number for number, piece in texts.pieces if piece in shown)


def _covered(line: str, texts: Texts) -> set[int]:
    """The characters of a line that stand in the texts."""
    covered = set[int]()
    for _, piece in texts.pieces:
        at = line.find(piece)
        covered.update(range(at, at + len(piece)) if at >= 0 else ())
    return covered


def _texts_of(path: str, content: str) -> Iterator[Texts]:
    """The texts of a file, those of one statement that prints together; a file of another language is one text."""
    name = next((name for name, suffixes in _SUFFIXES.items() if path.lower().endswith(suffixes)), "")
    if not name:
        yield Texts(path, prints=False, pieces=tuple(_pieces([("text", content, 1)])))
        return
    tokens = [*_read(_TOKENS[name], content)]
    streams = name == "cpp" and "stringstream" not in content
    at = 0
    while at < len(tokens):
        end = _end_of_print(tokens, at, name, streams=streams)
        pieces = tuple(_pieces(tokens[at : end or at + 1]))
        if pieces:
            yield Texts(path, prints=bool(end), pieces=pieces)
        at = end or at + 1


def _read(pattern: re.Pattern[str], content: str) -> Iterator[_Token]:
    line, before = 1, 0
    for match in pattern.finditer(content):
        line += content.count("\n", before, match.start())
        before = match.start()
        kind = "text" if match["text"] is not None else str(match.lastgroup)
        if match["comment"] is None:
            yield kind, match[0], line


def _end_of_print(tokens: Sequence[_Token], at: int, language: str, *, streams: bool) -> int:
    """Where the statement ends that prints and begins at a name; 0 for none.

    ``streams``: whatever is on the left of ``<<`` is a stream.
    """
    name, (first, second, third) = tokens[at][1], _next_three(tokens, at)
    if first == "(" and name in _PRINTS[language]:
        return 0 if language == "prolog" and second in _MAKES_TERM and third == "(" else _end_of_call(tokens, at + 1)
    if language == "cpp" and (first, second) == ("<", "<") and (streams or name in _STREAMS):
        return next((end for end in range(at, len(tokens)) if tokens[end][1] == ";"), len(tokens))
    return 0


def _next_three(tokens: Sequence[_Token], at: int) -> list[str]:
    return ([text for _, text, _ in tokens[at + 1 : at + 4]] + [""] * 3)[:3]


def _end_of_call(tokens: Sequence[_Token], at: int) -> int:
    """Where the parenthesis is closed that is opened there."""
    depth = 0
    for end in range(at, len(tokens)):
        kind, text, _ = tokens[end]
        depth += ((text == "(") - (text == ")")) if kind == "other" else 0
        if depth == 0:
            return end + 1
    return len(tokens)


def _pieces(tokens: Iterable[_Token]) -> Iterator[tuple[int, str]]:
    """What is printed as it stands of the texts among some tokens, without what says nothing, and the lines."""
    for _, text, line in (token for token in tokens if token[0] == "text"):
        prefix = _PREFIX.match(text)
        begin, piece = prefix.end() if prefix else 0, ""
        for match in _HOLE.finditer(text):
            piece += text[begin : match.start()] + (match["quote"] or "")
            begin = match.end()
            if match["quote"] is None:
                yield from _telling(piece, line)
                piece = ""
        yield from _telling(piece + text[begin:], line)


def _telling(piece: str, line: int) -> Iterator[tuple[int, str]]:
    bare = piece.strip().strip("\"'`").strip()
    if len(_SIGN.findall(bare)) >= _SHORTEST and any(map(str.isalpha, bare)):
        yield line, bare
