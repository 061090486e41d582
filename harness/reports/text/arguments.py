"""With which arguments, or with which input, runs are right of a clause that fails with others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.finding import called_function
from harness.model.grade import SIZED
from harness.model.patterns import lazy_regex
from harness.model.shell import join
from harness.reports.causes.cause import Cause
from harness.reports.causes.common_option import is_option, run_arguments
from harness.reports.causes.faults import ending, is_late
from harness.spec.format.assignment import Assignment, PlannedCase, expectations

_MOST = 4
_LONGEST = 30
"""Characters of a run's arguments that are quoted: cut ones would not say what is right."""
_SHORT = 4000
"""Bytes of a golden that may be that of several runs, such as how a program is used."""
_NUMBER = lazy_regex(r"[-+]?\d+(?:\.\d+)?")


def arguments_line(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """With which arguments the clause that is shown is right; empty if more than these differs from what is wrong."""
    clause = cause.case.clause
    planned = {each.name: each for each in assignment.cases if each.case.clause == clause and not each.case.attempts}
    failed = [planned[case.name] for case in cause.cases if case.name in planned]
    runs = {each.name: run_arguments(each) for each in assignment.cases}
    wrong = {runs.get(case.name) for case in cause.cases}  # those of other clauses, too
    wrong |= {runs.get(name) for name in cause.failed}  # or of other causes
    right = [planned[name] for name in cause.passed if name in planned and runs[name] not in wrong]
    right = [each for each in right if len(_quoted(each)) <= _LONGEST and _is_alike(each, failed, assignment)]
    right = _without_option(cause, failed, assignment) or right
    is_of_runs = bool(failed) and any(each.case.args for each in failed) and cause.case.name in planned
    if not is_of_runs or not right or not _differ_in_arguments([*failed, *right]):
        return ""
    listed = [_quoted(each) or words.text("screen-none") for each in right]
    name = size_name(cause, assignment) if all(map(str.isdecimal, listed)) else ""
    more = len(listed[_MOST:]) or None
    if not any(map(_quoted, right)):
        return words.text("screen-right-with", of="", listed=[words.text("screen-no-arguments")], more=None)
    return words.text("screen-right-with", of=name or "arguments", listed=listed[:_MOST], more=more)


def with_arguments(title: str, cause: Cause, assignment: Assignment, words: Translator) -> str:
    """What a run did that was cut short, with its arguments where others of its clause are right."""
    own = [each for each in assignment.cases if each.name == cause.case.name]
    if ending(cause.case) is None or is_late(cause.case) or not arguments_line(cause, assignment, words):
        return title
    given = _quoted(own[0]) or words.text("screen-no-arguments")
    if _quoted(own[0]) and all(map(is_option, run_arguments(own[0]))):  # others have it as well, and more
        given = words.text("screen-alone", given=given)
    return words.text("screen-with", given=given, place=None, sentence=title)


def size_name(cause: Cause, assignment: Assignment) -> str:
    """What the number is called that is in the case's name: the function's parameter, or the spec's variable.

    Empty if neither is known, or several have this value.
    """
    match = SIZED.fullmatch(cause.case.name)
    planned = next((each for each in assignment.cases if each.name == cause.case.name), None)
    if match is None or planned is None:
        return ""
    _, is_call, given = str(cause.finding.params.get("call", "")).rstrip(")").partition("(")
    given_texts = _arguments(given) if is_call else []
    names = _parameter_names(called_function(cause.finding), assignment) if is_call else []
    if len(names) == len(given_texts) and given_texts.count(match["size"]) == 1:
        return names[given_texts.index(match["size"])]
    variables = [name for name, value in planned.values.items() if str(value) == match["size"]]
    return variables[0] if len(variables) == 1 else ""


def _arguments(given: str) -> list[str]:
    """The arguments of a call, each as it is written; a comma inside of brackets separates none."""
    arguments: list[str] = []
    depth = 0
    for part in given.split(","):
        arguments[-1:] = [f"{arguments[-1]},{part}"] if depth > 0 else [*arguments[-1:], part.strip()]
        depth += sum(part.count(sign) for sign in "[({") - sum(part.count(sign) for sign in "])}")
    return arguments


def _parameter_names(function: str, assignment: Assignment) -> list[str]:
    """A function's parameters as a clause names them: ``findSolutions(B, i, mode) returns ...``; empty if none does."""
    heading = re.compile(rf"(?<!\w){re.escape(function)}\(([A-Za-z_]\w*(?:, [A-Za-z_]\w*)*)\)")
    headings = (heading.search(clause.text) for clause in assignment.clauses.values())
    return next((match[1].split(", ") for match in headings if match), [])


def alone_line(cause: Cause, assignment: Assignment, words: Translator) -> str:
    """That each line of an input is right where the program reads it alone, once or again and again; else empty.

    Then it is a line before it that makes it wrong, and not its own answer.
    """
    cases = {each.name: each for each in assignment.cases if each.case.clause == cause.case.clause}
    right = [name for name in cause.passed if name in cases and name not in cause.failed]
    alone = {lines for name in right if len(lines := _input_lines(cases[name])) == 1}
    failed = [_input_lines(cases[case.name]) for case in cause.cases if case.name in cases]
    is_right = all(len(lines) > 1 and alone.issuperset(frozenset((each,)) for each in lines) for lines in failed)
    return words.text("screen-right-alone") if failed and is_right else ""


def _input_lines(planned: PlannedCase) -> frozenset[str]:
    """The different lines that the program reads from stdin, if it is given nothing else; none if that is a file."""
    case = planned.case
    is_more = case.args or case.calls or case.attempts or not isinstance(case.stdin, str)
    return frozenset() if is_more else frozenset(str(case.stdin).splitlines())


def _without_option(cause: Cause, failed: Sequence[PlannedCase], assignment: Assignment) -> list[PlannedCase]:
    """The runs that are right and differ from those that fail in an option alone; none if the clause is about that.

    They are of cases that charge the same clause where they are wrong in this.
    """
    clause = cause.case.clause
    given = [run_arguments(each) for each in failed]
    shorter = {tuple(word for word in run if not is_option(word)) for run in given if any(map(is_option, run))}
    charged = (each for each in assignment.cases if clause in (each.case.near_misses or {}).values())
    runs = {run_arguments(each): each for each in charged if run_arguments(each) in shorter and not each.case.attempts}
    wrong_names = {each.name for each in assignment.cases}.difference(cause.passed).union(cause.failed)
    wrong = {run_arguments(each) for each in assignment.cases if each.name in wrong_names}
    return [each for run, each in runs.items() if run not in wrong]


def _differ_in_arguments(cases: Sequence[PlannedCase]) -> bool:
    """Whether runs of the program differ in their arguments, and in nothing else that they are given."""
    others = {(each.kind, each.case.stdin, bool(each.case.calls)) for each in cases}
    return len(others) == 1 and len({run_arguments(each) for each in cases}) == len(cases)


def _is_alike(right: PlannedCase, failed: Sequence[PlannedCase], assignment: Assignment) -> bool:
    """Whether a run wants the same as one that failed, or differs from one in options and numbers alone."""
    wanted, operands = _wanted(right, assignment), _operands(right)
    return any(wanted == _wanted(each, assignment) or operands == _operands(each) for each in failed)


def _operands(planned: PlannedCase) -> Sequence[str]:
    """What is given beside options, all numbers alike."""
    words = run_arguments(planned)
    return ["0" if _NUMBER.fullmatch(word) else word for word in words if not is_option(word)]


def _wanted(planned: PlannedCase, assignment: Assignment) -> Sequence[object]:
    """What must come of a run; of one with a long golden it is its own."""
    goldens = [assignment.golden(planned.name, part) for part, _ in expectations(planned.case)]
    texts = [path.read_bytes() if path.stat().st_size <= _SHORT else path for path in goldens if path.is_file()]
    return [*expectations(planned.case), *texts]


def _quoted(planned: PlannedCase) -> str:
    return single_line(join(run_arguments(planned)))
