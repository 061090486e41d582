"""What others say about a loss: right programs of the course, its oracle, a second run, wrong programs."""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.audit.signals.base import BEFORE_CASES, Evidence, Signal, Suspicion, losses_of

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


SIGNALS: tuple[Signal, ...] = (right_programs_lose, oracle_disagrees, goes_away, wrong_programs_keep)
