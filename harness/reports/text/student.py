"""One student's grades as text: a line for each that is accepted, the causes of the others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from harness.judge.finding_kinds import NOT_HANDED_IN
from harness.judge.messages.translator import Translator
from harness.model.escape import escape_invisible, single_line
from harness.model.finding import Finding
from harness.model.grade import Comment, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes, class_causes, class_fault
from harness.reports.document import Document, points, qualify
from harness.reports.text.clauses import SIGNS, clause_block, clause_scores, rest_line, waived_clauses
from harness.reports.text.lines import BLANK, Line, Span, line, plain
from harness.spec.format.assignment import Assignment

MAX_COMMENTS = 20
_SCORE_COLUMN = 72


def student_lines(grades: Sequence[Grade], document: Document, width: int, *, details: bool) -> Iterator[Line]:
    """All of one student: accepted assignments by a line each, alone also with its clauses; the others explained."""
    alone, words = len(grades) == 1, document.translator
    if not alone:
        yield line(Span(single_line(grades[0].student), "title"))
    for grade in grades:
        if alone or details or not _is_brief(grade):
            yield from grade_lines(grade, document, width, alone=alone, details=details)
            yield BLANK
        else:
            yield _brief_line(grade, max(len(other.assignment) for other in grades), words)


def _is_brief(grade: Grade) -> bool:
    """Whether a line says all: it is accepted, or nothing was handed in."""
    return grade.verdict in (Verdict.AC, Verdict.NS) and grade.complete and not grade.notes


def _brief_line(grade: Grade, name_width: int, words: Translator) -> Line:
    accepted = grade.verdict is Verdict.AC
    if accepted:
        clauses, cases = len(clause_scores(grade)), len(grade.cases)
        extent = words.text("screen-extent", clauses=clauses, cases=cases)
        cpu = words.text("screen-cpu", seconds=sum(case.timing.cpu_s or 0 for case in grade.cases))
        rest = f"{extent:<22} {cpu:>14}"
    else:
        rest = not_submitted(grade, words)
    return line(
        Span("✔", "right") if accepted else Span("-", "quiet"),
        f" {grade.assignment:<{name_width}}  {points(grade.score, grade.max_score):>9}   ",
        Span(rest, "quiet"),
        lead="  ",
        wraps=not accepted,
    )


def grade_lines(grade: Grade, document: Document, width: int, *, alone: bool, details: bool) -> Iterator[Line]:
    """One grade: its score, notes, causes, teachers' comments, then its clauses."""
    assignment, words = document.course[grade.assignment], document.translator
    work = grade.student, grade.assignment
    title = f"{single_line(grade.student)} · {grade.assignment}"
    score = points(grade.score, grade.max_score) or "0"
    gap = " " * max(3, min(width, _SCORE_COLUMN) - len(title) - len(score))
    yield line(Span(title, "title"), gap, Span(score, "title"), *_state(grade, words), wraps=False)
    since = since_last_time(grade, document.earlier(*work), words)
    if since:
        yield line(since, lead="  ")
    explanation = [] if grade.verdict is Verdict.NS else [*explanation_lines(grade, assignment, words, details=details)]
    for finding in grade.notes:
        yield line(single_line(words.in_words(finding)), lead=f"  {words.text('screen-note')} ")
        yield from noted_lines(finding, explanation)
    if grade.verdict is Verdict.NS:
        yield line(not_submitted(grade, words), lead="  ")
        return
    if details:
        yield from _table(grade, words)
    yield from explanation
    yield from _comment_lines(document.comments.get(work, ()))
    if not details:
        yield BLANK
        clauses = clause_scores(grade)
        yield from clause_block(clauses, width, cause_numbers(grade), words) if alone else rest_line(clauses, words)


def noted_lines(note: Finding, explanation: Sequence[Line]) -> list[Line]:
    """The line of the source that a note is about; none if a cause shows that line."""
    if not note.where.source:
        return []
    from harness.reports.text.cause import source_lines  # noqa: PLC0415 - as cause_list below

    shown = [*source_lines(note.where)]
    return [] if {*plain(shown[:1])} <= {*plain(explanation)} else shown


def since_last_time(grade: Grade, earlier: Grade | None, words: Translator) -> str:
    """What a student has gained or lost since their work before; empty if the two cannot be compared."""
    is_whole = earlier is not None and grade.complete and not math.isclose(grade.max_score, 0)
    if earlier is None or not is_whole or not math.isclose(earlier.max_score, grade.max_score):
        return ""
    # One that may follow from another is no cause of its own, but it was there before, and may be left alone now.
    fixed = class_causes(earlier).keys() - set(map(class_fault, causes(grade)))
    new = class_causes(grade).keys() - set(map(class_fault, causes(earlier)))
    change = f"{grade.score - earlier.score:+.2f}".rstrip("0").rstrip(".")
    return words.text("screen-since", change=change, fixed=len(fixed) or None, new=len(new) or None)


def _comment_lines(comments: Sequence[Comment]) -> Iterator[Line]:
    """What teachers wrote about lines of the work."""
    if comments:
        from harness.reports.text.difference import cut_line  # noqa: PLC0415 - as cause_list below
        from harness.reports.text.other_cases import LEAD  # noqa: PLC0415
    for comment in comments[:MAX_COMMENTS]:
        yield BLANK
        place, who = f"{single_line(comment.path)}:{comment.line}", single_line(comment.who)
        yield line(f"{single_line(comment.text)} ({who})", lead=f"  {place}  ")
        yield line(cut_line(escape_invisible(comment.source.strip())), lead=(LEAD, Span("│ ", "quiet")), wraps=False)


def cause_numbers(grade: Grade) -> dict[str, list[int]]:
    """The numbers of the causes of each clause."""
    numbers: dict[str, list[int]] = {}
    for number, cause in enumerate(causes(grade), 1):
        for clause in cause.clauses:
            numbers.setdefault(clause, []).append(number)
    return numbers


def _state(grade: Grade, words: Translator) -> list[Span]:
    """What the points do not say: not handed in, not whole."""
    if grade.verdict is Verdict.NS:
        return [Span("  " + words.text("screen-not-submitted"), "wrong")]
    qualifier = qualify(grade, words)
    return [Span(f"  ({qualifier})", "open")] if qualifier else []


def not_submitted(grade: Grade, words: Translator) -> str:
    """Why there is nothing to judge, in a sentence."""
    findings = [finding for case in grade.cases for finding in case.findings[:1]]
    return single_line(words.sentence(findings[0]) if findings else words.text(NOT_HANDED_IN))


def explanation_lines(grade: Grade, assignment: Assignment, words: Translator, *, details: bool) -> Iterator[Line]:
    """The causes, those that cost most; the rest in a line; then what cannot be seen before they are fixed."""
    grade_causes = causes(grade)
    if grade_causes:
        from harness.reports.text.cause_list import cause_list  # noqa: PLC0415 - not where all is right

        yield from cause_list(grade_causes, assignment, words, details=details)
    own = waived_sentences(grade, assignment, words)
    waived = [clause for clause in waived_clauses(grade) if clause not in own]
    said = [*own.values(), *([words.text("screen-waived", listed=waived)] if waived else [])]
    if said:
        yield BLANK
    for text in said:
        yield line(Span(text, "quiet"), lead=f"  {SIGNS['waived']} ")


def waived_sentences(grade: Grade, assignment: Assignment, words: Translator) -> dict[str, str]:
    """Clause -> what is wrong there, where a test that costs nothing shows what comes of no other fault."""
    if all(clause.state != "waived" for clause in clause_scores(grade)):
        return {}
    from harness.reports.causes.waived_faults import waived_faults  # noqa: PLC0415 - not where all is right
    from harness.reports.text.headline import address_meaning  # noqa: PLC0415

    sentences: dict[str, str] = {}
    for fault in waived_faults(grade, assignment):
        said = single_line(words.sentence(fault.finding)).rstrip(".")
        meaning = address_meaning([fault.finding], words)
        sentences[fault.case.clause] = words.text(
            "screen-waived-fault", name=fault.case.clause, sentence=said, meaning=meaning or None
        )
    return sentences


def _table(grade: Grade, words: Translator) -> Iterator[Line]:
    rows = [
        (case.name, case.clause, case.verdict.name, points(case.score, case.max_score), _cpu(case.timing, words))
        for case in grade.cases
    ]
    columns = words.columns("case", "clause", "verdict", "points", "cpu")
    widths = [max([len(heading) + 2, *map(len, cells)]) for heading, *cells in zip(columns, *rows, strict=True)]
    ruled = [columns, ["-" * width for width in widths], *rows]  # by hand: tabulate takes as long as all other text
    for row in ruled:
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield line(text.rstrip(), lead="  ", wraps=False)


def _cpu(timing: Timing, words: Translator) -> str:
    """CPU time and its limit, ``0.04 / 2.00 s``, with the reference's time where the limit depends on it."""
    if timing.cpu_s is None or timing.cpu_limit_s is None:
        return ""
    return words.text("cell-cpu", used_s=timing.cpu_s, limit_s=timing.cpu_limit_s, reference_s=timing.reference_s)
