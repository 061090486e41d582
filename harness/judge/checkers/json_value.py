"""``json``: equal as values: blanks and the order of keys do not count, numbers may be off."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal, NoReturn

from msgspec import Meta

from harness.judge.checkers.base import BaseChecker, Context, ExpectedText, require_expected, tolerance_problems
from harness.judge.checkers.json_difference import Difference, JsonComparison, shown
from harness.judge.differences.difference import line_and_column, window
from harness.judge.finding_kinds import OUTPUT_EMPTY
from harness.model.family import json
from harness.model.finding import NOWHERE, Finding, Place

_BLANKS = b" \t\r\n"
_LONGER, _SLACK = 12, 1 << 20
"""An output of so many times the expected bytes, and so many more, is reported without being read."""
_LARGEST_EXPONENT = 10**15


class Json(ExpectedText, BaseChecker, frozen=True, tag="json"):
    """The same JSON value. Blanks, line ends and the order of an object's keys do not count; ``1.0`` is a ``1``."""

    tolerance: Annotated[float, Meta(ge=0)] | None = None
    """How far a number may be off, as it stands or in proportion to the expected one."""
    order: Literal["given", "any"] = "given"
    """``any``: the items of every array may come in any order."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        problems = (*ExpectedText.problems(self), *tolerance_problems(self.tolerance))
        if self.text is not None:
            value = _parsed(self.text.encode())
            problems += ("the expected text is no JSON",) if isinstance(value, Finding) else ()
        return problems

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding: what is no JSON, or the first value that differs, by its path."""
        wanted_text = require_expected(expected)
        if actual == wanted_text or not actual.strip():
            return () if actual == wanted_text else (Finding.of(OUTPUT_EMPTY),)
        most = _LONGER * len(wanted_text.translate(None, _BLANKS)) + _SLACK
        if len(actual) > most and len(actual.translate(None, _BLANKS)) > most:
            return (Finding.of("json-too-long", NOWHERE, window(wanted_text, 0), window(actual, 0)),)
        value, wanted = _parsed(actual), _parsed(wanted_text)
        if isinstance(wanted, Finding):
            raise ValueError("the expected text is no JSON")  # noqa: TRY004 - a fault of the spec
        if isinstance(value, Finding):
            return (value,)
        try:
            difference = JsonComparison(self.tolerance, self.order).first_difference(value, wanted)
        except RecursionError:
            return (_too_deep(actual),)
        return () if difference is None else (_finding(difference),)


def _finding(difference: Difference) -> Finding:
    expected, actual = map(shown, difference.sides)
    return Finding.of(difference.kind, NOWHERE, expected, actual, path=difference.path, **difference.params)


def _parsed(text: bytes) -> Any:
    """The value, numbers as decimals; a finding if it is none."""
    try:
        document = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _invalid(text, error.start, "encoding")
    try:
        return json.loads(document, parse_float=_number, parse_int=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        # in a text that begins with a byte order mark, a character is off by its three bytes
        offset = len(document[: error.pos].encode()) + len(text) - len(document.encode())
        return _invalid(text, offset, error.msg)
    except _NoNumberError as error:
        return _invalid(text, max(0, text.find(str(error).encode())), "constant")
    except RecursionError:
        return _too_deep(text)


class _NoNumberError(Exception):
    """A word that stands for a number in JavaScript, and is none in JSON; its text is the word."""


def _no_number(word: str) -> NoReturn:
    raise _NoNumberError(word)


def _number(text: str) -> Decimal:
    """Exactly the number that is written; one beyond all bounds is infinite."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return Decimal("-Infinity" if text.startswith("-") else "Infinity")
    if abs(value.adjusted()) > _LARGEST_EXPONENT and value:
        return Decimal("-Infinity" if value < 0 else "Infinity") if value.adjusted() > 0 else Decimal(0)
    return value


def _invalid(text: bytes, offset: int, problem: str) -> Finding:
    line, column = line_and_column(text, offset)
    problem = problem.partition(": ")[0].removesuffix(" starting at")
    place, evidence = Place(line=line, column=column), window(text, offset)
    return Finding.of("json-invalid", place, None, evidence, problem=problem, line=line, column=column)


def _too_deep(text: bytes) -> Finding:
    return Finding.of("json-too-deep", NOWHERE, None, window(text, 0))
