"""One cause as text: what is wrong, what it costs, the evidence, a hint, a line to try."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shlex import quote

from msgspec.structs import replace

from harness.grading.verdicts.streams import SAID_ON_STDERR
from harness.judge.finding_kinds import ONE_CHANGE, PRINTED_HERE, SAME_IN, SAME_IN_HIDDEN, SMALLER_INPUT, WRONG_ARGUMENT
from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible, shorten, single_line
from harness.model.finding import Finding, Place, called_function
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import ending
from harness.reports.causes.hints import hint_of, second_hint_of
from harness.reports.document import points
from harness.reports.text.call_table import call_lines, wrong_rows
from harness.reports.text.difference import MAX_LINES, cut_line, difference, split_lines
from harness.reports.text.headline import change_itself, change_sentence, in_short_words, unnamed, what_it_did
from harness.reports.text.lines import Line, Span, line
from harness.reports.text.other_cases import (
    LEAD,
    after_lines,
    cleared_lines,
    narrowing_lines,
    noted_line,
    same_fault_lines,
)
from harness.spec.format.assignment import Assignment

MAX_CLAUSES = 6
MAX_PASTED = 240
"""Characters of a command that one would paste where a script does the same."""
MAX_SHORT = 24
"""Characters of an input, or of a line, that a sentence can hold."""
MAX_QUOTED = 60
"""Characters of a printed line that a sentence quotes."""
MAX_DRAWN_LINES = 20
MAX_DRAWN_WIDTH = 100
_WRITES_LINES = lazy_regex(r"(?:.* && )?printf '(?:[^']*?\\n){3}[^']*' > \S+ && ")
"""A command that writes a file of three lines or more first: nobody reads them in one."""
_SAYS_HOW = {"unchanged", "to_keep", "missed", "surplus", "row"}
"""What is known of an argument that a call had to change, or to leave."""
_OTHER_BOOLEAN = {"true": "false", "false": "true"}
_CELL = lazy_regex(r"\s{2,}")
"""What separates the name of a row of a picture from the row."""


def cause_lines(
    cause: Cause,
    number: int,
    assignment: Assignment,
    words: Translator,
    *,
    first: bool = False,
    brief: bool = False,
    offers: bool = True,
) -> Iterator[Line]:
    """The cause's headline, its cost, the evidence, a hint and a command that shows it.

    ``brief``: without the names of cases, and the command that prints it stands for a command of many lines.
    ``offers``: say that there is a second hint.
    """
    case, finding = cause.case, cause.finding
    title, *sentences = what_it_did(cause, assignment, words, brief=brief)
    unjudged = case.verdict in UNJUDGED
    mark = () if first and cause.alone else cause_mark(cause, number)
    sign = (*mark, *((Span(words.text("screen-fix-first"), "wrong"), " ") if first else ()))
    yield line(Span(title, "title"), lead=("  ", *sign))
    yield from after_lines(cause, assignment, words, first=first)
    yield from (line(sentence, lead=LEAD) for sentence in sentences)
    second = second_finding(cause, brief=brief)
    rows = [] if second is None else [*difference(second.expected, second.actual, LEAD, words)]
    if second is not None and not rows:  # a sentence on the same evidence
        yield _second_line(second, finding, words)
    yield from _change_lines(cause, words)
    shown = wrong_rows(finding)
    yield from call_lines(shown, LEAD, words)
    yield from _evidence(cause, shown, words, " ".join((title, *sentences)))
    yield from _printing_lines(cause, words)
    if second is not None and rows:
        yield _second_line(second, finding, words)
        yield from rows
    yield from _stderr_lines(cause, words)
    yield from timing_lines(case, words, brief=brief)
    yield from narrowing_lines(cause, assignment, words, brief=brief)
    yield from cleared_lines(cause, assignment, words)
    hint = "" if (brief and cause.after) or cause.change else hint_of(cause, assignment)
    if assignment.second_hints and (itself := change_itself(cause, words)):
        yield line(Span(itself, "hint"), lead=(LEAD, f"{words.text('screen-second-hint')} "))
    if hint:
        deeper = second_hint_of(cause, assignment)
        is_offered = offers and deeper and not assignment.second_hints
        asks = (Span(f" ({words.text('screen-more-hint')})", "quiet"),) if is_offered else ()
        yield line(Span(hint, "hint"), *asks, lead=(LEAD, f"{words.text('screen-hint')} "))
        if deeper and assignment.second_hints:
            yield line(Span(deeper, "hint"), lead=(LEAD, f"{words.text('screen-second-hint')} "))
    yield from _drawn(finding, " ".join((title, *sentences)), words)
    said = (title, *sentences, *([] if second is None else [in_short_words(second, words)]))
    yield from same_fault_lines(cause, assignment, words, brief=brief, said=said)
    if not unjudged:
        yield from cost_lines(cause, assignment, words, in_full=not (brief and _says_why(cause, hint, assignment)))
    if cause.command:
        command = cause.command
        yield from _smaller_lines(cause, words)
        if assignment.scripts and needs_script(cause):
            command = f"sh {quote(assignment.scripts)}/{number}.sh"
        elif brief and needs_script(cause):
            command = assignment.script_command(case.name) or command
        # In one piece, or it could not be pasted.
        body = Span(single_line(command), "command")
        yield line(body, lead=(LEAD, f"{words.text('screen-see-it')} "), wraps=False)


def _smaller_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """What must come of the small input that the command gives, and what comes, where few words are enough."""
    smaller = cause.smaller
    if smaller is None or (smaller.expected, smaller.actual) == (cause.finding.expected, cause.finding.actual):
        return
    texts = [text.decode(errors="replace").strip() for text in (smaller.expected or b"", smaller.actual or b"")]
    texts.append(str(smaller.params["text"]))
    if all(texts) and texts[0] != texts[1] and max(map(len, texts)) <= MAX_SHORT and "\n" not in "".join(texts):
        expected, got, given = map(escape_invisible, (text.encode() for text in texts))
        yield line(words.text("screen-smaller-input", text=given, expected=expected, got=got), lead=LEAD)


def _says_why(cause: Cause, hint: str, assignment: Assignment) -> bool:
    """Whether more is said than what the text of a clause says: a hint, or a place in the code."""
    return bool(hint or cause.change or cause.finding.where.source) or noted_line(cause, assignment) is not None


def cause_mark(cause: Cause, number: int) -> tuple[Span, str]:
    """The sign before a cause's headline: whether it is wrong, or was not judged, and its number."""
    return Span("?", "open") if cause.case.verdict in UNJUDGED else Span("✘", "wrong"), f" {number:<2} "


def _second_line(second: Finding, first: Finding, words: Translator) -> Line:
    """The sentence on what else is seen; of the same function it says more of the same fault, without its name."""
    function = called_function(first)
    is_same = function and called_function(second) == function and not second.message.startswith(function)
    if second.message and is_same:
        return line(single_line(second.message[:1].upper() + second.message[1:]), lead=LEAD)
    return line(in_short_words(second, words), lead=f"{LEAD}{words.text('screen-and')} ")


def needs_script(cause: Cause) -> bool:
    """Whether the command that shows a cause is too long to be pasted, or writes a file of several lines."""
    return cause.smaller is None and (
        len(cause.case.reproduce) > MAX_PASTED or _WRITES_LINES.match(cause.case.reproduce) is not None
    )


def said_on_stderr(cause: Cause) -> Finding | None:
    """What stood on stderr in the case that is shown, where its findings do not show it."""
    return next((other for other in cause.case.findings if other.kind == SAID_ON_STDERR), None)


def _stderr_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """The few lines of stderr, each on one of its own."""
    finding = said_on_stderr(cause)
    if finding is None or finding is cause.finding:
        return
    title = "stderr"
    for content in split_lines(finding.actual or b""):
        text = cut_line(escape_invisible(content))
        yield line(text, lead=(LEAD, Span(f"{title:<8} | ", "quiet")), wraps=False)
        title = ""
    more = finding.params.get("more")
    if more:
        yield line(Span(words.text("screen-more-lines", count=more), "quiet"), lead=(LEAD, " " * 11), wraps=False)


def second_finding(cause: Cause, *, brief: bool = False) -> Finding | None:
    """What else is wrong in the case that is shown, of another kind; None if the run was cut short.

    ``brief``: none, either, where it is known which line is wrong, and the first says what it did.
    """
    finding, case = cause.finding, cause.case
    if brief and cause.change is not None and not _says_only_that(finding):
        return None
    shown_kinds = (finding.kind, SAME_IN, SAME_IN_HIDDEN, SAID_ON_STDERR, ONE_CHANGE, SMALLER_INPUT, PRINTED_HERE)
    second = next((other for other in case.findings if other is not finding and other.kind not in shown_kinds), None)
    if second is None or ending(case) is not None:
        return None
    return unnamed(second) if brief else second


def _says_only_that(finding: Finding) -> bool:
    """Whether a sentence says only that an argument is wrong, and not what was done to it."""
    return finding.kind == WRONG_ARGUMENT and _SAYS_HOW.isdisjoint(finding.params)


def cost_lines(cause: Cause, assignment: Assignment, words: Translator, *, in_full: bool = True) -> Iterator[Line]:
    """The clause with its text, or, of many clauses, their names and points.

    ``in_full``: with the clause's text; where a hint or a place says more, it is left out.
    """
    tried = (
        cause.case_count if cause.change is None else cause.tried_count
    )  # with a change the same as are said to pass
    names, cases = cause.clauses, tried + len(cause.followers)
    if len(names) > 1:
        text = words.text(
            "screen-costs",
            lost=lost_points(cause, assignment),
            clauses=len(names),
            listed=names[:MAX_CLAUSES],
            more=len(names[MAX_CLAUSES:]) or None,
            cases=cases,
        )
        yield line(Span(text, "quiet"), lead=LEAD)
    for name in names if len(names) == 1 else ():
        clause = assignment.clauses.get(name)
        counts = any(case.max_score for case in cause.cases)
        lost = lost_points(cause, assignment) if counts else None
        rule = clause.text if clause and in_full else None
        text = words.text("screen-clause", clause=name, lost=lost, cases=cases, text=rule)
        handout = words.text("screen-handout", handout=clause.handout) if clause and clause.handout else ""
        yield line(f"{text} ", Span(handout, "quiet"), lead=LEAD)


def lost_points(cause: Cause, assignment: Assignment) -> str:
    """The points that a cause costs: ``all`` where nothing of the assignment is left, or its clause is a gate."""
    clauses = [assignment.clauses[name] for name in cause.clauses if name in assignment.clauses]
    total = sum(clause.points for clause in assignment.clauses.values())
    is_all = any(clause.gate for clause in clauses) or 0 < total <= round(cause.lost, 6)
    return "all" if is_all and cause.case.verdict not in UNJUDGED else points(cause.lost, 1).split("/")[0]


def _change_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """The line of which a change makes the cases pass."""
    if cause.change is None:
        return
    where = cause.change.where
    yield line(look_at(where, words), lead=LEAD, wraps=False)
    yield from source_lines(where)
    if other := other_place(cause.change):
        yield from source_lines(other)
    yield line(Span(change_sentence(cause, words), "hint"), lead=LEAD)


def look_at(where: Place, words: Translator) -> str:
    """Where to look in the program, without the case that showed it."""
    return words.text("screen-look-at", place=single_line(words.place(replace(where, case=""))))


def other_place(change: Finding) -> Place | None:
    """The other line of which a change does the same; None for none."""
    number, source, marked = (change.params.get(key) for key in ("also", "also_source", "also_marked"))
    if not isinstance(number, int) or not isinstance(source, str) or not isinstance(marked, Sequence):
        return None
    first, last = (int(at) for at in marked)
    return Place(line=number, source=source.encode(), marked=(first, last))


def _evidence(cause: Cause, shown: Finding, words: Translator, said: str) -> Iterator[Line]:
    """The line of the student's source where it is known and not shown yet, else what was expected and what came.

    ``said``: the sentences above, whose values are not shown again.
    """
    where = cause.finding.where
    if not where.source and not _says_both(shown, said):
        # The same text on both sides is right: only where it came is wrong, which the sentence says.
        expected = None if shown.expected == shown.actual else shown.expected
        yield from difference(expected, shown.actual, LEAD, words)
    changed = None if cause.change is None else cause.change.where
    if not where.source or (changed is not None and _shows_no_more(where, changed)):
        return
    yield line(single_line(words.place(replace(where, case=""))) + ":", lead=LEAD, wraps=False)
    yield from source_lines(where)


def _shows_no_more(where: Place, changed: Place) -> bool:
    """Whether a place is the line that is to be changed, or only the head of the clause of Prolog around it."""
    name, has_arity, _ = where.function.partition("/")
    is_around = bool(has_arity) and name == changed.function
    return where.path == changed.path and (where.line == changed.line or is_around)


def _printing_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """The line of the program that prints what should not come, unless a change of the program is shown."""
    printing = cause.printing
    if printing is None or cause.change is not None:
        return
    text = shorten(escape_invisible(str(printing.params["text"]).encode()), MAX_QUOTED)
    place = single_line(words.place(replace(printing.where, case="")))
    yield line(words.text("screen-printed-here", text=text, place=place), lead=LEAD)
    yield from source_lines(printing.where)


def _says_both(finding: Finding, said: str) -> bool:
    """Whether a sentence has all of what was expected and came; of true and false one says the other."""
    came, expected = ((text or b"").decode(errors="replace").strip() for text in (finding.actual, finding.expected))
    if came and expected:
        return re.search(rf"returned {re.escape(came)}, expected {re.escape(expected)}(?![\w.,])", said) is not None
    other = _OTHER_BOOLEAN.get(came.lower())
    return other is not None and re.search(rf"(?i)\breturn {other}\b", said) is not None


def source_lines(where: Place) -> Iterator[Line]:
    """The line of the student's source, and below it what of it is meant."""
    number = str(where.line or "")
    indent = len(where.source) - len(where.source.lstrip()) if b"\t" in where.source else 0
    source = escape_invisible(where.source[indent:].rstrip())
    yield line(source, lead=(LEAD, "  ", Span(f"{number} │ ", "quiet")), wraps=False)
    column = None if where.column is None else where.column - 1
    first, last = where.marked or (column, column)
    if first is not None and last is not None and indent <= first and last - indent < len(source):
        lead = LEAD + " " * (len(number) + 5 + first - indent)
        yield line(Span("^" * (last + 1 - first), "wrong"), lead=lead, wraps=False)


def _is_told(finding: Finding, said: str) -> bool:
    """Whether a picture's rows, without what they are called, are the lines of the output or stand in a sentence."""
    sides = [] if finding.where.source else [split_lines(text) for text in (finding.expected, finding.actual) if text]
    shown = [escape_invisible(content).strip() for side in sides if len(side) <= MAX_LINES for content in side]
    rows = finding.picture.text.splitlines() if finding.picture and shown else []
    cells = [_CELL.split(row.strip()) for row in rows if row.strip()]
    plain = [last for *called, last in cells if not called]
    named = [last for *called, last in cells if called]
    stands = all(each in shown or re.search(rf"(?<!\w){re.escape(each)}(?!\w)", said) for each in named)
    return bool(cells) and stands and any(shown[at : at + len(plain)] == plain for at in range(len(shown)))


def _drawn(finding: Finding, said: str, words: Translator) -> Iterator[Line]:
    """The picture as a course draws it with characters; not what is ``said``, or shown as expected and got."""
    text = finding.picture.text if finding.picture and not _is_told(finding, said) else ""
    title = words.text("screen-drawn")
    for row in text.splitlines()[:MAX_DRAWN_LINES]:
        lead = LEAD, Span(f"{title:<8} | ", "quiet")
        yield line(escape_invisible(row.rstrip())[:MAX_DRAWN_WIDTH], lead=lead, wraps=False)
        title = ""


def _ran_on(case: CaseGrade) -> bool:
    """Whether a run was ended at its limit: the headline says how long it took, and the first time says no more."""
    return case.verdict is Verdict.TLE and not any(finding.params.get("finished") for finding in case.findings)


def timing_lines(case: CaseGrade, words: Translator, *, brief: bool = False) -> Iterator[Line]:
    """Both measurements of a case that was run again; none that differ from the clock that ended it.

    ``brief``: of a run that came to its end alone.
    """
    timing = case.timing
    ended_before = case.verdict is Verdict.TLE and (timing.cpu_s or 0) < (timing.cpu_limit_s or 0)
    if timing.first_cpu_s is not None and not ended_before and not (brief and _ran_on(case)):
        seconds = {"first_s": timing.first_cpu_s, "second_s": timing.cpu_s or 0, "reference_s": timing.reference_s}
        yield line(words.text("screen-cpu-times", **seconds), lead=LEAD)
