"""What a cause is called: a sentence on what the program did, and what its wrong values mean together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from harness.judge.diagnose.input_relations import known_of_given, known_of_sizes
from harness.judge.diagnose.known_values import known_value
from harness.judge.diagnose.values import answer_pair, repeated_lines, without_items
from harness.judge.finding_kinds import LINE_DIFFERS, OUTPUT_EMPTY, TOO_MUCH_OUTPUT, WRONG_CALL_COUNT
from harness.judge.messages.translator import Translator
from harness.language.edits.forms.edit_forms import (
    COMPARISON,
    COUNTS,
    KEEPS_ELEMENT,
    NAME,
    NUMBER,
    OPERATOR,
    TURNS,
    TYPE,
)
from harness.model.escape import escape_invisible, shorten, single_line
from harness.model.finding import COURSE, FREE_ITEMS, KEPT_BETWEEN_CALLS, Finding, Place, called_function
from harness.model.grade import SIZED, CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.hints import address_name
from harness.reports.text.arguments import with_arguments
from harness.reports.text.blanks import blanks_sentence, signs_sentence
from harness.reports.text.difference import split_lines
from harness.spec.format.assignment import Assignment

_PARTS_OF_CALLS = ("call", "returned-value", "arguments", "fields")
_WITHOUT_LINE = {LINE_DIFFERS: "screen-line-differs", OUTPUT_EMPTY: "screen-output-empty"}
"""Findings whose sentence would say the place once more."""
_MAX_REPEATED = 3
"""So many lines that come again and again are named."""
_MARK = lazy_regex(r" \(marked [^\s()]{1,2}\)|,? marked [^\s()]{1,2}(?=[ ,.;:)]|$)")
"""What a sentence says of a mark in the picture below it."""
_USED_ONCE = "used-once"
"""Why a clause of Prolog is wrong: a variable occurs in it only once."""
_MAX_EXTRA = 60
"""Characters of a line that a title quotes."""


def what_it_did(cause: Cause, assignment: Assignment, words: Translator, *, brief: bool = False) -> list[str]:
    """The headline and what else there is to say, with the values of this program where they say more than a rule."""
    finding = unnamed(cause.finding) if brief else cause.finding
    if cause.change is not None and finding.params.get("reason") == _USED_ONCE:  # what else may be meant is a guess
        finding = replace(finding, params={key: said for key, said in finding.params.items() if key != "value"})
    title, *sentences = headline(finding, words)
    title = with_arguments(title, cause, assignment, words)
    # What may follow from a function, or was printed before a crash, is no sign, nor are the values of an argument that
    # was left as it was, nor is which line comes first where all are right but their order.
    is_no_sign = (
        cause.after
        or cause.case.verdict is Verdict.RTE
        or finding.params.get("unchanged")
        or finding.near_misses == ("line-order",)
    )
    known = "" if is_no_sign else meaning(cause, assignment, words)
    lines = split_lines(finding.actual or b"") if finding.kind == TOO_MUCH_OUTPUT else []
    if period := repeated_lines(lines):
        shown = [escape_invisible(content) for content in lines[:period]] if period <= _MAX_REPEATED else None
        sentences.append(words.text("screen-repeats", count=period, listed=shown))
    if cause.clue is not None and not (brief and says_all(finding)):
        sentences.append(_clue_sentence(cause, cause.clue, assignment, words, brief=brief))
    extra = _extra_line(finding) if finding.near_misses == ("extra-lines",) and not finding.message else ""
    if extra:
        title = words.text("screen-also-prints", line=extra)
    is_plain = finding.near_misses == ("off-by-one",) or (finding.kind == LINE_DIFFERS and not finding.near_misses)
    if known and is_plain and not finding.message:  # the values say more than that they differ
        return [known.rstrip("."), *sentences]
    return [title, *sentences, *filter(None, [blanks_sentence(finding, words), signs_sentence(finding, words), known])]


def _clue_sentence(cause: Cause, clue: CaseGrade, assignment: Assignment, words: Translator, *, brief: bool) -> str:
    """What a test saw that costs nothing of its own; of a call that is wrong alone, too, its function.

    How many tests of its clause are right is said as well, for the clause may have the sign of one that holds.
    """
    sentence = without_marks(single_line(words.sentence(clue.findings[0])))
    if cause.clue_function:
        clauses = {planned.name: planned.case.clause for planned in assignment.cases}
        right = sum(clauses.get(name) == clue.clause for name in cause.passed) or None
        shown = sentence[:1].upper() + sentence[1:]
        function, clause = cause.clue_function, clue.clause
        return words.text("screen-called-alone", function=function, clause=clause, right=right, sentence=shown)
    where = {} if brief else {"case": clue.name}
    return words.text("screen-also-in", sentence=sentence, **where)


def without_marks(sentence: str) -> str:
    """A sentence on its own, without what it says of marks in a picture: ``the queen (marked X)``."""
    return _MARK.sub("", sentence)


def unnamed(finding: Finding) -> Finding:
    """A finding without the name of the case that showed it, which says nothing to a student."""
    return replace(finding, where=replace(finding.where, case="")) if finding.where.case else finding


def says_all(finding: Finding) -> bool:
    """Whether a finding describes all calls of its function, those that are right too."""
    return bool(finding.params.get("all_calls")) or finding.params.get("reason") == KEPT_BETWEEN_CALLS


_SHOWN = (COMPARISON, OPERATOR, NUMBER, NAME, TYPE, COUNTS, KEEPS_ELEMENT)
"""Changes whose sentence always has the new text."""


def change_sentence(cause: Cause, words: Translator) -> str:
    """That a change of one place makes the cases of a cause pass; empty if none is known."""
    change = cause.change
    if change is None:
        return ""
    names = ("also", "by_one", "same", "direction", "about", "shown")
    shared = {key: change.params.get(key) for key in names} | {"cases": cause.tried_count}
    if change.params.get("more"):
        shared |= {key: change.params.get(key) for key in ("stands", "leaves")}
        if change.params.get("counterpart"):
            return words.text("screen-counterpart", part=_quoted(change, "counterpart"), **shared)
        return words.text("screen-one-more", **shared)
    message = f"screen-{change.params.get('does', 'one-change')}"
    parts = {"part": _quoted(change, "old"), "second": _quoted(change, "other"), "added": _quoted(change, "new")}
    return words.text(message, **parts, **shared)


def change_itself(cause: Cause, words: Translator) -> str:
    """What the change is, for those who ask; empty if none is known, or its sentence says it already."""
    change = cause.change
    does = "" if change is None else str(change.params.get("does", ""))
    if change is None or "shown" in change.params or does.startswith(("moves", "asks")) or does in _SHOWN:
        return ""
    if does == TURNS:
        return words.text("screen-turns-itself", part=_quoted(change, "old"), second=_quoted(change, "other"))
    return words.text("screen-change-itself", part=_quoted(change, "old"), added=_quoted(change, "new"))


def _quoted(change: Finding, side: str) -> str | None:
    """The old or the new text of a change; None if there is none."""
    text = " ".join(str(change.params.get(side, "")).split())
    return shorten(single_line(text), _MAX_EXTRA) or None


def headline(finding: Finding, words: Translator) -> list[str]:
    """What is wrong, in one sentence, and what else there is to say about it."""
    sentences = words.near_misses(finding)
    if sentences and finding.message and finding.kind != COURSE:  # a check that knows more than how outputs differ
        return [in_short_words(finding, words), *sentences]
    if sentences:
        place = f"{single_line(words.place(finding.where))}: " if finding.where.path else ""
        return [place + sentences[0].rstrip("."), *sentences[1:]]
    if finding.where.source or "reason" in finding.params:
        title = single_line(words.sentence(finding)) if finding.where.source else in_short_words(finding, words)
        return [text for text in (title, single_line(words.explanation(finding))) if text]
    if finding.kind in _WITHOUT_LINE:
        where = replace(finding.where, line=None, column=None)
        call = finding.params.get("call")
        place = words.place(where) or (words.text("screen-call-prints", call=call) if call else "")
        return [single_line(words.text(_WITHOUT_LINE[finding.kind], place=place, line=finding.where.line))]
    return [in_short_words(finding, words)]


def in_short_words(finding: Finding, words: Translator) -> str:
    """Where it is and what is wrong; a sentence on a call says by itself what it is about."""
    where, call = finding.where, str(finding.params.get("call", ""))
    if finding.message and call:
        name = called_function(finding)
        return single_line(finding.message if name in finding.message else f"{name}: {finding.message}")
    is_said = where.part in _PARTS_OF_CALLS and where == Place(part=where.part)
    names = bool(finding.message) or finding.kind == WRONG_CALL_COUNT
    is_said = is_said or (finding.kind == TOO_MUCH_OUTPUT and where == Place(stream=where.stream))
    is_said = is_said or (where.part == "calls" and names)  # it names what was called
    return single_line(words.sentence(finding) if is_said else words.in_words(finding))


def _extra_line(finding: Finding) -> str:
    """The first line that came and should not; empty if there are not both texts."""
    if not finding.expected or not finding.actual:
        return ""
    wanted = split_lines(finding.expected)
    extra = next((content for content in split_lines(finding.actual) if content not in wanted), b"")
    return shorten(escape_invisible(extra), _MAX_EXTRA)


_MOST = 5
"""Sizes that a row names."""
_SAID_OF_SIZES = ("right", "wrong")
"""Families of cases whose names would stand beside the same word."""


def meaning(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """What is known about the wrong values, where it fits all cases of the clause shown; empty for nothing."""
    cases = cause.wrong_of_clause
    pairs = [*_evidence(cases)]
    known = known_value(pairs, assignment.spec.known_values)
    if known is None and len(pairs) == len(cases):
        known = known_of_given(pairs, [_given(case, assignment) for case in cases])
    if known is None or not known.text:
        known = known_of_sizes(_numbers_by_size(cases)) or known
    if known is None:
        return address_meaning([case.findings[0] for case in cases], words)
    return known.text or words.text(f"known-{known.name}", **known.params)


def _given(case: CaseGrade, assignment: Assignment) -> bytes:
    """What a program or a function is given in a case, as far as it stands in the spec."""
    planned = assignment.planned(case.name)
    stdin = planned.case.stdin if planned else None
    text = stdin if isinstance(stdin, str) else case.findings[0].params.get("call", "")
    return str(text).encode(errors="replace")


def address_meaning(findings: Sequence[Finding], words: Translator) -> str:
    """That what came in all of these shows where something lies in memory; empty if they do not."""
    name = address_name(findings)
    return words.text(f"known-address-{name}") if name else ""


def sizes_line(
    cause: Cause, words: Translator, *, with_family: bool = True, of: str = ""
) -> tuple[str, frozenset[str]]:
    """For which sizes the cases of one family are right and for which wrong, and their names; empty for no family.

    ``of``: what the number is called, such as ``n``.
    Where the family is not named, a size at which cases of others are wrong is right in part; nothing is said of one
    that is wrong by another cause.
    """
    match = SIZED.fullmatch(cause.case.name)
    if match is None or cause.case.verdict is not Verdict.WA or not _is_given(match["size"], cause.case):
        return "", frozenset()
    if cause.finding.params.get("reason") == KEPT_BETWEEN_CALLS:  # the calls before it make it wrong, not the size
        return "", frozenset()
    family = match["family"]
    failed = {int(other["size"]) for case in cause.cases if (other := SIZED.fullmatch(case.name))}
    sizes = {_size(name, family) for name in cause.passed if name not in cause.failed}
    passed = {size for size in sizes if size is not None}
    is_named = with_family and family not in _SAID_OF_SIZES
    elsewhere = {int(other["size"]) for name in cause.failed if (other := SIZED.fullmatch(name))} - failed
    right, in_part = (passed, set[int]()) if is_named else (passed - failed - elsewhere, passed & failed)
    wrong = {size: case for case in cause.wrong_of_clause if (size := _size(case.name, family)) is not None}
    if len(wrong) + len(passed) <= 1 or not (right or in_part or all(map(_numbers, wrong.values()))):
        return "", frozenset()
    first = "" if right or in_part else of  # it is named once in the row
    shown = [_wrong(size, wrong[size], words, "" if at else first) for at, size in enumerate(sorted(wrong))]
    text = words.text(
        "screen-sizes",
        family=family if is_named else None,
        right=_named(sorted(right)[:_MOST], of) or None,
        more_right=len(sorted(right)[_MOST:]) or None,
        in_part=_named(sorted(in_part)[:_MOST], "" if right else of) or None,
        more_in_part=len(sorted(in_part)[_MOST:]) or None,
        wrong=shown[:_MOST],
        more_wrong=len(shown[_MOST:]) or None,
    )
    return text, frozenset(case.name for case in wrong.values())


def _is_given(size: str, case: CaseGrade) -> bool:
    """Whether the program is given the number in a case's name: else it only numbers the case."""
    call = str(case.findings[0].params.get("call", "")) if case.findings else ""
    return re.search(rf"(?<![\w.]){size}(?![\w.])", f"{case.reproduce} {call}") is not None


def _numbers_by_size(cases: Sequence[CaseGrade]) -> dict[int, tuple[int, int]]:
    """Size -> the numbers that were wanted and came; empty if a case has no size, or more than a number differs."""
    numbers: dict[int, tuple[int, int]] = {}
    for case in cases:
        match, pair = SIZED.fullmatch(case.name), _numbers(case)
        if match is None or pair is None or not _is_given(match["size"], case):
            return {}
        numbers[int(match["size"])] = pair
    return numbers


def _evidence(cases: Sequence[CaseGrade]) -> Iterator[tuple[bytes, bytes]]:
    for case in cases:
        finding = case.findings[0]
        if finding.expected is None or finding.actual is None:
            continue
        free = finding.params.get(FREE_ITEMS)
        sides = finding.expected, finding.actual
        yield (without_items(sides[0], free), without_items(sides[1], free)) if isinstance(free, Sequence) else sides


def _size(name: str, family: str) -> int | None:
    match = SIZED.fullmatch(name)
    return int(match["size"]) if match and match["family"] == family else None


def _numbers(case: CaseGrade) -> tuple[int, int] | None:
    """The number that was wanted, and the one that came, where no more differs."""
    return next((answer_pair(*pair) for pair in _evidence([case])), None)


def _wrong(size: int, case: CaseGrade, words: Translator, of: str) -> str:
    numbers = _numbers(case)
    (shown,) = _named([size], of)
    return words.text("screen-wrong-size", size=shown, wanted=numbers[0], came=numbers[1]) if numbers else shown


def _named(sizes: Sequence[int], of: str) -> list[str]:
    """The sizes, the first of them with what it is called."""
    return [f"{of} = {size}" if of and at == 0 else str(size) for at, size in enumerate(sizes)]
