"""From judgements to points: a clause's points are shared by its cases, and one fault is charged once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from harness.judge.judgement import Judgement
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.spec.model import Clause

_UNJUDGED = (Verdict.JE, Verdict.SK)
_WHOLE = (Verdict.JE, Verdict.NS, Verdict.CE, Verdict.SK)
"""Verdicts that speak for the whole assignment as soon as one case has them, the loudest first."""
_WORKING = 1 / 3
"""With less of the points a submission is no program with a fault: each failure is one, whatever it follows from."""
_BROKEN_OFF = (Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
"""Verdicts on a run that did not come to its own end."""


class Judged(Struct, frozen=True):
    """A judged case before points are given: the grade's row without its score, and what the judge said."""

    row: CaseGrade
    judgement: Judgement
    weight: float = 1.0
    may_charge: tuple[str, ...] = ()
    """The clauses that the case could charge near misses to."""
    follows: tuple[str, ...] = ()
    """The clauses whose violation explains a failure of this case."""


def grade(student: str, assignment: str, clauses: Mapping[str, Clause], judged: Iterable[Judged]) -> Grade:
    """Give points: rows in the order they come, then one row for each clause that near misses are charged to."""
    cases = [*judged]
    by_near_misses = charged(clauses, cases)
    forgiving = explained(cases, by_near_misses)
    rows = _rows(clauses, forgiving + by_near_misses)
    forgiven = sum(row.score for row, one, before in zip(rows, forgiving, cases, strict=False) if one is not before)
    earned = sum(row.score for row in rows) - forgiven
    hopeless = _is_whole(rows, clauses) and earned < _WORKING * sum(row.max_score for row in rows)
    if hopeless:
        rows = _rows(clauses, cases + by_near_misses)
    gates = [
        row for row in rows if row.clause in clauses and clauses[row.clause].gate and row.verdict is not Verdict.AC
    ]
    closed = [row for row in gates if row.verdict not in _UNJUDGED]
    score = 0.0 if closed else sum(row.score for row in rows)
    verdict = overall(rows)
    told = closed[:1] if verdict is not Verdict.NS else []
    notes = [f"the total is 0: {clauses[row.clause].text}" for row in told]
    if forgiven and hopeless and not closed:
        notes.append("less than a third of it works, so what follows from other faults is charged as well")
    return Grade(
        student, assignment, verdict, rows, round(score, 6), round(sum(row.max_score for row in rows), 6), tuple(notes)
    )


def _is_whole(rows: Sequence[CaseGrade], clauses: Mapping[str, Clause]) -> bool:
    """Whether all that a program can judge was judged, and not some cases only."""
    asked = {name for name, one in clauses.items() if not one.manual and not one.untestable}
    return asked <= {row.clause for row in rows} and all(row.verdict not in _UNJUDGED for row in rows)


def explained(judged: list[Judged], by_near_misses: Iterable[Judged] = ()) -> list[Judged]:
    """Cases whose failure follows from another clause's keep their points: one fault is charged once.

    A clause that near misses are charged to explains something only where one was: not where nothing speaks for it.
    """
    if any(one.row.name == "files" and one.row.verdict is not Verdict.AC for one in judged):
        return judged
    proven = [*judged, *(one for one in by_near_misses if one.judgement.comparable)]
    violated = {(one.row.clause, one.row.verdict) for one in proven if one.row.verdict is not Verdict.AC}
    return [_not_charged(one, cause) if (cause := _cause(one, violated)) else one for one in judged]


def _cause(one: Judged, violated: AbstractSet[tuple[str, Verdict]]) -> str | None:
    """The clause that explains a failure: any that is violated; a crash or a limit only where that ended so too."""
    verdict = one.row.verdict
    if one.judgement.absent or (verdict is not Verdict.WA and verdict not in _BROKEN_OFF):
        return None
    causes = {clause for clause, its in violated if verdict in (Verdict.WA, its)}
    return next((clause for clause in one.follows if clause in causes), None)


def _not_charged(one: Judged, cause: str) -> Judged:
    told = Finding(f"it follows from what is wrong with {cause}, and costs nothing more")
    row = replace(one.row, findings=(told, *one.row.findings))
    return replace(one, row=row, judgement=replace(one.judgement, kept=1.0))


def overall(rows: Iterable[CaseGrade]) -> Verdict:
    """The verdict on the whole: accepted when every case is; else the loudest, else that of the first that is not."""
    verdicts = [row.verdict for row in rows]
    for loud in _WHOLE:
        if loud in verdicts:
            return loud
    return next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)


def _rows(clauses: Mapping[str, Clause], judged: list[Judged]) -> tuple[CaseGrade, ...]:
    """The rows with their points: each case's share of its clause's."""
    shares = Counter[str]()
    for one in judged:
        shares[one.row.clause] += one.weight  # type: ignore[assignment] # weights need not be whole
    return tuple(_points(one, clauses, shares) for one in judged)


def _points(one: Judged, clauses: Mapping[str, Clause], shares: Mapping[str, float]) -> CaseGrade:
    clause = clauses.get(one.row.clause)
    if clause is None or one.row.verdict in _UNJUDGED:
        return one.row
    worth = clause.points * one.weight / shares[one.row.clause]
    kept = one.judgement.kept if one.row.verdict is not Verdict.AC else 1.0
    return replace(one.row, score=worth * kept, max_score=worth)


def charged(clauses: Mapping[str, Clause], judged: list[Judged]) -> list[Judged]:
    """One case for each clause that near misses are charged to.

    It is right when a case that could charge it was right or nearly so and none charged it; where none was, nothing
    speaks for it, and it shares their verdict.
    """
    made: list[Judged] = []
    for name in clauses:
        able = [one for one in judged if name in one.may_charge]
        if able:
            judgement = _charged(name, able)
            made.append(
                Judged(
                    CaseGrade(
                        name, name, judgement.verdict, findings=judgement.findings, visibility=able[0].row.visibility
                    ),
                    judgement,
                )
            )
    return made


def _charged(name: str, able: list[Judged]) -> Judgement:
    guilty = [one for one in able if name in one.judgement.charged]
    if guilty:
        first = guilty[0]
        others = ", ".join(one.row.name for one in guilty[1:])
        more = (Finding(f"the same in {others}"),) if others else ()
        named = tuple(replace(one, where=f"case {first.row.name}, {one.where}") for one in first.judgement.findings)
        return Judgement(Verdict.WA, (*named, *more), 0.0)
    if any(one.judgement.comparable for one in able if one.row.verdict not in _UNJUDGED):
        return Judgement(Verdict.AC)
    verdict = next((one.row.verdict for one in able if one.row.verdict not in _UNJUDGED), able[0].row.verdict)
    if verdict is not Verdict.WA:
        return Judgement(verdict, (), 0.0, comparable=False)
    cases = ", ".join(one.row.name for one in able[:3]) + (", ..." if len(able) > 3 else "")  # noqa: PLR2004 - a sample
    text = f"it is seen in the output of {cases}, and none of these is right or nearly right"
    return Judgement(verdict, (Finding(text),), 0.0, comparable=False)
