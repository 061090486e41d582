"""A variable in the place of a number that is written down instead of a size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit
from harness.language.oddities.size_numbers import size_numbers
from harness.language.prolog.language import Prolog
from harness.model.patterns import lazy_regex

_MOST_NAMES, _MOST_PLACES = 6, 6
_LIKELY = lazy_regex(r"(?i)n|num\w*|\w*size|\w*count|limit|max\w*|how_?many|len(?:gth)?|queens|total|dim\w*")
_NAME = lazy_regex(r"(?:\b(?:self|this)(?:\.|->))?(?<![\w.>])[A-Za-z_]\w*\b(?!\s*\()")
_VARIABLE = lazy_regex(r"\b[A-Z]\w*")
_LENGTH = lazy_regex(r"\blen\(\w+\)|\b\w+\.(?:size\(\)|length\b(?:\(\))?)")
_PARAMETERS = lazy_regex(r"\(([^()]*)\)")
_WORD = lazy_regex(r"[A-Za-z_]\w*")
_OF_LENGTH = {"len", "size", "length"}


def written_sizes(path: str, content: bytes, size: int, span_at: Callable[[int], tuple[int, int]]) -> RankedEdits:
    """The changes of such numbers, in all places that have the same, and in each alone; the likeliest name first.

    Args:
        path: the file's.
        content: the file.
        size: the one for which the program is right.
        span_at: where the function around a byte begins and ends, in bytes.

    """
    is_prolog = path.lower().endswith(Prolog.suffixes)
    places: dict[int, list[int]] = {}
    for line, number in sorted({*size_numbers(path, content, size)}):
        places.setdefault(number, []).extend(_in_line(content, line, number))
    for number, starts in places.items():
        for chosen in (starts, *([start] for start in starts)) if len(starts) > 1 else (starts,):
            first, *also = chosen
            text = content[slice(*span_at(first))].decode(errors="replace")
            names = _variables(text) if is_prolog else _names(text, content.decode(errors="replace"))
            for at, name in enumerate(islice(names, _MOST_NAMES)):
                for new in _of_number(name, number - size):
                    digits = len(str(number))
                    is_grouped = " " in new and any(_is_factor(content, each, each + digits) for each in chosen)
                    shown = f"({new})" if is_grouped else new
                    rank = at - 2 * _MOST_NAMES - bool(also)
                    yield rank, Edit(first, first + digits, shown, also=tuple(also))


def _in_line(content: bytes, line: int, number: int) -> list[int]:
    """Where a number stands in a line, in bytes; nowhere if there are too many."""
    begin = 0
    for _ in range(line - 1):
        begin = content.find(b"\n", begin) + 1
    end = content.find(b"\n", begin)
    pattern = re.compile(rb"(?<![\w.])%d(?![\w.])" % number)
    starts = [match.start() for match in pattern.finditer(content, begin, end if end >= 0 else len(content))]
    return starts if len(starts) <= _MOST_PLACES else []


def _names(function: str, file: str) -> Iterator[str]:
    """What may be the size in a function: variables of such a name, how long something is, parameters; then fields."""
    parameters = _PARAMETERS.search(function)
    given = [part.split("=")[0].split(":")[0] for part in parameters[1].split(",")] if parameters else []
    own = [word for part in given for word in _WORD.findall(part)[-1:] if "[" not in part]
    words = {*_WORD.findall(function)}
    lengths = (each for each in _LENGTH.findall(file) if {*_WORD.findall(each)} - _OF_LENGTH <= words)
    likely, others = (filter(_is_likely, _NAME.findall(text)) for text in (function, file))
    yield from dict.fromkeys((*likely, *lengths, *own, *others))


def _is_likely(name: str) -> bool:
    return _LIKELY.fullmatch(re.split(r"\.|->", name)[-1]) is not None


def _variables(clause: str) -> Iterator[str]:
    """The variables of a clause, first those that are called as a size is."""
    yield from sorted(dict.fromkeys(_VARIABLE.findall(clause)), key=lambda name: not _is_likely(name))


def _of_number(name: str, more: int) -> Iterator[str]:
    """A size with one more or one less, as the number is; a list may have one element more than that itself."""
    by_one = {1: " + 1", 0: "", -1: " - 1", -2: " - 2"}
    yield name + by_one[more]
    if _LENGTH.fullmatch(name):
        yield name + by_one[more - 1]


def _is_factor(content: bytes, start: int, end: int) -> bool:
    """Whether a number in a place is multiplied, divided or taken off."""
    return content[:start].rstrip()[-1:] in b"*/%-" or content[end:].lstrip()[:1] in b"*/%"
