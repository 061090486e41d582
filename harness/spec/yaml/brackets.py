"""Explain what is wrong between brackets and quotes of a text that is no YAML."""

from __future__ import annotations

import re

from harness.spec.yaml.place import (
    Explained,
    Fault,
    Place,
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
    mends = (before.rstrip() + {"[": "]", "{": "}"}.get(opening, ""),)
    return Fault("the bracket that opens here is not closed", place.opened, place.opened_column, mends, sure=False)


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
