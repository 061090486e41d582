"""Explain what is wrong with the brackets, quotes, keys and columns of a text that is no YAML."""

from __future__ import annotations

import re

from msgspec.structs import replace

from harness.spec.yaml.place import (
    KEY,
    Explained,
    Fault,
    Place,
    begin_of,
    lone_bracket,
    needs_quotes,
    quote_across_lines,
    quoted,
)


def bracket_fault(place: Place) -> Explained:
    """What is wrong where a bracket is open and the parser found neither a comma nor its end."""
    return (
        lone_bracket(place)
        or _apostrophe(place)
        or quote_across_lines(place)
        or _bracket_across_lines(place)
        or _braces(place)
        or _colon_in_brackets(place)
        or _comma(place)
    )


def _apostrophe(place: Place) -> Explained:
    """``'Don't'``."""
    match = re.search(r"(?<=[\s\[{,:])'[^']*'\w[^,\]}]*", place.text)
    if match is None:
        return None
    inner = match[0].strip("' ")
    message = f"inside single quotes a quote is written twice; put it in double quotes: {quoted(inner)}"
    return place.fault(message, match.start(), place.text[: match.start()] + quoted(inner) + place.text[match.end() :])


def _bracket_across_lines(place: Place) -> Explained:
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
    fixes = (before.rstrip() + {"[": "]", "{": "}"}.get(opening, ""),)
    return Fault("the bracket that opens here is not closed", place.opened, place.opened_column, fixes, sure=False)


def _braces(place: Place) -> Explained:
    """``{n} solutions`` without quotes."""
    for match in re.finditer(
        r"(?:(?<=[:,\[-] )|(?<=\[))\{\w*\}[^,\]\"']*|[^\s\[,\"']*(?: \{\w+\})[^,\]\"']*", place.text
    ):
        text = match[0].strip()
        if re.fullmatch(r"\{\w*\}", text) is None:
            return needs_quotes(place, "{...}", match.start(), text)
    return None


def _colon_in_brackets(place: Place) -> Explained:
    """``{text: Output: the sum}``."""
    begin = max(place.text.rfind(sign, 0, place.column) for sign in ",[{") + 1
    match = re.match(r"( *(?:[\w-]+: +)?)([^\"',\[\]{}]*: [^\"',\[\]{}]*)", place.text[begin:])
    if match is None or place.text[place.column : place.column + 1] != ":":
        return None
    return needs_quotes(place, ": ", begin + len(match[1]), match[2].strip())


def _comma(place: Place) -> Fault:
    if len(re.findall(r'(?<!\\)"', place.text)) % 2:
        return place.fault('one " of this line has no partner: each text in quotes has one before and one after it')
    before = place.text[: place.column].rstrip()
    if before.endswith(('"', "'", "]", "}")) and place.text[place.column : place.column + 1] not in ("", ":"):
        rest = re.match(r"\"[^\"]*\"|'[^']*'|[^,\]}]*", place.text[place.column :])
        message = f"a comma is missing before {rest[0].strip() if rest else ''}"
        return place.fault(message, None, f"{before}, {place.text[place.column :]}")
    return place.fault(
        "between these brackets a comma is missing, or a text needs quotes, such as one with a comma, a bracket or "
        'with ": " in it'
    )


def colon_fault(place: Place) -> Explained:
    """What is wrong where a colon stands that no value may have."""
    above = place.above()
    for number in (above, place.line):
        text = place.line_text(number)
        match = re.fullmatch(r"(\s*(?:- +)?[A-Za-z_][\w-]*):([^\s:/\\].*)", text)
        if match:
            fixed = f"{match[1]}: {match[2].strip()}"
            message = f"a blank is missing after the colon: {fixed.strip()}"
            return Fault(message, number, len(match[1]) + 1, (fixed,))
    dash = re.fullmatch(r"(\s*)-([A-Za-z_][\w-]*:(?: .*)?)", place.line_text(above))
    if dash:
        message = f"a blank is missing after the dash: - {dash[2].strip()}"
        return Fault(message, above, len(dash[1]) + 1, (f"{dash[1]}- {dash[2]}",))
    match = re.fullmatch(rf"({KEY}) +(.*\S: .*|.*\S:)", place.text)
    if match:
        key = match[1].strip().removeprefix("- ").strip()
        return needs_quotes(place, ": ", match.start(2), re.split(r"\s#", match[2])[0].strip(), f"{key} ")
    return column_fault(place)


def missing_colon(place: Place) -> Explained:
    """A line that should hold a key, and has no colon that ends it."""
    text = place.line_text(place.opened)
    block = _block_above(place)
    if block is not None:
        key = place.line_text(block).strip().split(":")[0]
        message = f'what belongs to the text of "{key}" is indented further than "{key}" itself'
        return Fault(message, place.opened, place.opened_column, (" " * 8 + text.lstrip(),), sure=False)
    match = re.fullmatch(r"(\s*(?:- +)?)([A-Za-z_][\w-]*)(:|\s*=\s*|\s*\uff1a\s*|\s+)(\S.*)", text)
    if match is None:
        return column_fault(place)
    sign = match[3].strip()
    fixed = f"{match[1]}{match[2]}: {match[4]}"
    what = {
        ":": "a blank is missing after the colon",
        "": f'after the key "{match[2]}" a colon is missing',
    }.get(sign, f'a key ends with ":", not with "{sign}"')
    if not sign and len(match[4].split()) > 1 and not match[4].startswith(('"', "'", "[", "{")):
        message = f'"{begin_of(text)}" is neither a key with a colon after it nor an entry with "- " before it'
        return Fault(message, place.opened, place.opened_column)
    return Fault(f"{what}: {fixed.strip()}", place.opened, place.opened_column, (fixed,))


def _block_above(place: Place) -> int | None:
    """The line whose ``|`` or ``>`` begins a text that the faulty line most likely belongs to."""
    for number in range(place.opened - 1, -1, -1):
        text = place.line_text(number)
        if re.match(rf"{KEY} +[|>][-+0-9]*\s*(?:#.*)?$", text):
            return number
        if re.match(rf"{KEY}|\s*- ", text):
            return None
    return None


def column_fault(place: Place) -> Explained:
    """What is wrong with the column in which a line begins."""
    fault = quote_across_lines(place)
    if fault:
        return fault
    above = place.line_text(place.above())
    column = len(place.text) - len(place.text.lstrip())
    wanted = re.match(r"\s*(?:- +)*", above)
    if not place.text.strip() or not wanted:
        return None
    if wanted.end() == column:
        return place.fault(f'"{begin_of(above)}" above it is a text, and no key can follow a text', column)
    fault = place.fault(
        f'"{begin_of(place.text)}" begins in column {column + 1}, and "{begin_of(above)}" above it in column '
        f"{wanted.end() + 1}; keys of one mapping begin in the same column, what belongs to a key further to the right",
        column,
        " " * wanted.end() + place.text.lstrip(),
        sure=False,
    )
    return replace(fault, shifts=True)


def missing_key(place: Place) -> Explained:
    """What is wrong where a key should begin."""
    match = re.match(rf"({KEY} +)((?:\{{\w*\}}|\[\w*\]) *[^\s#].*)", place.text)
    if match:
        sign = "{...}" if match[2].startswith("{") else "["
        return needs_quotes(place, sign, match.end(1), re.split(r"\s#", match[2])[0].strip())
    match = re.match(rf"({KEY} +)((?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')\s*([^\s#].*))", place.text)
    if match:
        return _behind_quote(place, match.start(2), match[2], match[3])
    if place.text[place.column : place.column + 1] in ("]", "}"):
        fixed = place.text[: place.column] + place.text[place.column + 1 :]
        return place.fault(f'"{place.text[place.column]}" closes a bracket that was not opened', None, fixed)
    return column_fault(place)


def _behind_quote(place: Place, column: int, text: str, more: str) -> Fault:
    """``"usage" is printed`` or ``'Don't'``."""
    text, quote = text.strip(), text[0]
    whole = text[1:-1] if text.endswith(quote) and len(text) > 1 else text
    fixed = quoted(whole.replace("\\" + quote, quote))
    message = f"there is more after the closing quote: {more.strip()[:40]}; put all of it in other quotes: {fixed}"
    return place.fault(message, column, place.text[:column] + fixed)
