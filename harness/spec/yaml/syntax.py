"""Say what is wrong with a text that is no YAML, and how to fix it, instead of a parser's own words."""

from __future__ import annotations

import re
from collections.abc import Callable

from harness.spec.yaml.place import KEY, Explained, Fault, Place, lone_bracket, never_closed, quoted
from harness.spec.yaml.structure import bracket_fault, colon_fault, column_fault, missing_colon, missing_key

TAB = "there is a tab before the first word; indent with blanks, YAML takes no tabs there"


def syntax_fault(error: Exception, text: bytes) -> Fault:
    """What is wrong where a parser stopped."""
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


def _tab(place: Place) -> Explained:
    column = place.text[: place.column + 1].find("\t")
    if column < 0:
        return None
    content = place.text.lstrip()
    indent = place.text[: len(place.text) - len(content)]
    fixes = tuple(indent.expandtabs(width) + content for width in (2, 4, 8, 1))
    return place.fault(TAB, column, *fixes, sure=False)


def _begins_badly(place: Place) -> Explained:
    return _tab(place) or place.with_quotes(_rest(place, place.word_column()))


def _rest(place: Place, column: int) -> str:
    """All the text from this column on, unless it stands in brackets: there it is the word alone."""
    text = re.split(r"\s#", place.text[column:])[0]
    return (re.split(r"[,\]}]", text)[0] if re.search(r"[\[{]", place.text[:column]) else text).strip()


def _escape(place: Place) -> Explained:
    begin = max(0, place.text.rfind("\\", 0, place.column + 1))
    escape = place.text[begin : begin + 2]
    message = (
        f"{escape} means nothing between double quotes; put the text in single quotes, where a backslash is plain, "
        "or write the backslash twice"
    )
    return place.fault(message, begin, place.text[:begin] + "\\" + place.text[begin:])


def _open_quote(place: Place) -> Explained:
    return never_closed(place, place.opened, place.opened_column)


def _alias(place: Place) -> Explained:
    word = place.text[place.column :].split(",")[0].split("]")[0].split()
    name = word[0] if word else "*"
    end = place.column + len(name)
    return place.fault(
        f'{name} refers to something named "&{name.removeprefix("*")}" above, and there is none; a text that begins '
        f"with * needs quotes: {quoted(name)}",
        None,
        place.text[: place.column] + quoted(name) + place.text[end:],
    )


def _tag(place: Place) -> Explained:
    return place.with_quotes(place.text[place.column :].strip(), "!")


def _block(place: Place) -> Explained:
    match = re.match(rf"({KEY} +)([|>].*)", place.text)
    sign = place.text[: place.column + 1].rstrip()[-1:]
    text = match[2].strip() if match else sign
    fixes = (match[1] + quoted(text),) if match else ()
    return place.fault(
        f"after {text[:1]} alone a text begins in the next line; a text that begins with {text[:1]} needs quotes: "
        f"{quoted(text)}",
        match.end(1) if match else None,
        *fixes,
    )


def _dash(place: Place) -> Explained:
    text = place.text[place.column :]
    entry = text.removeprefix("-").strip()
    return place.fault(
        f"a list begins in a line of its own, or is written in brackets: [{entry}]; a text that begins with - needs "
        f"quotes: {quoted(text.strip())}",
        None,
        f"{place.text[: place.column]}[{entry}]",
        sure=False,
    )


def _second(place: Place) -> Explained:
    return place.fault('"---" begins a second document; a file holds one', None, "")


def _no_value(place: Place) -> Explained:
    fault = lone_bracket(place)
    if fault:
        return fault
    text = place.text[place.column :].strip()
    fixed = place.text[: place.column] + quoted(text)
    message = f'a value cannot begin with "{text[:1]}"; a text that does needs quotes: {quoted(text)}'
    return place.fault(message, None, fixed)


_EXPLANATIONS: tuple[tuple[str, Callable[[Place], Explained]], ...] = (
    ("tab character", _tab),
    ("scanning an alias|scanning an anchor", _begins_badly),
    ("cannot start any token|mapping keys are not allowed", _begins_badly),
    ("unknown escape character|hexdec?imal number|Unicode character escape", _escape),
    ("quoted scalar: found unexpected (end of stream|document)", _open_quote),
    ("expected ',' or", bracket_fault),
    ("mapping values are not allowed", colon_fault),
    ("could not find expected ':'", missing_colon),
    ("expected key|expected '-' indicator", missing_key),
    ("undefined alias", _alias),
    ("constructor for the tag", _tag),
    ("block scalar", _block),
    ("block sequence entries are not allowed", _dash),
    ("another document", _second),
    ("document start", column_fault),
    ("expected node content", _no_value),
)


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
        return Fault(f"the character number 0x{control[1].lstrip('0') or '0'} is not allowed in YAML; remove it", line)
    return Fault(reason)
