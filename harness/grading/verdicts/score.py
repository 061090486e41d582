"""Turn judgements into points: a clause's points are shared by its cases, and one fault is charged once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.verdicts.judgement import Judgement
from harness.grading.verdicts.wrong_signatures import signature_clause, wrong_signatures_by_function
from harness.judge.finding_kinds import (
    CONSEQUENCES_CHARGED,
    GATE_CLOSED,
    LINES_REVERSED,
    NOTHING_TO_JUDGE,
    RIGHT_NOWHERE,
    SAME_IN,
    SAME_IN_HIDDEN,
)
from harness.model.finding import HINT, OWN_FAULT, Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import UNJUDGED, Verdict
from harness.spec.format.model import Clause

_ASSIGNMENT_VERDICTS = (Verdict.JE, Verdict.NR, Verdict.NS, Verdict.CE, Verdict.SK)
"""Verdicts that speak for the whole assignment as soon as one case has them, the loudest first."""
_WORKING_SHARE = 1 / 3
"""With less of the points than this, every failure is charged, whatever it follows from."""
_CUT_SHORT = (Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on a run that did not come to its own end."""
_NAMED = 3
"""How many cases a finding names as examples."""


class Judged(Struct, frozen=True):
    """A judged case before points are given: the grade's row without its score, and what the judge said."""

    row: CaseGrade
    judgement: Judgement
    weight: float = 1.0
    may_charge: tuple[str, ...] = ()
    """The clauses that the case could charge near misses to."""
    follows: tuple[str, ...] = ()
    """The clauses whose violation explains a failure of this case."""
    answered: bool | None = None
    """Whether the program came to its own end here, and answered; None if the case says nothing of that."""
    runs: bool = False
    """Whether the case runs the program."""
    needs: tuple[str, ...] = ()
    """The clauses of which a case has to be right for this one to be."""


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
    return [_unshown(case) if _is_unshown(case, wrong) else case for case in judged]


def _is_unshown(case: Judged, wrong: AbstractSet[str]) -> bool:
    return bool(case.needs) and case.row.verdict not in UNJUDGED and wrong >= {*case.needs}


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


def forgive_consequences(judged: list[Judged], by_near_misses: Iterable[Judged] = ()) -> list[Judged]:
    """Cases whose failure follows from another clause's keep their points: one fault is charged once.

    A clause that near misses are charged to explains something only where one was: not if nothing speaks for it.
    Of two functions that are wrong the one that the other calls explains that one, if it is wrong without it.
    A call that cannot be made for the function's parameters follows from its heading, where that is charged.
    What was never written explains nothing: it hides no work of which something could be seen.
    """
    proven = [*judged, *(case for case in by_near_misses if case.judgement.comparable)]
    faults = [case for case in proven if case.row.verdict is not Verdict.AC and not case.judgement.absent]
    callers = {clause: case.row.clause for case in faults for clause in case.judgement.explains}
    violated = {(case.row.clause, case.row.verdict) for case in faults}
    signatures = wrong_signatures_by_function(case.row for case in judged)
    causes = (_cause(case, violated, callers) or signature_clause(case.row, signatures) for case in judged)
    return [_forgive(case, cause) if cause else case for case, cause in zip(judged, causes, strict=True)]


def _cause(case: Judged, violated: AbstractSet[tuple[str, Verdict]], callers: Mapping[str, str]) -> str | None:
    """The clause that explains a failure: any that is violated; a crash or a limit only where that ended so too.

    ``callers``: the clauses whose function calls a wrong one, each with the clause of that.
    """
    verdict = case.row.verdict
    if case.row.clause in callers and not case.judgement.absent:
        return callers[case.row.clause] if verdict is Verdict.WA or verdict in _CUT_SHORT else None
    if case.judgement.absent or (verdict is not Verdict.WA and verdict not in _CUT_SHORT):
        return None
    if any(finding.params.get(OWN_FAULT) for finding in case.row.findings):
        return None
    causes = {clause for clause, violation in violated if verdict in (Verdict.WA, violation)}
    causes -= {*case.judgement.explains}
    return next((clause for clause in case.follows if clause in causes), None)


def _forgive(case: Judged, cause: str) -> Judged:
    finding = Finding.of("follows", clause=cause)
    row = replace(case.row, findings=(finding, *case.row.findings))
    return replace(case, row=row, judgement=replace(case.judgement, kept=1.0))


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
    rows = [_points(case, clauses, shares) for case in judged]
    return tuple(rows)


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


_SHORT = 80
"""Bytes of evidence that are read at a glance."""


def charge_near_misses(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """One case for each clause that near misses are charged to.

    It is right when a case that could charge it was right or nearly so and none charged it; if none was, nothing
    speaks for it, and it shares their verdict. A clause with cases of its own is then left to these.
    """
    charged_cases: list[Judged] = []
    has_cases = {case.row.clause for case in judged}
    for name in clauses:
        cases = [case for case in judged if name in case.may_charge]
        if any(case.judgement.comparable for case in cases) or (cases and name not in has_cases):
            cases.sort(key=lambda case: (_is_hidden(case), *_telling(case)))
            judgement = _judge_charged(name, cases)
            charging = next((case.row for case in cases if name in case.judgement.charged), None)
            row = CaseGrade(
                name,
                name,
                judgement.verdict,
                findings=judgement.findings,
                reproduce=charging.reproduce if charging else "",
                visibility=(charging or cases[0].row).visibility,
            )
            charged_cases.append(Judged(row, judgement))
    return charged_cases


def _is_hidden(case: Judged) -> bool:
    """Whether students may not see the case; what they may see must not depend on such cases."""
    return case.row.visibility != "visible"


def _telling(case: Judged) -> tuple[bool, bool, int]:
    """Sorts what is read at a glance first, the longest of it: a list of one item shows nothing of its separators.

    Before it a list in the reverse order, which nobody sees in two lines.
    """
    is_reversed = any(finding.params.get(HINT) == LINES_REVERSED for finding in case.judgement.findings)
    texts = [text for finding in case.judgement.findings[:1] for text in (finding.expected, finding.actual) if text]
    length = sum(map(len, texts))
    return not is_reversed, length > _SHORT, length if length > _SHORT else -length


def _judge_charged(name: str, cases: list[Judged]) -> Judgement:
    """The judgement on a clause that these cases could charge."""
    charging = [case for case in cases if name in case.judgement.charged]
    if charging:
        return _charge(charging)
    judged = [case for case in cases if case.row.verdict not in UNJUDGED]
    if any(case.judgement.comparable for case in judged):
        return Judgement(Verdict.AC)
    verdict = (judged or cases)[0].row.verdict
    if verdict is not Verdict.WA:
        return Judgement(verdict, (), 0.0, comparable=False)
    alike = [case for case in cases if _is_hidden(case) == _is_hidden(cases[0])]
    names = [case.row.name for case in alike[:_NAMED]] + (["..."] if len(alike) > _NAMED else [])
    return Judgement.fault(verdict, NOTHING_TO_JUDGE, cases=names)


def _charge(cases: list[Judged]) -> Judgement:
    """The judgement on a clause that these cases charge: the findings of the first, and the names of the others."""
    first = cases[0]
    findings = [
        replace(finding, where=replace(finding.where, case=first.row.name)) for finding in first.judgement.findings
    ]
    for kind, hidden in ((SAME_IN, False), (SAME_IN_HIDDEN, True)):
        names = [case.row.name for case in cases[1:] if _is_hidden(case) is hidden]
        if names:
            findings.append(Finding.of(kind, cases=names))
    return Judgement(Verdict.WA, tuple(findings), 0.0)
