"""Say what is wrong with a text that is no YAML, and how to mend it, in place of a parser's own words."""

from __future__ import annotations

import re
from collections.abc import Callable

_KEY = r"\s*(?:- +)*[\w.-]+:"


def syntax_problem(error: Exception, text: bytes) -> tuple[int | None, str]:
    """The line (from 1; None where it is unknown) and what is wrong there.

    Args:
        error: what PyYAML raised.
        text: the file's content.

    """
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None)
    if mark is None or problem is None:
        return _unreadable(error, text)
    lines = text.decode("utf-8", "replace").splitlines()
    place = _Place(lines, mark.line, mark.column, opened.line if opened else mark.line)
    for expression, explain in _EXPLANATIONS:
        if re.search(expression, f"{getattr(error, 'context', '') or ''}: {problem}"):
            explained = explain(place)
            if explained:
                return explained
    return mark.line + 1, problem


class _Place:
    """Where the parser stopped. Lines and columns count from 0 here."""

    def __init__(self, lines: list[str], line: int, column: int, opened: int) -> None:
        self.lines, self.line, self.opened = lines, line, opened
        self.text = self.line_text(line)
        self.column = min(column, len(self.text))

    def line_text(self, number: int) -> str:
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def word(self) -> str:
        """The text that begins where the parser stopped, or just before it."""
        begin = self.column
        while begin and self.text[begin - 1] not in " [,{:":
            begin -= 1
        match = re.compile(r"[^\s,\]}]*").match(self.text, begin)
        return match[0] if match else ""

    def above(self) -> int:
        """The nearest line above that is neither blank nor a comment."""
        number = self.line - 1
        while number > 0 and re.match(r"\s*(#|$)", self.line_text(number)):
            number -= 1
        return number


_Explained = tuple[int, str] | None


def _tab(place: _Place) -> _Explained:
    if "\t" not in place.text[: place.column + 1]:
        return None
    return place.line + 1, "a tab stands before the first word; indent with blanks, YAML takes no tabs there"


def _begins_badly(place: _Place) -> _Explained:
    word = place.word()
    return _tab(place) or (
        place.line + 1,
        f'a text cannot begin with "{word[:1]}"; put it in quotes: {quoted(_rest(place, word))}',
    )


def _rest(place: _Place, word: str) -> str:
    """All the text from this word on, unless it stands in brackets: there it is the word alone."""
    before, _, behind = place.text.partition(word)
    text = word + behind
    return re.split(r"[,\]}]", text)[0].strip() if re.search(r"[\[{]", before) else text.strip()


def _escape(place: _Place) -> _Explained:
    begin = place.text.rfind("\\", 0, place.column + 1)
    escape = place.text[max(0, begin) : begin + 2]
    return place.line + 1, (
        f"{escape} means nothing between double quotes; put the text in single quotes, where a backslash is plain, "
        "or write the backslash twice"
    )


def _open_quote(place: _Place) -> _Explained:
    return place.opened + 1, "the quote that opens in this line is never closed"


def _bracket(place: _Place) -> _Explained:
    explained = _apostrophe(place) or _quote_across_lines(place)
    if explained:
        return explained
    if place.line > place.opened:
        return place.opened + 1, "the bracket that opens in this line is not closed"
    return _braces(place) or (
        place.line + 1,
        (
            "between these brackets a comma is missing, or a text needs quotes, such as one with a comma, a bracket or "
            'with ": " in it'
        ),
    )


def _apostrophe(place: _Place) -> _Explained:
    """``'Don't'``."""
    match = re.search(r"(?<=[\s\[{,:])'[^']*'\w[^,\]}]*", place.text)
    if match is None:
        return None
    inner = match[0].strip("' ")
    return place.line + 1, f"inside single quotes a quote is written twice; put it in double quotes: {quoted(inner)}"


def _quote_across_lines(place: _Place) -> _Explained:
    """A quote that opens in a line above and meets the next one that opens as if that closed it."""
    for number in range(place.line + 1):
        text = place.line_text(number)
        if re.search(r"(?:^|[\s\[{,])[\"]", text) and len(re.findall(r'(?<!\\)"', text)) % 2:
            return number + 1, "the quote that opens in this line is never closed"
    return None


def _braces(place: _Place) -> _Explained:
    """``{n} solutions`` without quotes."""
    for match in re.finditer(
        r"(?:(?<=[:,\[-] )|(?<=\[))\{\w*\}[^,\]\"']*|[^\s\[,\"']*(?: \{\w+\})[^,\]\"']*", place.text
    ):
        if re.fullmatch(r"\{\w*\}", match[0].strip()) is None:
            return place.line + 1, f"a text with {{...}} needs quotes here: {quoted(match[0].strip())}"
    return None


def _colon(place: _Place) -> _Explained:
    above = place.above()
    for number in (above, place.line):
        match = re.fullmatch(r"(\s*(?:- +)?[A-Za-z_][\w-]*):([^\s:/\\].*)", place.line_text(number))
        if match:
            return number + 1, f"a blank is missing behind the colon: {match[1].strip()}: {match[2].strip()}"
    match = re.fullmatch(rf"({_KEY}) +(.*\S: .*|.*\S:)", place.text)
    if match:
        key = match[1].strip().removeprefix("- ").strip()
        return place.line + 1, f'a text with ": " in it needs quotes: {key} {quoted(match[2].strip())}'
    return _column(place)


def _column(place: _Place) -> _Explained:
    explained = _quote_across_lines(place)
    if explained:
        return explained
    above = place.line_text(place.above())
    column = len(place.text) - len(place.text.lstrip())
    wanted = re.match(r"\s*(?:- +)*", above)
    if not place.text.strip() or not wanted:
        return None
    if wanted.end() == column:
        return place.line + 1, f'"{_begin(above)}" above it is a text, and no key can follow a text'
    return place.line + 1, (
        f'"{_begin(place.text)}" begins in column {column + 1}, and "{_begin(above)}" above it in column '
        f"{wanted.end() + 1}; keys of one mapping begin in the same column, what belongs to a key further to the right"
    )


def _begin(line: str) -> str:
    return re.sub(r"^(?:- +)*", "", line.strip())[:30]


def _no_key(place: _Place) -> _Explained:
    if re.match(rf"{_KEY} +\{{\w*\}} *[^\s#]", place.text):
        text = place.text.split(":", 1)[1].strip()
        return place.line + 1, f"a text with {{...}} needs quotes here: {quoted(text)}"
    match = re.match(rf"{_KEY} +(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')\s*([^\s#].*)", place.text)
    if match:
        inside = "inside single quotes a quote is written twice: ''" if "'" in place.text else 'inside it write \\"'
        return place.line + 1, f"behind the closing quote stands more: {match[1][:40]}; {inside}"
    if place.text[place.column : place.column + 1] in ("]", "}"):
        return place.line + 1, f'"{place.text[place.column]}" closes a bracket that was not opened'
    return _column(place)


def _alias(place: _Place) -> _Explained:
    word = place.text[place.column :].split(",")[0].split("]")[0].split()
    name = word[0] if word else "*"
    return place.line + 1, (
        f'{name} refers to something named "&{name.removeprefix("*")}" above, and there is none; a text that begins '
        f"with * needs quotes: {quoted(name)}"
    )


def _tag(place: _Place) -> _Explained:
    text = place.text[place.column :].strip()
    return place.line + 1, f'a text cannot begin with "!"; put it in quotes: {quoted(text)}'


def _block(place: _Place) -> _Explained:
    sign = place.text[: place.column + 1].rstrip()[-1:]
    match = re.match(rf"{_KEY} +([|>].*)", place.text)
    text = match[1] if match else sign
    return place.line + 1, (
        f"behind {text[:1]} alone a text begins in the next line; a text that begins with {text[:1]} needs quotes: "
        f"{quoted(text)}"
    )


def _dash(place: _Place) -> _Explained:
    text = place.text[place.column :].removeprefix("-").strip()
    return place.line + 1, f"a list begins in a line of its own, or is written in brackets: [{text}]"


def _second(place: _Place) -> _Explained:
    return place.line + 1, '"---" begins a second document; a file holds one'


def _no_value(place: _Place) -> _Explained:
    text = place.text[place.column :].strip()
    return place.line + 1, f'a value cannot begin with "{text[:1]}"; a text that does needs quotes: {quoted(text)}'


_EXPLANATIONS: tuple[tuple[str, Callable[[_Place], _Explained]], ...] = (
    ("tab character", _tab),
    ("scanning an alias|scanning an anchor", _begins_badly),
    ("cannot start any token", _begins_badly),
    ("unknown escape character", _escape),
    ("quoted scalar: found unexpected (end of stream|document)", _open_quote),
    ("expected ',' or", _bracket),
    ("mapping values are not allowed", _colon),
    ("expected key|expected '-' indicator|could not find expected ':'", _no_key),
    ("undefined alias", _alias),
    ("constructor for the tag", _tag),
    ("block scalar", _block),
    ("block sequence entries are not allowed", _dash),
    ("another document", _second),
    ("expected node content", _no_value),
)


def quoted(text: str) -> str:
    """The text in quotes, as YAML and people read it."""
    if "\\" in text or ('"' in text and "'" not in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace('"', '\\"') + '"'


def _unreadable(error: Exception, text: bytes) -> tuple[int | None, str]:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    try:
        text.decode()
    except UnicodeDecodeError as broken:
        line = text.count(b"\n", 0, broken.start) + 1
        return line, f"the byte 0x{text[broken.start]:02x} is not UTF-8; save the file as UTF-8"
    control = re.search(r"unacceptable character #x([0-9a-f]+)", reason)
    if control:
        line = text.count(b"\n", 0, max(0, text.find(chr(int(control[1], 16)).encode()))) + 1
        return line, f"the character number 0x{control[1].lstrip('0') or '0'} may not stand in YAML; take it out"
    return None, reason
