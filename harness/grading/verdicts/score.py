"""Turn judgements into points: a clause's points are shared by its cases, and one fault is charged once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from harness.grading.verdicts.consequences import forgive_consequences
from harness.grading.verdicts.judgement import Judged, Judgement
from harness.grading.verdicts.near_miss_clauses import charge_near_misses
from harness.judge.finding_kinds import (
    CONSEQUENCES_CHARGED,
    GATE_CLOSED,
    RIGHT_NOWHERE,
)
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.model import Clause

_ASSIGNMENT_VERDICTS = (Verdict.JE, Verdict.NR, Verdict.NS, Verdict.CE, Verdict.SK)
"""Verdicts that speak for the whole assignment as soon as one case has them, the loudest first."""
_WORKING_SHARE = 1 / 3
"""With less of the points than this, every failure is charged, whatever it follows from."""


def grade(student: str, assignment: str, clauses: Mapping[str, Clause], judged: Iterable[Judged]) -> Grade:
    """Give points: rows in the order they come, then one row for each clause that near misses are charged to."""
    cases = charge_requirements(clauses, charge_unshown(clauses, charge_silence([*judged])))
    by_near_misses = charge_near_misses(clauses, cases)
    forgiven_cases = forgive_consequences(cases, by_near_misses)
    rows = _rows(clauses, forgiven_cases + by_near_misses)
    forgiven = sum(
        row.score for row, case, before in zip(rows, forgiven_cases, cases, strict=False) if case is not before
    )
    earned = sum(row.score for row in rows) - forgiven
    hopeless = _is_complete(rows, clauses) and earned < _WORKING_SHARE * sum(row.max_score for row in rows)
    if hopeless:
        rows = _rows(clauses, cases + by_near_misses)
    gates = [
        row for row in rows if row.clause in clauses and clauses[row.clause].gate and row.verdict is not Verdict.AC
    ]
    closed = [row for row in gates if row.verdict not in UNJUDGED]
    score = 0.0 if closed else sum(row.score for row in rows)
    verdict = overall_verdict(rows)
    noted = closed[:1] if verdict is not Verdict.NS else []
    notes = [Finding.of(GATE_CLOSED, clause=row.clause, text=clauses[row.clause].text) for row in noted]
    if forgiven and hopeless and not closed:
        notes.append(Finding.of(CONSEQUENCES_CHARGED))
    return Grade(
        student, assignment, verdict, rows, round(score, 6), round(sum(row.max_score for row in rows), 6), tuple(notes)
    )


def charge_silence(judged: list[Judged]) -> list[Judged]:
    """The cases, of which a program earns none that was ended at a time limit and answered nowhere.

    To be stopped at work on something is no answer if there is none anywhere; nor is it one to write nothing.
    """
    asked = [case for case in judged if case.answered is not None]
    late = any(case.row.verdict is Verdict.TLE for case in asked)
    if not late or any(case.answered for case in judged):
        return judged
    return [_silent(case) if case.runs and case.row.verdict is Verdict.AC else case for case in judged]


def _silent(case: Judged) -> Judged:
    judgement = replace(Judgement.fault(Verdict.WA, "nothing-answered"), absent=True)
    row = replace(case.row, verdict=judgement.verdict, findings=judgement.findings)
    return replace(case, row=row, judgement=judgement, answered=False)


def charge_unshown(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """The cases, of which those fail that count only in a program that is right elsewhere, where it nowhere is.

    Again as long as another fails for it: a clause whose cases count for nothing is not right, either.
    """
    for _ in judged:
        before, judged = judged, _charge_unshown_once(clauses, judged)
        if judged == before:
            break
    return judged


def _charge_unshown_once(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    lost = {case.row.clause for case in judged if case.judgement.kept <= 0 and case.row.verdict not in UNJUDGED}
    whole = {name for name, clause in clauses.items() if clause.aggregation == "min"}
    right = {case.row.clause for case in judged if case.judgement.kept > 0} - (lost & whole)
    known = right | {case.row.clause for case in judged if case.row.verdict in UNJUDGED}
    wrong = {case.row.clause for case in judged} - known
    unshown = [bool(case.needs) and case.row.verdict not in UNJUDGED and wrong >= {*case.needs} for case in judged]
    return [_unshown(case) if is_unshown else case for case, is_unshown in zip(judged, unshown, strict=True)]


def _unshown(case: Judged) -> Judged:
    if case.row.verdict is not Verdict.AC:  # nothing right is hidden by another fault, either
        return replace(case, judgement=replace(case.judgement, absent=True))
    judgement = replace(Judgement.fault(Verdict.WA, RIGHT_NOWHERE, clauses=[*case.needs]), absent=True)
    return replace(case, row=replace(case.row, verdict=Verdict.WA, findings=judgement.findings), judgement=judgement)


def charge_requirements(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """The cases, of which those count for nothing whose clause requires another that is not right as a whole."""
    wrong = {case.row.clause for case in judged if case.row.verdict not in (Verdict.AC, *UNJUDGED)}
    for _ in clauses:  # a clause that counts for nothing is not right, either
        missed = {name: sorted(wrong.intersection(clause.requires)) for name, clause in clauses.items()}
        before, wrong = wrong, wrong | {name for name, needed in missed.items() if needed}
        if wrong == before:
            break
    return [
        _uncounted(case, missed[case.row.clause])
        if case.row.clause in clauses and missed[case.row.clause] and case.row.verdict not in UNJUDGED
        else case
        for case in judged
    ]


def _uncounted(case: Judged, needed: list[str]) -> Judged:
    judgement = Judgement.fault(Verdict.WA, "requirement-wrong", clauses=needed)
    if case.row.verdict is not Verdict.AC:  # its own fault is what there is to say
        return replace(case, judgement=replace(case.judgement, kept=0.0))
    return replace(case, row=replace(case.row, verdict=Verdict.WA, findings=judgement.findings), judgement=judgement)


def _is_complete(rows: Sequence[CaseGrade], clauses: Mapping[str, Clause]) -> bool:
    """Whether all that a program can judge was judged, and not some cases only."""
    judgeable = {name for name, clause in clauses.items() if not clause.manual and not clause.untestable}
    return judgeable <= {row.clause for row in rows} and all(row.verdict not in UNJUDGED for row in rows)


def overall_verdict(rows: Iterable[CaseGrade]) -> Verdict:
    """The verdict on the whole: accepted when every case is; else the loudest, else that of the first that is not.

    A build that failed does not speak for a program that was built in another way and ran: that one is a wrong answer.
    """
    rows = tuple(rows)
    ran = any(row.timing.cpu_s is not None for row in rows if row.verdict is not Verdict.CE)
    verdicts = [Verdict.WA if ran and row.verdict is Verdict.CE else row.verdict for row in rows]
    for loud in _ASSIGNMENT_VERDICTS:
        if loud in verdicts:
            return loud
    return next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)


def _rows(clauses: Mapping[str, Clause], judged: list[Judged]) -> tuple[CaseGrade, ...]:
    """The rows with their points: each case's share of its clause's."""
    judged = _charge_worst(clauses, judged)
    shares = Counter[str]()
    for case in judged:
        shares[case.row.clause] += case.weight  # type: ignore[assignment] # weights need not be whole
    return tuple(_points(case, clauses, shares) for case in judged)


def _charge_worst(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """The cases; of a clause that keeps what its worst or its best case keeps only those carry its points."""
    modes = {name: clause.aggregation for name, clause in clauses.items()}
    choices = {"min": min, "max": max}
    deciding: dict[str, tuple[float, bool]] = {}
    for case in judged:
        if choose := choices.get(modes.get(case.row.clause, "")):
            deciding[case.row.clause] = choose(deciding.get(case.row.clause, _quality(case)), _quality(case))
    return [
        case if deciding.get(case.row.clause, _quality(case)) == _quality(case) else replace(case, weight=0.0)
        for case in judged
    ]


def _quality(case: Judged) -> tuple[float, bool]:
    """The smaller, the worse: what is kept, and what is undecided before what is right."""
    is_right = case.row.verdict is Verdict.AC
    is_open = case.row.verdict in UNJUDGED
    return (1.0 if is_right or is_open else case.judgement.kept, is_right)


def _points(case: Judged, clauses: Mapping[str, Clause], shares: Mapping[str, float]) -> CaseGrade:
    clause = clauses.get(case.row.clause)
    if clause is None or case.row.verdict in UNJUDGED:
        return case.row
    worth = clause.points * case.weight / shares[case.row.clause]
    kept = case.judgement.kept if case.row.verdict is not Verdict.AC else 1.0
    return replace(case.row, score=worth * kept, max_score=worth)
