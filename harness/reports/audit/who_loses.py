"""Who loses a check: right programs of the course, good students, everybody, nobody; whom a second run contradicts."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.audit.base import BEFORE_CASES, Evidence, Signal, Suspicion, losses_of

_NAMED = 2


def right_programs_lose(evidence: Evidence) -> Iterator[Suspicion]:
    """A check that a reference or an accepted program loses, too: what they do is right."""
    losing: dict[tuple[str, str], list[str]] = {}
    for name, grade in evidence.right.items():
        for loss in losses_of(grade):
            losing.setdefault((loss.row.name, loss.case), []).append(name)
    for group in evidence.groups:
        lost = dict.fromkeys((loss.row.name, loss.case) for loss in group.losses)
        names = list(dict.fromkeys(name for key in lost for name in losing.get(key, ())))
        if names:
            more = f" and {len(names) - _NAMED} more right programs" if len(names) > _NAMED else ""
            yield group.suspicion(0.95, f"{' and '.join(names[:_NAMED])}{more} would lose it, too")


def oracle_disagrees(evidence: Evidence) -> Iterator[Suspicion]:
    """A case whose expected output is not what the oracle computes."""
    for group in evidence.groups:
        for case in dict.fromkeys(loss.case for loss in group.losses):
            if case in evidence.oracle:
                yield group.suspicion(0.95, f"the oracle expects something else: {evidence.oracle[case]}")
                break


def goes_away(evidence: Evidence) -> Iterator[Suspicion]:
    """A loss that is none when the case is run once more, as before or in other surroundings."""
    rows = {
        (rerun.grade.student, row.name): rerun.how
        for rerun in reversed(evidence.reruns)  # the first that shows it says why
        for row in rerun.grade.cases
        if row.verdict is Verdict.AC
    }
    for group in evidence.groups:
        if group.cases[0] in BEFORE_CASES:
            continue
        losses = [loss for loss in group.losses if (loss.student, loss.row.name) in rows]
        for how in dict.fromkeys(rows[loss.student, loss.row.name] for loss in losses):
            gone = [loss for loss in losses if rows[loss.student, loss.row.name] == how]
            count = len({loss.student for loss in gone})
            yield group.suspicion(0.85, f"{count} keep it {how}", gone)


def wrong_programs_keep(evidence: Evidence) -> Iterator[Suspicion]:
    """A clause that nobody loses, and that a program made to violate it keeps as well."""
    lost = {loss.row.clause for loss in evidence.losses}
    for name, (clause, grade) in evidence.wrong.items():
        rows = [row for row in grade.cases if row.clause == clause and row.verdict not in UNJUDGED]
        if clause in lost or not rows or any(row.verdict is not Verdict.AC for row in rows):
            continue
        cases = tuple(dict.fromkeys(row.name for row in rows))
        programs = tuple(evidence.by_student)
        text = f"nobody loses it, and the wrong program {name}, which must, keeps it"
        yield Suspicion(0.9, clause, cases, programs, 0.0, text)


_FEWEST = 3
"""Programs below which a whole class says nothing."""
_PAIR = 2
_WEAK = 0.34
"""With less than this part of all other points a program does hardly anything right."""


def good_students_lose(evidence: Evidence) -> Iterator[Suspicion]:
    """A check that students lose who do well in all the rest, the more of them the likelier it is wrong."""
    for group in evidence.groups:
        good = evidence.good_students(group.clause)
        losing = [loss for loss in group.losses if loss.student in good]
        count = len({loss.student for loss in losing})
        if count < _PAIR:
            continue
        share = count / len(good)
        weight = 0.15 + 0.6 * share + (0.1 if _tells_wrongly_apart(evidence, group.clause, group.students) else 0.0)
        yield group.suspicion(weight, f"{count} of {len(good)} who do well in all the rest lose it", losing)


def _tells_wrongly_apart(evidence: Evidence, clause: str, losing: tuple[str, ...]) -> bool:
    """Whether those who lose it are no worse in the rest than those who keep it."""
    rests = {student: evidence.rest(student, clause) for student in evidence.by_student}
    keeping = [rest for student, rest in rests.items() if student not in losing]
    return not keeping or statistics.fmean(rests[student] for student in losing) >= statistics.fmean(keeping)


def everybody_loses(evidence: Evidence) -> Iterator[Suspicion]:
    """A check that no program of the class passes."""
    for group in evidence.groups:
        if len(group.students) >= max(_FEWEST, group.judged):
            yield group.suspicion(0.6, f"nobody passes it, of {group.judged}")


def weak_programs_keep(evidence: Evidence) -> Iterator[Suspicion]:
    """A clause that nobody loses, not even programs that do hardly anything else right."""
    for clause, entry in evidence.assignment.clauses.items():
        rows = [row for grade in evidence.by_student.values() for row in grade.cases if row.clause == clause]
        rows = [row for row in rows if row.verdict not in UNJUDGED]
        if not rows or any(row.verdict is not Verdict.AC for row in rows):
            continue
        weak = tuple(student for student in evidence.by_student if evidence.rest(student, clause) < _WEAK)
        if len(weak) >= _FEWEST:
            cases = tuple(dict.fromkeys(row.name for row in rows))
            text = f"nobody loses it, of whom {len(weak)} do hardly anything else right"
            yield Suspicion(0.3, clause, cases, weak, -entry.points * len(weak), text)


SIGNALS: tuple[Signal, ...] = (
    right_programs_lose,
    oracle_disagrees,
    goes_away,
    wrong_programs_keep,
    good_students_lose,
    everybody_loses,
    weak_programs_keep,
)
