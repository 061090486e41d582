"""Say what is wrong with a text that is no YAML, and how to mend it, in place of a parser's own words."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

_KEY = r"\s*(?:- +)*[\w.-]+:"


class Fault(Struct, frozen=True):
    """What is wrong with a text that is no YAML, and how the line would read without it."""

    message: str
    line: int | None = None
    """From 0, as the column is; None where it is unknown."""
    column: int | None = None
    mends: tuple[str, ...] = ()
    """The line as it may have been meant, the likeliest first; none where it may have been anything."""
    sure: bool = True
    """Whether the mended line means what the author meant: it is what the message says."""
    shifts: bool = False
    """Whether the lines below in the same column, or further to the right, move with the mended line."""

    @property
    def where(self) -> str:
        """``:4:11``, from 1."""
        column = "" if self.column is None else f":{self.column + 1}"
        return "" if self.line is None else f":{self.line + 1}{column}"


def syntax_fault(error: Exception, text: bytes) -> Fault:
    """What is wrong where a parser stopped.

    Args:
        error: what PyYAML raised.
        text: the file's content.

    """
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None)
    if mark is None or problem is None:
        return _unreadable(error, text)
    lines = text.decode("utf-8-sig", "replace").splitlines()
    place = Place(lines, (mark.line, mark.column), (opened.line, opened.column) if opened else None, text)
    for expression, explain in _EXPLANATIONS:
        if re.search(expression, f"{getattr(error, 'context', '') or ''}: {problem}"):
            fault = explain(place)
            if fault:
                return fault
    return Fault(problem, place.line, place.column)


class Place:
    """Where the parser stopped. Lines and columns count from 0 here."""

    def __init__(self, lines: list[str], at: tuple[int, int], opened: tuple[int, int] | None, content: bytes) -> None:
        self.lines, self.line, self.content = lines, at[0], content
        self.text = self.line_text(self.line)
        self.column = min(at[1], len(self.text))
        self.opened, self.opened_column = opened or at

    def line_text(self, number: int) -> str:
        """The text of a line; none where the file has no such line."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def fault(self, message: str, column: int | None = None, *mends: str, sure: bool = True) -> Fault:
        """A fault in this line."""
        return Fault(message, self.line, self.column if column is None else column, mends, sure)

    def with_quotes(self, text: str, sign: str | None = None) -> Fault:
        """The fault of a text that begins with a sign that none begins with, unless it is in quotes."""
        column = max(0, self.text.find(text))
        mended = self.text[:column] + quoted(text) + self.text[column + len(text) :]
        message = f'a text cannot begin with "{sign or text[:1]}"; put it in quotes: {quoted(text)}'
        return self.fault(message, column, mended)

    def word_column(self) -> int:
        """Where the word begins at which the parser stopped."""
        begin = self.column
        while begin and self.text[begin - 1] not in " [,{:":
            begin -= 1
        return begin

    def above(self) -> int:
        """The nearest line above that is neither blank nor a comment."""
        number = self.line - 1
        while number > 0 and re.match(r"\s*(#|$)", self.line_text(number)):
            number -= 1
        return number


_Explained = Fault | None
TAB = "a tab stands before the first word; indent with blanks, YAML takes no tabs there"


def _tab(place: Place) -> _Explained:
    column = place.text[: place.column + 1].find("\t")
    if column < 0:
        return None
    content = place.text.lstrip()
    indent = place.text[: len(place.text) - len(content)]
    mends = tuple(indent.expandtabs(width) + content for width in (2, 4, 8, 1))
    return place.fault(TAB, column, *mends, sure=False)


def _begins_badly(place: Place) -> _Explained:
    return _tab(place) or place.with_quotes(_rest(place, place.word_column()))


def _rest(place: Place, column: int) -> str:
    """All the text from this column on, unless it stands in brackets: there it is the word alone."""
    text = re.split(r"\s#", place.text[column:])[0]
    return (re.split(r"[,\]}]", text)[0] if re.search(r"[\[{]", place.text[:column]) else text).strip()


def _escape(place: Place) -> _Explained:
    begin = max(0, place.text.rfind("\\", 0, place.column + 1))
    escape = place.text[begin : begin + 2]
    message = (
        f"{escape} means nothing between double quotes; put the text in single quotes, where a backslash is plain, "
        "or write the backslash twice"
    )
    return place.fault(message, begin, place.text[:begin] + "\\" + place.text[begin:])


def _open_quote(place: Place) -> _Explained:
    return _never_closed(place, place.opened, place.opened_column)


def _never_closed(place: Place, line: int, column: int) -> Fault:
    text = place.line_text(line)
    is_last = re.fullmatch(rf"(?:{_KEY}|\s*-) +", text[:column]) is not None
    mends = (text.rstrip() + text[column : column + 1],) if is_last else ()
    return Fault("the quote that opens here is never closed", line, column, mends)


def _bracket(place: Place) -> _Explained:
    return (
        _lone_bracket(place)
        or _apostrophe(place)
        or _quote_across_lines(place)
        or _bracket_across_lines(place)
        or _braces(place)
        or _colon_in_brackets(place)
        or _comma(place)
    )


def _apostrophe(place: Place) -> _Explained:
    """``'Don't'``."""
    match = re.search(r"(?<=[\s\[{,:])'[^']*'\w[^,\]}]*", place.text)
    if match is None:
        return None
    inner = match[0].strip("' ")
    message = f"inside single quotes a quote is written twice; put it in double quotes: {quoted(inner)}"
    return place.fault(message, match.start(), place.text[: match.start()] + quoted(inner) + place.text[match.end() :])


def _quote_across_lines(place: Place) -> _Explained:
    """A quote that opens in a line above and meets the next one that opens as if that closed it."""
    import yaml  # noqa: PLC0415 - only an error needs it

    try:
        for token in yaml.scan(place.content, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = token.start_mark, token.end_mark
            if end.line == place.line > start.line and getattr(token, "style", None) in ("'", '"'):
                return _never_closed(place, start.line, start.column)
    except yaml.YAMLError:
        pass
    return None


def _lone_bracket(place: Place) -> _Explained:
    """``cases: [`` with entries below it as they stand without brackets."""
    number = place.above()
    match = re.fullmatch(rf"({_KEY} *)[\[{{]\s*(?:#.*)?", place.line_text(number))
    if match is None and re.fullmatch(rf"{_KEY} *[\[{{]\s*(?:#.*)?", place.line_text(place.opened)):
        number, match = place.opened, re.match(rf"({_KEY} *)", place.line_text(place.opened))
    entry = next((line for line in place.lines[number + 1 :] if line.strip()), "")
    if match is None or number >= place.line or not re.match(rf"\s*- |{_KEY}(?: .*[^,{{\[\s])?\s*$", entry):
        return None
    message = "entries in lines of their own, without commas, have no bracket before them; take it out"
    return Fault(message, number, len(match[1]), (match[1].rstrip(),), sure=False)


def _bracket_across_lines(place: Place) -> _Explained:
    if place.line == place.opened:
        return None
    before = place.line_text(place.opened)
    begin = len(before) - len(before.lstrip())
    if place.text.strip() and len(place.text) - len(place.text.lstrip()) > begin:
        above = place.line_text(place.above())
        if above.rstrip().endswith(("[", "{", ",")):
            return _comma(place)
        message = "a comma is missing at the end of this line, or a bracket that closes"
        return Fault(message, place.above(), len(above.rstrip()), (above.rstrip() + ",",))
    opening = before[place.opened_column : place.opened_column + 1]
    mends = (before.rstrip() + {"[": "]", "{": "}"}.get(opening, ""),)
    return Fault("the bracket that opens here is not closed", place.opened, place.opened_column, mends, sure=False)


def _braces(place: Place) -> _Explained:
    """``{n} solutions`` without quotes."""
    for match in re.finditer(
        r"(?:(?<=[:,\[-] )|(?<=\[))\{\w*\}[^,\]\"']*|[^\s\[,\"']*(?: \{\w+\})[^,\]\"']*", place.text
    ):
        text = match[0].strip()
        if re.fullmatch(r"\{\w*\}", text) is None:
            return _needs_quotes(place, "{...}", match.start(), text)
    return None


def _needs_quotes(place: Place, sign: str, column: int, text: str, key: str = "") -> Fault:
    mended = place.text[:column] + quoted(text) + place.text[column + len(text) :]
    what = {"{...}": "with {...} needs quotes here", "[": 'that begins with "[" needs quotes'}
    words = what.get(sign, f'with "{sign}" in it needs quotes')
    return place.fault(f"a text {words}: {key}{quoted(text)}", column, mended)


def _colon_in_brackets(place: Place) -> _Explained:
    """``{text: Output: the sum}``."""
    begin = max(place.text.rfind(sign, 0, place.column) for sign in ",[{") + 1
    match = re.match(r"( *(?:[\w-]+: +)?)([^\"',\[\]{}]*: [^\"',\[\]{}]*)", place.text[begin:])
    if match is None or place.text[place.column : place.column + 1] != ":":
        return None
    return _needs_quotes(place, ": ", begin + len(match[1]), match[2].strip())


def _comma(place: Place) -> Fault:
    if len(re.findall(r'(?<!\\)"', place.text)) % 2:
        return place.fault('one " of this line has no partner: each text in quotes has one before and one behind it')
    before = place.text[: place.column].rstrip()
    if before.endswith(('"', "'", "]", "}")) and place.text[place.column : place.column + 1] not in ("", ":"):
        behind = re.match(r"\"[^\"]*\"|'[^']*'|[^,\]}]*", place.text[place.column :])
        message = f"a comma is missing before {behind[0].strip() if behind else ''}"
        return place.fault(message, None, f"{before}, {place.text[place.column :]}")
    return place.fault(
        "between these brackets a comma is missing, or a text needs quotes, such as one with a comma, a bracket or "
        'with ": " in it'
    )


def _colon(place: Place) -> _Explained:
    above = place.above()
    for number in (above, place.line):
        text = place.line_text(number)
        match = re.fullmatch(r"(\s*(?:- +)?[A-Za-z_][\w-]*):([^\s:/\\].*)", text)
        if match:
            mended = f"{match[1]}: {match[2].strip()}"
            message = f"a blank is missing behind the colon: {mended.strip()}"
            return Fault(message, number, len(match[1]) + 1, (mended,))
    dash = re.fullmatch(r"(\s*)-([A-Za-z_][\w-]*:(?: .*)?)", place.line_text(above))
    if dash:
        message = f"a blank is missing behind the dash: - {dash[2].strip()}"
        return Fault(message, above, len(dash[1]) + 1, (f"{dash[1]}- {dash[2]}",))
    match = re.fullmatch(rf"({_KEY}) +(.*\S: .*|.*\S:)", place.text)
    if match:
        key = match[1].strip().removeprefix("- ").strip()
        return _needs_quotes(place, ": ", match.start(2), re.split(r"\s#", match[2])[0].strip(), f"{key} ")
    return _column(place)


def _no_colon(place: Place) -> _Explained:
    """A line that should hold a key, and has no colon that ends it."""
    text = place.line_text(place.opened)
    block = _block_above(place)
    if block is not None:
        key = place.line_text(block).strip().split(":")[0]
        message = f'what belongs to the text of "{key}" is indented further than "{key}" itself'
        return Fault(message, place.opened, place.opened_column, (" " * 8 + text.lstrip(),), sure=False)
    match = re.fullmatch(r"(\s*(?:- +)?)([A-Za-z_][\w-]*)(:|\s*=\s*|\s*\uff1a\s*|\s+)(\S.*)", text)
    if match is None:
        return _column(place)
    sign = match[3].strip()
    mended = f"{match[1]}{match[2]}: {match[4]}"
    what = {
        ":": "a blank is missing behind the colon",
        "": f'behind the key "{match[2]}" a colon is missing',
    }.get(sign, f'a key ends with ":", not with "{sign}"')
    if not sign and len(match[4].split()) > 1 and not match[4].startswith(('"', "'", "[", "{")):
        message = f'"{_begin(text)}" is neither a key with a colon behind it nor an entry with "- " before it'
        return Fault(message, place.opened, place.opened_column)
    return Fault(f"{what}: {mended.strip()}", place.opened, place.opened_column, (mended,))


def _block_above(place: Place) -> int | None:
    """The line whose ``|`` or ``>`` begins a text that the faulty line most likely belongs to."""
    for number in range(place.opened - 1, -1, -1):
        text = place.line_text(number)
        if re.match(rf"{_KEY} +[|>][-+0-9]*\s*(?:#.*)?$", text):
            return number
        if re.match(rf"{_KEY}|\s*- ", text):
            return None
    return None


def _column(place: Place) -> _Explained:
    fault = _quote_across_lines(place)
    if fault:
        return fault
    above = place.line_text(place.above())
    column = len(place.text) - len(place.text.lstrip())
    wanted = re.match(r"\s*(?:- +)*", above)
    if not place.text.strip() or not wanted:
        return None
    if wanted.end() == column:
        return place.fault(f'"{_begin(above)}" above it is a text, and no key can follow a text', column)
    fault = place.fault(
        f'"{_begin(place.text)}" begins in column {column + 1}, and "{_begin(above)}" above it in column '
        f"{wanted.end() + 1}; keys of one mapping begin in the same column, what belongs to a key further to the right",
        column,
        " " * wanted.end() + place.text.lstrip(),
        sure=False,
    )
    return replace(fault, shifts=True)


def _begin(line: str) -> str:
    return re.sub(r"^(?:- +)*", "", line.strip())[:30]


def _no_key(place: Place) -> _Explained:
    match = re.match(rf"({_KEY} +)((?:\{{\w*\}}|\[\w*\]) *[^\s#].*)", place.text)
    if match:
        sign = "{...}" if match[2].startswith("{") else "["
        return _needs_quotes(place, sign, match.end(1), re.split(r"\s#", match[2])[0].strip())
    match = re.match(rf"({_KEY} +)((?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')\s*([^\s#].*))", place.text)
    if match:
        return _behind_quote(place, match.start(2), match[2], match[3])
    if place.text[place.column : place.column + 1] in ("]", "}"):
        mended = place.text[: place.column] + place.text[place.column + 1 :]
        return place.fault(f'"{place.text[place.column]}" closes a bracket that was not opened', None, mended)
    return _column(place)


def _behind_quote(place: Place, column: int, text: str, more: str) -> Fault:
    """``"usage" is printed`` or ``'Don't'``."""
    text, quote = text.strip(), text[0]
    whole = text[1:-1] if text.endswith(quote) and len(text) > 1 else text
    mended = quoted(whole.replace("\\" + quote, quote))
    message = f"behind the closing quote stands more: {more.strip()[:40]}; put all of it in other quotes: {mended}"
    return place.fault(message, column, place.text[:column] + mended)


def _alias(place: Place) -> _Explained:
    word = place.text[place.column :].split(",")[0].split("]")[0].split()
    name = word[0] if word else "*"
    end = place.column + len(name)
    return place.fault(
        f'{name} refers to something named "&{name.removeprefix("*")}" above, and there is none; a text that begins '
        f"with * needs quotes: {quoted(name)}",
        None,
        place.text[: place.column] + quoted(name) + place.text[end:],
    )


def _tag(place: Place) -> _Explained:
    return place.with_quotes(place.text[place.column :].strip(), "!")


def _block(place: Place) -> _Explained:
    match = re.match(rf"({_KEY} +)([|>].*)", place.text)
    sign = place.text[: place.column + 1].rstrip()[-1:]
    text = match[2].strip() if match else sign
    mends = (match[1] + quoted(text),) if match else ()
    return place.fault(
        f"behind {text[:1]} alone a text begins in the next line; a text that begins with {text[:1]} needs quotes: "
        f"{quoted(text)}",
        match.end(1) if match else None,
        *mends,
    )


def _dash(place: Place) -> _Explained:
    text = place.text[place.column :]
    entry = text.removeprefix("-").strip()
    return place.fault(
        f"a list begins in a line of its own, or is written in brackets: [{entry}]; a text that begins with - needs "
        f"quotes: {quoted(text.strip())}",
        None,
        f"{place.text[: place.column]}[{entry}]",
        sure=False,
    )


def _second(place: Place) -> _Explained:
    return place.fault('"---" begins a second document; a file holds one', None, "")


def _no_value(place: Place) -> _Explained:
    fault = _lone_bracket(place)
    if fault:
        return fault
    text = place.text[place.column :].strip()
    mended = place.text[: place.column] + quoted(text)
    message = f'a value cannot begin with "{text[:1]}"; a text that does needs quotes: {quoted(text)}'
    return place.fault(message, None, mended)


_EXPLANATIONS: tuple[tuple[str, Callable[[Place], _Explained]], ...] = (
    ("tab character", _tab),
    ("scanning an alias|scanning an anchor", _begins_badly),
    ("cannot start any token|mapping keys are not allowed", _begins_badly),
    ("unknown escape character|hexdec?imal number|Unicode character escape", _escape),
    ("quoted scalar: found unexpected (end of stream|document)", _open_quote),
    ("expected ',' or", _bracket),
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _no_colon),
    ("expected key|expected '-' indicator", _no_key),
    ("undefined alias", _alias),
    ("constructor for the tag", _tag),
    ("block scalar", _block),
    ("block sequence entries are not allowed", _dash),
    ("another document", _second),
    ("document start", _column),
    ("expected node content", _no_value),
)


def quoted(text: str) -> str:
    """The text in quotes, as YAML and people read it."""
    if "\\" in text or ('"' in text and "'" not in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace('"', '\\"') + '"'


def _unreadable(error: Exception, text: bytes) -> Fault:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    try:
        text.decode()
    except UnicodeDecodeError as broken:
        line = text.count(b"\n", 0, broken.start)
        return Fault(f"the byte 0x{text[broken.start]:02x} is not UTF-8; save the file as UTF-8", line)
    control = re.search(r"unacceptable character #x([0-9a-f]+)", reason)
    if control:
        line = text.count(b"\n", 0, max(0, text.find(chr(int(control[1], 16)).encode())))
        return Fault(f"the character number 0x{control[1].lstrip('0') or '0'} may not stand in YAML; take it out", line)
    return Fault(reason)
