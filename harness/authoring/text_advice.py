"""Advice on what the cases of a sound spec expect: texts, checkers and programs that most likely are not meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET, Struct

from harness.judge.checkers import checker_of
from harness.judge.checkers.regex import Regex
from harness.judge.checkers.text import Text
from harness.judge.checkers.tokens import Tokens
from harness.spec.format.assignment import Assignment, PlannedCase, expectations
from harness.spec.format.model import FileContent
from harness.spec.format.pairs import line_ends
from harness.spec.yaml.location import Key, Location, Problem
from harness.spec.yaml.source import Source
from harness.spec.yaml.value_notation import TEXT, tag_of


class LoadedSpec(Struct, frozen=True):
    """A spec that is sound, as it stands in its file and as it was loaded."""

    source: Source
    assignment: Assignment

    def at(self, planned: PlannedCase, *keys: Key) -> Location:
        """Where a part of a case stands."""
        return self.source.at(("cases", planned.entry, *keys))


_NOTHING = ("None", "nullptr", "undefined", "nil")
"""How languages write what YAML writes null."""


def _last_newline(loaded: LoadedSpec) -> Iterator[Problem]:
    """An expected text that no program prints which prints lines."""
    for planned, part, checker in checkers(loaded.assignment):
        text = checker.expected_text() if isinstance(checker, Text) else None
        ignored = isinstance(checker, Text) and {"final-newline", "blanks"} & set(checker.ignore)
        if text and not text.endswith("\n") and not ignored and not checker.function_names():
            advice = (
                "\\n means a newline between double quotes alone, and this text ends in a backslash and an n; write "
                if text.endswith("\\n")
                else "this text has no newline at its end, and a program that prints a line prints one; write "
            )
            either = "" if text.endswith("\\n") else ", or ignore: [final-newline] if either is right"
            yield Problem(loaded.at(planned, *part), f'{advice}"...\\n"{either}')


def _golden_text(loaded: LoadedSpec) -> Iterator[Problem]:
    """The word golden as the output itself."""
    for planned, part, checker in checkers(loaded.assignment):
        if isinstance(checker, Text) and checker.text in ("golden", "reference"):
            place = loaded.at(planned, *part)
            yield Problem(place, f'this is the text "{checker.text}"; what the reference prints is {{golden: true}}')


def _nothing_as_text(loaded: LoadedSpec) -> Iterator[Problem]:
    """Values of calls that are the text "None", if nothing is meant."""
    for planned in loaded.assignment.cases:
        for number, call in enumerate(planned.case.calls):
            returned = () if call.returns is UNSET else (call.returns,)
            values = (*returned, *call.args, *(call.after or ()), *call.fields.values())
            for text in dict.fromkeys(text for text in _plain_texts(values) if text in _NOTHING):
                place = loaded.at(planned, "calls").below(number)
                yield Problem(place, f'this is the text "{text}"; what is nothing is null, and this text !text {text}')


def _plain_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _plain_texts(item)
    elif isinstance(value, dict) and tag_of(value) != TEXT:
        for item in value.values():
            yield from _plain_texts(item)


def _windows_input(loaded: LoadedSpec) -> Iterator[Problem]:
    """Files of pairs whose lines end as on Windows, as programs here do not expect it."""
    for planned in loaded.assignment.cases:
        file = planned.case.stdin.file if planned.case.pairs and isinstance(planned.case.stdin, FileContent) else None
        if file and line_ends(loaded.assignment.folder / file).of_windows:
            yield Problem(
                loaded.at(planned, "from"),
                f"the lines of {file} end in a carriage return too, which many programs "
                "take for a part of the line; save it with line ends of Unix",
            )
            return


def _whole_match(loaded: LoadedSpec) -> Iterator[Problem]:
    """A pattern that cannot match the newline at the end of a line."""
    for planned, part, checker in checkers(loaded.assignment):
        if isinstance(checker, Regex) and _lacks_newline(checker.pattern):
            yield Problem(
                loaded.at(planned, *part),
                "the pattern must match the whole output, and the newline at its end "
                "too; end it with \\n, or with .* and put (?s) before it",
            )


def _lacks_newline(pattern: str) -> bool:
    return not re.search(r"\\n|\\s|\n|\\W|\\D|\[\^|\(\?[a-z]*s[a-z]*[):]", pattern)


def _rounding(loaded: LoadedSpec) -> Iterator[Problem]:
    """Numbers with decimals that are compared as texts."""
    for planned, part, checker in checkers(loaded.assignment):
        text = checker.expected_text() or ""
        tolerant = isinstance(checker, Tokens) and checker.tolerance is not None
        if isinstance(checker, (Text, Tokens)) and not tolerant and re.search(r"(?<![\d.])\d+\.\d{3,}(?![\d.])", text):
            yield Problem(
                loaded.at(planned, *part),
                "numbers with decimals are compared digit by digit; where rounding may "
                "differ use check: tokens with a tolerance, such as tolerance: 0.001",
            )
            return


def _idle_programs(loaded: LoadedSpec) -> Iterator[Problem]:
    """Cases of memory errors that a program which does nothing would pass."""
    for planned in loaded.assignment.cases:
        case = planned.case
        if case.sanitize and planned.kind.key == "run" and not list(expectations(case)):
            yield Problem(
                loaded.at(planned, "sanitize"),
                "a program that does nothing passes this case; say in stdout what "
                "must be printed, and with follows which clause is charged alone for a wrong output",
            )


def _braces(loaded: LoadedSpec) -> Iterator[Problem]:
    """A variable without the ``for`` that would fill it in."""
    for planned in loaded.assignment.cases:
        if planned.case.variables is None and not planned.values:
            for index, word in enumerate(planned.case.args):
                if re.fullmatch(r"\{[A-Za-z_]\w*\}", word):
                    place = loaded.at(planned, "args")
                    yield Problem(place.below(index), f'"{word}" is handed over as it is, as the case has no "for"')


def _twins(loaded: LoadedSpec) -> Iterator[Problem]:
    """Two cases that do the same and expect the same."""
    first: dict[str, PlannedCase] = {}
    for planned in loaded.assignment.cases:
        case: Any = planned.case
        names = [name for name in case.__struct_fields__ if name not in ("name", "variables", "weight", "pairs")]
        key = repr([getattr(case, name) for name in names])
        if key in first and first[key].location != planned.location:
            yield Problem(loaded.at(planned), f'the case "{planned.name}" is the same as "{first[key].name}"')
        first.setdefault(key, planned)


def checkers(assignment: Assignment) -> Iterator[tuple[PlannedCase, tuple[str, ...], Any]]:
    """Every checker, with its case and where it stands in the case."""
    for planned in assignment.cases:
        for part, expected in expectations(planned.case):
            place = (part,) if part in ("stdout", "stderr") else ("produces", part)
            yield planned, place, checker_of(expected)


TEXT_LINTS: tuple[Callable[[LoadedSpec], Iterator[Problem]], ...] = (
    _last_newline,
    _golden_text,
    _nothing_as_text,
    _windows_input,
    _whole_match,
    _rounding,
    _idle_programs,
    _braces,
    _twins,
)
