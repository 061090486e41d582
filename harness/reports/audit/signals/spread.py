"""Who loses a check: good students, everybody, nobody."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.audit.signals.base import Evidence, Signal, Suspicion

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


SIGNALS: tuple[Signal, ...] = (good_students_lose, everybody_loses, weak_programs_keep)
