"""What is wrong with a run and where, as records: reports make the sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from harness.model.patterns import lazy_regex
from harness.model.picture import MOST_PICTURES, Picture, bounded_picture

_LINE = lazy_regex(r"(?:(?P<part>.*), )?line (?P<line>[1-9]\d{0,8})(?:, column (?P<column>[1-9]\d{0,8}))?", re.DOTALL)
_CALLED = lazy_regex(r"[(,]")
_STREAM = lazy_regex(r"(?P<stream>stdout|stderr)(?:, (?P<rest>.+))?", re.DOTALL)


class Place(Struct, frozen=True, omit_defaults=True):
    """A place in what a run wrote or in what was handed in; what is empty or None is not known, or says nothing."""

    case: str = ""
    """The case that shows the fault, where a clause is charged for what another case found."""
    stream: str = ""
    """``stdout`` or ``stderr``."""
    path: str = ""
    """A file, relative to the submission's folder."""
    part: str = ""
    """Any other part, such as ``arguments``: a word of the messages' catalogue, or a text of a course."""
    line: int | None = None
    """From 1."""
    column: int | None = None
    """In characters, from 1."""
    function: str = ""
    """The function in which the line stands, as its language names it."""
    source: bytes = b""
    """The line of the source, without its newline."""
    marked: tuple[int, int] | None = None
    """The first and the last character of ``source`` that the runtime marks, from 0."""

    def __bool__(self) -> bool:
        return self != NOWHERE

    def __str__(self) -> str:
        """The same in plain English, such as ``stdout, line 3, column 7``; ``place_of`` reads it."""
        line = "" if self.line is None else f"line {self.line}"
        column = "" if self.column is None else f"column {self.column}"
        return ", ".join(filter(None, (self.stream, self.path, self.part, line, column)))


NOWHERE = Place()


def place_of(text: str) -> Place:
    """The place that a course's own text names: ``stdout, line 3, column 7``, ``line 2``, or any words."""
    stream = _STREAM.fullmatch(text)
    name, rest = (stream["stream"], stream["rest"] or "") if stream else ("", text)
    match = _LINE.fullmatch(rest)
    if match is None:
        return Place(stream=name, part=rest)
    column = int(match["column"]) if match["column"] else None
    return Place(stream=name, part=match["part"] or "", line=int(match["line"]), column=column)


Parameter = str | int | float | bool | Sequence[str | int]
"""A value that a sentence is made with. It can be written as JSON; texts of a student's are escaped in reports."""

COURSE = "course"
"""The kind of a finding that a course's ``checks.py`` words itself."""
NO_ANSWER = "no-answer"
"""The kind of a course's finding on a call that gives no answer at all."""
PRINTED_ANSWER = "printed_answer"
"""The parameter of a finding on a call that prints its answer and does not give it: no other reason is looked for."""
HINT = "hint"
"""The parameter of a course's finding with the key of a hint that says more than that of its kind."""
KEPT_BETWEEN_CALLS = "kept-between-calls"
"""The reason of a finding on a call that is right when it is made alone."""
CALLS_WRONG = "calls_wrong"
"""The parameter of a finding on a call with the functions that the one called calls, and that are wrong as well."""
CHANGES_COPY = "changes-copy"
"""The cause of a finding on a call that returns what its argument must become, and leaves the argument as it was."""
FREE_ITEMS = "free_items"
"""The parameter of a finding on a list with the indices of the items that may be anything."""
LAST_TWICE = "last_twice"
"""The parameter of a course's finding by which what was read last was answered twice."""
WHOLE_TWICE = "whole_twice"
"""The parameter of a course's finding on a text of several lines that comes twice as a whole."""
KEPT_GLOBAL = "kept-global"
"""What is suspicious in a number that functions only add to: a second call goes on from it."""
UNTESTED_READ = "untested-read"
"""What is suspicious in a loop whose last turn reads nothing and goes on all the same."""
UNTESTED_READS = "untested-reads"
"""The same where each turn reads several values in a loop of its own."""
FAILED_READS = (UNTESTED_READ, UNTESTED_READS)
"""What lets a read fail unnoticed at the end of the input."""
UNCHECKED_SCAN = "unchecked-scan"
"""What is suspicious in a loop that takes numbers from a line, and does not look whether it holds any."""
READ_TWICE = "read-twice"
"""What is suspicious in a read before a loop that begins with the same read; and the parameter that speaks for it."""
ONE_A_LINE = "one-a-line"
"""What is suspicious in a loop that takes one number of each line; and the parameter that speaks for it."""
FIRST_CHARACTER = "first-character"
"""What is suspicious in a text of which the first character alone is read; and the parameter that speaks for it."""
LOST_INPUTS = (READ_TWICE, ONE_A_LINE, FIRST_CHARACTER)
"""What loses a part of the input."""
NEAR_MAINS = ("main-name", "main-lacks")
"""What was meant as a main program of Java: a method with another name, and one that lacks something."""
HIDES_GLOBAL = "hides-global"
"""What is suspicious in an idle variable with the name of a global one; and the parameter that speaks for it."""
KEPT_ELEMENTS = "kept-elements"
"""What is suspicious in a container that lives on, of which only new elements are set; and what speaks for it."""
MAY_BE_MEANT = (
    "parentheses", "and-or", "assigned", "implicit-fallthrough", "type-limits", "hides-field", HIDES_GLOBAL,
)  # fmt: skip
"""What is suspicious and may well be meant: it does not say why a function is wrong."""
NEVER_CALLED = "never-called"
"""What is suspicious in a function that no other line names: that says nothing of what it does when it is called."""
OTHER_OUTPUT = "other-output"
"""What is suspicious in a program that prints something else each time it runs."""
UNUSED_PARAMETER = "unused-parameter"
"""What is suspicious in a function that never uses what it takes."""
CALLERS = "callers"
"""The parameter of a note on a function's changes that are lost with the functions that call it: they lack them."""
DROPPED_DEFAULT = "dropped-default"
"""What is suspicious in a function that calls itself without a parameter, whose default then holds again."""
NEIGHBOURS_ALONE = "neighbours-alone"
"""What is suspicious in a loop that takes each element with the next alone; and the parameter that speaks for it."""
SIZE_NUMBER = "size-number"
"""What is suspicious in a number that stands where the size is meant: only for this size is the program right."""
READ_FAILED = "read_failed"
"""The parameter of a finding on what follows from a read that failed and was not noticed, as a note says."""
LOSES_NONE = "loses_none"
"""The parameter of a course's finding on answers whose fault takes away no right one: that none comes is another."""
SHOWN_CALL = "shown_call"
"""The parameter of a course's finding on many calls with the index of one that is as wrong when it is made alone."""
LACKS_ANSWER = "lacks_answer"
"""The parameter of a course's finding on an output without an answer: no fault that loses none explains it."""
SAME_FAULT = "same_fault"
"""Parameter: that it comes of what wrong answers come of, whatever else shows a fault of its own."""
REFUSES = "refuses"
"""The parameter of a finding on a run that must end with an error: no function's result is asked for."""
OF_COST = "of_cost"
"""The parameter of a finding on calls of which a case counts what they take, and judges no value that they return."""
LAST_STEP = "last_step"
"""The parameter of a course's finding on a step by which a program has printed all: only a run without end shows it."""
FAILS_AGAIN = "fails_again"
"""The parameter of a finding on a change: the names of the cases that were run with it, and fail as before."""
OWN_FAULT = "own_fault"
"""The parameter of a course's finding that follows from no other clause's fault, whatever ``follows`` says."""
PASSED_END = "passed-end"
"""The reason of a crash by an index that passed an end which the condition of its loop does not look at."""
LEGACY = "legacy"
"""The kind of a finding that an earlier version stored as a sentence."""


class Finding(Struct, frozen=True, omit_defaults=True):
    """One fault. Bytes stay bytes: only reports decode and escape them.

    The harness's own findings have a kind of the messages' catalogue and its parameters, and no ``message``. A function
    of a course's ``checks.py`` gives a sentence; it may name a kind and parameters of its own as well, by which reports
    group cases.
    """

    message: str = ""
    """A course's own sentence for the student; empty if the catalogue words the kind."""
    where: Place = NOWHERE
    """The place. A function of ``checks.py`` may give a text, such as ``stdout, line 3, column 7``."""
    expected: bytes | None = None
    """The expected bytes, cut to a window around the difference; None if there are none to show."""
    actual: bytes | None = None
    """The actual bytes, cut in the same way."""
    near_misses: tuple[str, ...] = ()
    """The names of the near misses that together explain the whole difference, for example ``trailing-blanks``."""
    kind: str = COURSE
    """What kind of fault it is, a name that stays the same: ``line-differs``, ``killed-by-signal``."""
    params: Mapping[str, Parameter] = {}
    """The kind's parameters, by name."""
    picture: Picture | None = None
    """A drawing of it; HTML pages show it, text shows its words."""
    kept: float = 0.0
    """The part of the case's points, from 0 to 1, that is kept in spite of it."""

    if TYPE_CHECKING:  # a course's text for a place is read where its findings come in

        def __init__(
            self,
            message: str = "",
            where: Place | str = NOWHERE,
            expected: bytes | None = None,
            actual: bytes | None = None,
            near_misses: tuple[str, ...] = (),
            kind: str = COURSE,
            params: Mapping[str, Parameter] = ...,
            picture: Picture | None = None,
            kept: float = ...,
        ) -> None: ...

    @classmethod
    def of(
        cls,
        kind: str,
        where: Place = NOWHERE,
        expected: bytes | None = None,
        actual: bytes | None = None,
        /,
        **params: Parameter,
    ) -> Finding:
        """Make a finding of the catalogue from its kind and the parameters that it takes."""
        return cls("", where, expected, actual, kind=kind, params=params)


def called_function(finding: Finding) -> str:
    """The function that a finding on a call is about, of several calls the last one's; empty for others."""
    calls = finding.params.get("call") or finding.params.get("calls")
    if not isinstance(calls, str):  # how often a function was called
        return ""
    return _CALLED.split(calls.rpartition("\n")[2], maxsplit=1)[0].rpartition(".")[2]


def function_names(finding: Finding) -> list[str]:
    """The names of the function that a finding names, in small letters: a spec may have several for one."""
    return re.findall(r"\w+", str(finding.params.get("function", "")).lower())


def from_course(finding: object) -> Finding:
    """The finding that a function of a course's ``checks.py`` yields: a bare sentence, or a Finding.

    Raises:
        TypeError: when it is neither, or its picture is none.

    """
    if isinstance(finding, str):
        return Finding(finding)
    if not isinstance(finding, Finding):
        raise TypeError(f"expected a sentence or a Finding, got {type(finding).__name__}")
    where: object = finding.where
    place = place_of(where) if isinstance(where, str) else finding.where
    params = {str(name): _as_parameter(value) for name, value in finding.params.items()}
    kept = finding.kept if isinstance(finding.kept, int | float) and math.isfinite(finding.kept) else 0.0
    kept = min(1.0, max(0.0, float(kept)))
    return replace(finding, where=place, params=params, picture=bounded_picture(finding.picture), kept=kept)


LONGEST_TEXT = 4096
"""Characters of a sentence or of a parameter, and bytes of evidence times four, that a report keeps."""
_CUT = "[...]"


def with_short_texts(finding: Finding) -> Finding:
    """The finding with its long texts cut: a student chooses the names and messages that are in them."""
    params = {name: _short(value) for name, value in finding.params.items()}
    sides = (side if side is None else side[: 4 * LONGEST_TEXT] for side in (finding.expected, finding.actual))
    expected, actual = sides
    return replace(finding, message=str(_short(finding.message)), params=params, expected=expected, actual=actual)


def _short(value: Parameter) -> Parameter:
    return value[:LONGEST_TEXT] + _CUT if isinstance(value, str) and len(value) > LONGEST_TEXT else value


def with_few_pictures(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, of which the first ones keep their pictures."""
    kept = 0
    bare = []
    for finding in findings:
        kept += finding.picture is not None
        drop = finding.picture is not None and kept > MOST_PICTURES
        bare.append(replace(finding, picture=None) if drop else finding)
    return tuple(bare)


def _as_parameter(value: object) -> Parameter:
    """A value that can be written as JSON, whatever a course gives."""
    if isinstance(value, list | tuple | set | frozenset):
        return [item if isinstance(item, str | int) else str(item) for item in value]
    is_plain = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_plain else str(value)  # type: ignore[return-value] # mypy does not follow is_plain
