"""Below a cause: where else it shows, where it does not, and which functions are right by their own tests."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.finding_kinds import FUNCTION_MISSING, FUNCTION_NOT_FOUND
from harness.judge.messages.translator import Translator
from harness.model.finding import KEPT_BETWEEN_CALLS, Finding
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import ending, is_late, is_wrong_output, wrong_function
from harness.reports.causes.hints import all_right_functions, cleared_functions, right_cases
from harness.reports.text.common_option import common_option, missing_option
from harness.reports.text.headline import in_short_words, sizes_line
from harness.reports.text.lines import Line, Span, line
from harness.spec.format.assignment import Assignment

LEAD = " " * 7
MAX_NAMES = 5
MAX_OTHERS = 2


def other_case_lines(cause: Cause, assignment: Assignment, words: Translator) -> Iterator[Line]:
    """Where the fault shows, then the other cases that fail by the same."""
    yield from narrowing_lines(cause, assignment, words)
    yield from same_fault_lines(cause, words)


def narrowing_lines(cause: Cause, assignment: Assignment, words: Translator) -> Iterator[Line]:
    """Where the fault shows and if it does not: below which function, with which option, for which sizes."""
    if cause.after:
        yield after_line(cause, words)
    function = wrong_function(cause.finding)
    is_open = _BOOLEAN.search(_returned(cause.finding)) and not _says_all(cause.finding)
    right = right_cases(function, cause.passed, assignment)
    if right and is_open:
        names, more = right[:MAX_NAMES], len(right[MAX_NAMES:]) or None
        yield line(words.text("screen-right-in", function=function, listed=names, more=more), lead=LEAD)
    option = common_option(cause, assignment)
    if option:
        yield line(words.text("screen-only-with", option=option), lead=LEAD)
    elif without := missing_option(cause, assignment):
        yield line(words.text("screen-only-without", option=without), lead=LEAD)
    sizes, _ = sizes_line(cause, words)
    if sizes:
        yield line(sizes, lead=LEAD)


def _says_all(finding: Finding) -> bool:
    """Whether a finding describes all calls of its function, those that are right too."""
    return bool(finding.params.get("all_calls")) or finding.params.get("reason") == KEPT_BETWEEN_CALLS


_BOOLEAN = lazy_regex(r"(?i)\b(?:true|false)\b")


def _returned(finding: Finding) -> str:
    """What is said of the value that a call returned; empty for findings on others."""
    if not wrong_function(finding):
        return ""
    return f"{finding.message} {finding.params.get('returned', '')} {(finding.actual or b'').decode(errors='replace')}"


def after_line(cause: Cause, words: Translator) -> Line:
    """The functions from which a wrong output may follow."""
    names, more = cause.after[:MAX_OTHERS], len(cause.after[MAX_OTHERS:]) or None
    return line(words.text("screen-after", listed=names, more=more), lead=LEAD)


def same_fault_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """The cases that fail by the same: by name where their story is the same, others by a line; what waits for it."""
    shown, *others = cause.cases
    sizes, shown_names = sizes_line(cause, words)
    others = [case for case in others if case.name not in shown_names]
    same = [case.name for case in others if _tells_the_same(case, cause, words)]
    different = [case for case in others if case.name not in same]
    if same:
        listed, more = same[:MAX_NAMES], len(same[MAX_NAMES:]) or None
        yield line(Span(words.text("screen-seen-in", case=shown.name, listed=listed, more=more), "quiet"), lead=LEAD)
    sentences = {in_short_words(case.findings[0], words): case for case in reversed(different)}
    most = MAX_OTHERS - bool(sizes)
    for sentence, case in [*reversed(sentences.items())][:most]:
        yield line(Span(words.text("screen-also-in", case=case.name, sentence=sentence), "quiet"), lead=LEAD)
    rest = [case.name for case in different if case not in [*reversed(sentences.values())][:most]]
    if rest:
        listed, more = rest[:MAX_NAMES], len(rest[MAX_NAMES:]) or None
        yield line(Span(words.text("screen-wrong-in", listed=listed, more=more), "quiet"), lead=LEAD)
    if cause.waiting and not cause.blocks:
        yield line(Span(words.text("screen-not-seen", listed=list(cause.waiting)), "quiet"), lead=LEAD)


def cleared_lines(cause: Cause, assignment: Assignment, words: Translator) -> Iterator[Line]:
    """Which functions are right by their own tests: all of them below a wrong output, else those of the hint."""
    is_of_program = is_late(cause.case) or is_wrong_output(cause.case)
    is_elsewhere = is_of_program and not cause.after and cause.clue is None
    rest = all_right_functions(cause.passed, assignment) if is_elsewhere else ()
    cleared = cleared_functions(cause.clue or cause.case, assignment, cause.passed)
    shown = _shown_functions(cause)  # a line of them stands above: to call them right would contradict it
    rest = () if any(name.lower() in shown for name in rest) else rest
    cleared = tuple(name for name in cleared if name.lower() not in shown)
    if rest:
        listed, more = rest[:MAX_NAMES], len(rest[MAX_NAMES:]) or None
        yield line(words.text("screen-elsewhere", listed=listed, more=more), lead=LEAD)
    elif cleared:
        yield line(words.text("screen-cleared", listed=cleared), lead=LEAD)


def _shown_functions(cause: Cause) -> set[str]:
    """The functions of which a line is shown, in small letters and without their classes."""
    places = [cause.finding.where, *([cause.change.where] if cause.change is not None else [])]
    return {place.function.replace("::", ".").rpartition(".")[2].lower() for place in places if place.function}


def _tells_the_same(case: CaseGrade, cause: Cause, words: Translator) -> bool:
    """Whether another case adds nothing to what is said about the first."""
    if cause.blocks or not case.findings or ending(case) is not None:
        return True
    finding = case.findings[0]
    if _says_all(cause.finding) and wrong_function(finding) == wrong_function(cause.finding):
        return True
    if finding.kind == FUNCTION_NOT_FOUND:
        return finding.params.get("function") == cause.finding.params.get("function")
    if finding.kind == FUNCTION_MISSING:
        return all(finding.params.get(name) == cause.finding.params.get(name) for name in ("function", "text"))
    is_same_kind = finding.kind == cause.case.findings[0].kind
    return is_same_kind or in_short_words(finding, words) == in_short_words(cause.finding, words)
