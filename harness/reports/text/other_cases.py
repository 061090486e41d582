"""Below a cause: where else it shows, where it does not, and which functions are right by their own tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from harness.judge.finding_kinds import CALL_RAISED, FUNCTION_MISSING, FUNCTION_NOT_FOUND, LINE_DIFFERS
from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.finding import NO_ANSWER, Finding, called_function
from harness.model.grade import CaseGrade
from harness.model.patterns import lazy_regex
from harness.model.shell import join
from harness.reports.causes.cause import Cause
from harness.reports.causes.common_option import common_option, missing_option, run_arguments
from harness.reports.causes.faults import ending, is_late, is_wrong_output, wrong_function
from harness.reports.causes.hints import all_right_functions, cleared_functions, pointed_note, right_cases
from harness.reports.text.arguments import alone_line, arguments_line, size_name
from harness.reports.text.headline import in_short_words, says_all, sizes_line, unnamed, without_marks
from harness.reports.text.lines import Line, Span, line
from harness.spec.format.assignment import Assignment, near_miss_clauses
from harness.spec.format.model import Case

LEAD = " " * 7
MAX_NAMES = 5
MAX_WITH_CHANGE = 3
"""Other cases that are named where it is known which line is wrong."""
MAX_OTHERS = 2
MAX_GIVEN = 30
"""Characters of what a program is given that are read at a glance."""


def narrowing_lines(cause: Cause, assignment: Assignment, words: Translator, *, brief: bool = False) -> Iterator[Line]:
    """Where the fault shows and if it does not: below which function, with which option, for which sizes.

    ``brief``: without the names of cases, which mean nothing to a student.
    """
    function = wrong_function(cause.finding)
    is_open = _BOOLEAN.search(_returned(cause.finding)) and not says_all(cause.finding)
    right = right_cases(function, cause.passed, assignment)
    if right and is_open and not (brief and cause.change is not None):  # its line is known
        names, more = right[:MAX_NAMES], len(right[MAX_NAMES:]) or None
        if brief:
            parts = _by_clause(right, cause, assignment, words)
            yield line(words.text("screen-right-tests", function=function, count=len(right), listed=parts), lead=LEAD)
        else:
            yield line(words.text("screen-right-in", function=function, listed=names, more=more), lead=LEAD)
    option = common_option(cause, assignment)
    if option:
        yield line(words.text("screen-only-with", option=option), lead=LEAD)
    elif without := missing_option(cause, assignment):
        yield line(words.text("screen-only-without", option=without), lead=LEAD)
    sizes, _ = sizes_line(cause, words, with_family=not brief, of=size_name(cause, assignment))
    where_right = sizes or arguments_line(cause, assignment, words) or alone_line(cause, assignment, words)
    if where_right:
        yield line(where_right, lead=LEAD)


def _by_clause(names: Sequence[str], cause: Cause, assignment: Assignment, words: Translator) -> list[str] | None:
    """How many of these cases are of each clause, the most first; None if all are of the clause that is shown."""
    clauses = {planned.name: planned.case.clause for planned in assignment.cases}
    counts = Counter(clauses[name] for name in names)
    if set(counts) <= {cause.case.clause, ""}:
        return None
    return [words.text("screen-right-of", count=count, clause=clause) for clause, count in counts.most_common()]


_CALL = lazy_regex(r"(?P<function>\w+)\([^()]*\)")
_BOOLEAN = lazy_regex(r"(?i)\b(?:true|false)\b")


def _returned(finding: Finding) -> str:
    """What is said of the value that a call returned; empty for findings on others."""
    if not wrong_function(finding) or finding.kind == NO_ANSWER:
        return ""
    return f"{finding.message} {finding.params.get('returned', '')} {(finding.actual or b'').decode(errors='replace')}"


def after_lines(cause: Cause, assignment: Assignment, words: Translator, *, first: bool = False) -> Iterator[Line]:
    """The functions, or the line with a note, from which what is wrong may follow.

    ``first``: below words that say to fix it first.
    """
    names, more = cause.after[:MAX_OTHERS], len(cause.after[MAX_OTHERS:]) or None
    if names:
        yield line(words.text("screen-after", listed=names, more=more), lead=LEAD)
    elif noted := noted_line(cause, assignment):
        message = "screen-note-why" if first else "screen-after-note"
        yield line(words.text(message, file=single_line(noted[0]), line=noted[1]), lead=LEAD)


_SAYS_WHAT = {"does", "shown", "more", "about"}
"""What a change has that says more than its place."""


def noted_line(cause: Cause, assignment: Assignment) -> tuple[str, int] | None:
    """The file and the line with a note that may say why an output or a function is wrong; None for none.

    Nor where a change of a function, or of that line, is known: that is proven, and a note is not. But where nothing
    is said of a change but its place, the note says more.
    """
    changed = None if cause.change is None else (cause.change.where.path, cause.change.where.line)
    note = None if changed and wrong_function(cause.finding) else pointed_note(cause, assignment)
    place = None if note is None or note.where.line is None else (note.where.path, note.where.line)
    says_how = cause.change is not None and not _SAYS_WHAT.isdisjoint(cause.change.params)
    return None if place == changed and says_how else place


def same_fault_lines(
    cause: Cause, assignment: Assignment, words: Translator, *, brief: bool = False, said: Sequence[str] = ()
) -> Iterator[Line]:
    """The cases that fail by the same: by name where their story is the same, others by a line; what waits for it.

    ``brief``: by what the program is given instead of names, as far as that is short; their number stands elsewhere.
    ``said``: the sentences above, which are not said of another case again.
    """
    shown, *others = cause.cases
    sizes, shown_names = sizes_line(cause, words)
    others = [case for case in others if case.name not in shown_names]
    same = [case for case in others if _tells_the_same(case, cause, words)]
    # A change that is shown, or what describes all calls: what else is wrong says no more.
    is_told = brief and (cause.change is not None or says_all(cause.finding))
    different = [] if is_told else [case for case in others if case not in same and not (brief and _says_no_more(case))]
    if same and brief and not says_all(cause.finding):
        yield from _given_lines(cause, same, assignment, words)
    elif same and not brief:
        names = [case.name for case in same]
        listed, more = names[:MAX_NAMES], len(names[MAX_NAMES:]) or None
        yield line(Span(words.text("screen-seen-in", case=shown.name, listed=listed, more=more), "quiet"), lead=LEAD)
    said_of = {case.name: unnamed(case.findings[0]) if brief else case.findings[0] for case in different}
    sentences = {in_short_words(said_of[case.name], words): case for case in reversed(different)}
    sentences = {sentence: case for sentence, case in sentences.items() if not brief or sentence not in said}
    most = MAX_OTHERS - bool(sizes)
    for sentence, case in [*reversed(sentences.items())][:most]:
        where = {"arguments": _given_besides(sentence, case, assignment, words)} if brief else {"case": case.name}
        text = words.text("screen-also-in", sentence=without_marks(sentence), **where)
        yield line(Span(text, "quiet"), lead=LEAD)
    rest = [case.name for case in different if case not in [*reversed(sentences.values())][:most]]
    if rest and not brief:
        listed, more = rest[:MAX_NAMES], len(rest[MAX_NAMES:]) or None
        yield line(Span(words.text("screen-wrong-in", listed=listed, more=more), "quiet"), lead=LEAD)
    yield from _unjudged_lines(cause, words)


def _says_no_more(case: CaseGrade) -> bool:
    """Whether a case only shows that a line differs: in which one is no story without the two lines."""
    finding = case.findings[0]
    return finding.kind == LINE_DIFFERS and not finding.message


def _given_besides(sentence: str, case: CaseGrade, assignment: Assignment, words: Translator) -> str:
    """What the program or its function is given, unless the sentence says which call it is about."""
    given = _given(case, assignment, words)
    function, is_call, _ = given.partition("(")
    names_it = is_call and re.search(rf"(?<!\w){re.escape(function)}\(", sentence)
    return "" if names_it else given


def _unjudged_lines(cause: Cause, words: Translator) -> Iterator[Line]:
    """The clauses that cannot be judged before; with a change also how many cases: it is not seen to repair them."""
    waiting = [case for case in cause.followers if (case.clause or case.name) in cause.waiting]
    cases = waiting if cause.change is None else cause.followers
    if cases and (cause.change is not None or not cause.blocks):
        listed = list(cause.waiting) if len(waiting) == len(cases) else None
        text = words.text("screen-not-seen", listed=listed, cases=len(cases))
        yield line(Span(text, "quiet"), lead=LEAD)


def _given_lines(cause: Cause, cases: Sequence[CaseGrade], assignment: Assignment, words: Translator) -> Iterator[Line]:
    """With which arguments other runs, of which nothing else is known, fail by the same; nothing if all runs do."""
    own = _given(cause.case, assignment, words)
    given = {case.name: _given(case, assignment, words) for case in cases}
    if set(given.values()) == {own}:  # the same call of an argument that is another one each time
        own, given = _argument_before(cause.case), {case.name: _argument_before(case) for case in cases}
    listed = list(dict.fromkeys(text for text in given.values() if text and text != own))
    if own and listed and not cause.blocks:
        most = MAX_NAMES if cause.change is None else MAX_WITH_CHANGE
        more = sum(not text for text in given.values()) + len(listed[most:])
        of = _unit(cases, listed, cause, assignment)
        nothing = words.text("screen-no-arguments")
        of = "" if listed == [nothing] else of
        if of:
            none = words.text("screen-none")
            listed = [none if text == nothing else text for text in listed]
        text = words.text("screen-seen-with", of=of, listed=listed[:most], more=more or None)
        yield line(Span(text, "quiet"), lead=LEAD)


def _unit(cases: Sequence[CaseGrade], listed: Sequence[str], cause: Cause, assignment: Assignment) -> str:
    """What these texts are: the arguments of runs, or of numbers the size that they are; empty for calls."""
    planned = (assignment.planned(case.name) for case in cases)
    is_of_runs = all(each is not None and not each.case.calls for each in planned)
    if not is_of_runs or any(case.findings and _named_call(case.findings[0]) for case in cases):
        return ""
    return (size_name(cause, assignment) if all(map(str.isdecimal, listed)) else "") or "arguments"


def _argument_before(case: CaseGrade) -> str:
    """The value of the argument that a call has to change, with its name: ``A = [3, 2, 1]``; empty for a long one."""
    params = case.findings[0].params if case.findings else {}
    text = single_line(f"{params.get('variable')} = {params.get('before')}")
    return text if {"variable", "before"}.issubset(params) and len(text) <= MAX_GIVEN else ""


def given_text(case: CaseGrade, assignment: Assignment, words: Translator) -> str:
    """What the program is given on the command line, or as its only line of input; empty if it is more."""
    planned = assignment.planned(case.name)
    if planned is None or planned.case.calls:
        return ""
    stdin = str(planned.case.stdin or "").strip()
    is_read = not planned.case.args and "\n" not in stdin and 0 < len(stdin) <= MAX_GIVEN
    return words.text("screen-input", text=single_line(stdin)) if is_read else _given(case, assignment, words)


def _given(case: CaseGrade, assignment: Assignment, words: Translator) -> str:
    """The call of a case, or what the program is given on the command line; empty if it is more, or is not known."""
    called = _named_call(case.findings[0]) if case.findings else ""
    if called:
        return single_line(called) if len(called) <= MAX_GIVEN else ""
    planned = assignment.planned(case.name)
    if planned is None or _is_given_more(planned.case):
        return ""
    text = single_line(join(run_arguments(planned)))
    if not text and any(other.case.args for other in assignment.cases):
        return words.text("screen-no-arguments")
    return text if len(text) <= MAX_GIVEN else ""


def _named_call(finding: Finding) -> str:
    """The call that a finding is about: of several the one with which its sentence begins, else the last."""
    begin = _CALL.match(finding.message)
    is_same = begin is not None and begin["function"] == called_function(finding)
    return begin[0] if begin is not None and is_same else str(finding.params.get("call", ""))


def _is_given_more(case: Case) -> bool:
    """Whether a case gives a program or its functions more than arguments on the command line."""
    return any((case.calls, case.stdin, case.dialogue, case.attempts, case.before, case.generate))


def _is_line_too_many(cause: Cause) -> bool:
    """Whether something is printed where nothing is expected: tests of values do not see which function prints it."""
    return bool(cause.finding.actual) and not cause.finding.expected


def cleared_lines(cause: Cause, assignment: Assignment, words: Translator) -> Iterator[Line]:
    """Which functions are right by their own tests: all of them below a wrong output, else those of the hint."""
    is_of_program = is_late(cause.case) or is_wrong_output(cause.case)
    is_elsewhere = is_of_program and not cause.after and cause.clue is None and cause.change is None
    is_elsewhere = is_elsewhere and noted_line(cause, assignment) is None  # a note says where to look
    is_elsewhere = is_elsewhere and not _is_line_too_many(cause) and cause.printing is None
    rest = all_right_functions(cause.passed, assignment) if is_elsewhere else ()
    cleared = cleared_functions(cause.clue or cause.case, assignment, cause.passed)
    shown = _shown_functions(cause)  # a line of them stands above: to call them right would contradict it
    rest = () if any(name.lower() in shown for name in rest) or _fails_otherwise(cause, assignment) else rest
    cleared = tuple(name for name in cleared if name.lower() not in shown)
    if rest:
        count = len(rest) if len(rest) > MAX_NAMES else None
        yield line(words.text("screen-elsewhere", listed=rest, count=count), lead=LEAD)
    elif cleared:
        yield line(words.text("screen-cleared", listed=cleared), lead=LEAD)


def _fails_otherwise(cause: Cause, assignment: Assignment) -> bool:
    """Whether a run of the program is wrong by another fault: that one may lie in a function whose tests pass."""
    known = {case.name for case in (*cause.cases, *cause.followers)}.union(cause.passed)
    runs = {planned.name for planned in assignment.cases if not planned.case.calls}
    charged = {name for planned in assignment.cases for name in near_miss_clauses(planned.case)}
    charged -= {planned.case.clause for planned in assignment.cases}  # what is left has one row, of its name
    return not (charged | runs) <= known


def _shown_functions(cause: Cause) -> set[str]:
    """The functions of which a line is shown, in small letters and without their classes."""
    places = [cause.finding.where, *(other.where for other in (cause.change, cause.printing) if other is not None)]
    return {place.function.replace("::", ".").rpartition(".")[2].lower() for place in places if place.function}


def _tells_the_same(case: CaseGrade, cause: Cause, words: Translator) -> bool:
    """Whether another case adds nothing to what is said about the first."""
    if cause.blocks or not case.findings:
        return True
    finding = case.findings[0]
    if ending(case) is not None:  # a limit says nothing new, an exception has a reason of its own
        return finding.kind != CALL_RAISED or cause.finding.kind == CALL_RAISED
    if says_all(cause.finding) and wrong_function(finding) == wrong_function(cause.finding):
        return True
    if finding.kind == FUNCTION_NOT_FOUND:
        return finding.params.get("function") == cause.finding.params.get("function")
    if finding.kind == FUNCTION_MISSING:
        return all(finding.params.get(name) == cause.finding.params.get(name) for name in ("function", "text"))
    is_same_kind = finding.kind == cause.case.findings[0].kind
    return is_same_kind or in_short_words(finding, words) == in_short_words(cause.finding, words)
