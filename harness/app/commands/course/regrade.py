"""``harness regrade``: grade what is kept again, show whose mark would change and why, accept or reject that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, select

from harness.app.commands.course.opened import assignment_with_rules, opened
from harness.app.commands.grading.run_grader import run_grader
from harness.course.gradebook.begin_run import begin_run_in, store_of
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.kept_setup import keep
from harness.course.gradebook.marks.decisions import record_marks, undo_mark
from harness.course.gradebook.marks.explain import reasons
from harness.course.gradebook.marks.marking import Marking, Proposal, Selection
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.storage.tables import SUBMISSION
from harness.course.gradebook.students import Students, read_students
from harness.course.gradebook.submissions import submission_of
from harness.course.ingest.submission import Submission
from harness.course.policy.load import rules_text
from harness.course.policy.marks import number
from harness.course.policy.model import Policy
from harness.grading.grader import Grader
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.escape import some_of
from harness.reports.output.printing import echo
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import assignment_ids, find_specs

_NAMED = 5


def regrade(
    name: str,
    *,
    selection: Selection | None,
    accept: Sequence[str] | None,
    reject: Sequence[str],
    only_rises: bool,
    why: str,
    jobs: int,
    isolation: str | None,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Grade what has no grade as the assignment stands, and print whose mark would change; return the exit status.

    ``selection``: which hand-ins are graded; None: those that may count by the rules. ``accept``: the students whose
    new marks are accepted; empty: all; None: nobody's. ``reject``: the students whose new marks are rejected.
    ``only_rises``: whether marks that would fall stay as they are.
    """
    folder, assignment, policy = assignment_with_rules(name, specs)
    with opened(gradebook, folder) as book:
        with book.reading() as connection:
            wanted = Marking(connection, assignment, policy, every=True).to_grade(selection)
            submissions, lost = _stored(connection, store_of(book, folder), wanted)
        if lost:
            names = some_of(lost, _NAMED, "; ")
            echo(f"not graded again, as the work is not kept here; harness ingest brings it in: {names}")
        status = _grade(book, folder, assignment, submissions, jobs, isolation)
        if status:
            return status
        if accept is None and not reject:
            with book.reading() as connection:
                return _show(connection, assignment, Marking(connection, assignment, policy), only_rises=only_rises)
        decision = _Decision(accept, reject, only_rises, why)
        return _decide(book, assignment, policy, decision, rules_text(folder))


def undo_accept(name: str, who: Sequence[str], *, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Let the marks count again that students had before the last ones; return the exit status."""
    folder = specs or find_specs(Path.cwd())
    if name not in assignment_ids(folder):
        raise UsageError(f'there is no assignment "{name}"')
    with opened(gradebook, folder) as book, book.writing() as connection:
        students = read_students(connection)
        event = add_event(connection, "undo accept", why, details={"assignment": name, "students": len(who)})
        for student in map(students.named, who):
            echo(f"{student.shown}: the mark is {undo_mark(connection, name, student, event)} again")
    return 0


def _stored(connection: Connection, store: Store, wanted: Sequence[int]) -> tuple[list[Submission], list[str]]:
    """The submissions that can be graded, and whose work is not here."""
    submissions, lost = [], []
    chosen = set(wanted)
    rows = connection.execute(select(SUBMISSION).order_by(SUBMISSION.c.id)).mappings()
    for row in (dict(row) for row in rows if row["id"] in chosen):
        if store.has(row["content_sha256"]):
            submissions.append(submission_of(row, store.path(row["content_sha256"])))
        else:
            lost.append(row["label"])
    return submissions, lost


def _grade(
    book: Gradebook, specs: Path, assignment: Assignment, submissions: Sequence[Submission], jobs: int, best: str | None
) -> int:
    """Grade what has not been graded as the assignment stands now; return an exit status if that fails, else 0."""
    course = {assignment.id: assignment}
    isolation = isolate(specs, best=best).isolation
    grades = begin_run_in(book, course, submissions, isolation.level.name, ())
    new = len(submissions) - len(grades.attempts)
    with scratch() as root:
        interrupted, errors = run_grader(Grader(course, isolation, root, jobs), submissions, grades)
    grades.end(complete=not interrupted)
    echo(f"{assignment.id}: {new} of {len(submissions)} hand-ins graded, the others are as they were")
    for line in (*errors, grades.write_error):
        if line:
            raise JudgeError(line)
    return EXIT_INTERRUPTED if interrupted else 0


def _show(connection: Connection, assignment: Assignment, marking: Marking, *, only_rises: bool) -> int:
    """Print what would change; return the exit status."""
    proposals = marking.proposals()
    changed = [proposal for proposal in proposals if proposal.changed and not proposal.mark.open]
    rejected = [proposal for proposal in changed if proposal.rejected]
    changed = [proposal for proposal in changed if not proposal.rejected]
    falling = [proposal for proposal in changed if only_rises and not _rises(proposal)]
    changed = [proposal for proposal in changed if proposal not in falling]
    still_open = [proposal for proposal in proposals if proposal.mark.open]
    echo(
        f"Of {len(proposals)} students: marks that would change: {len(changed)}; open: {len(still_open)}; "
        f"rejected before: {len(rejected)}" + (f"; not rising: {len(falling)}" if only_rises else "")
    )
    for proposal in sorted(changed, key=lambda proposal: -abs(_difference(proposal))):
        _print_change(connection, proposal)
    if still_open:
        echo("", "Open:")
        echo(*(f"  {proposal.student.shown}: {'; '.join(proposal.mark.open)}" for proposal in still_open))
    if changed:
        echo("", f"Nothing is accepted or published yet. To accept: harness regrade {assignment.id} --accept")
    return 0


def _difference(proposal: Proposal) -> float:
    return proposal.mark.points - (proposal.current.points if proposal.current else 0.0)


def _rises(proposal: Proposal) -> bool:
    return proposal.current is None or _difference(proposal) > 0


class _Decision(Struct, frozen=True):
    """What a person decides of the marks that would change."""

    accept: Sequence[str] | None
    """Whose; empty: everybody's; None: nobody's."""
    reject: Sequence[str]
    only_rises: bool
    why: str


def _print_change(connection: Connection, proposal: Proposal) -> None:
    current, mark = proposal.current, proposal.mark
    before = number(current.points) if current else "none"
    change = f"  {'+' if _difference(proposal) > 0 else ''}{number(_difference(proposal))}" if current else ""
    echo(f"  {proposal.student.shown}  {before} -> {number(mark.points)} of {number(mark.max_points)}{change}")
    if current:
        echo(f"      was {current.sum}", f"      now {mark.sum}")
        echo(*(f"      because {reason}" for reason in reasons(connection, proposal)))
    elif mark.sum != number(mark.points):
        echo(f"      {mark.sum}")


def _decide(book: Gradebook, assignment: Assignment, policy: Policy, decision: _Decision, rules: bytes) -> int:
    """Write down what is accepted and rejected, all of it or nothing."""
    with book.writing() as connection:
        marking = Marking(connection, assignment, policy)
        proposals = {proposal.student.id: proposal for proposal in marking.proposals()}
        rejected = _chosen(marking.students, proposals, decision.reject)
        accepted = _chosen(marking.students, proposals, decision.accept or ())
        if decision.accept is not None and not decision.accept:
            left_out = {proposal.student.id for proposal in rejected}
            accepted = [
                proposal
                for proposal in proposals.values()
                if proposal.changed and not proposal.mark.open and not proposal.rejected
                if proposal.student.id not in left_out and (_rises(proposal) or not decision.only_rises)
            ]
        (digest,) = keep(connection, [rules])
        for chosen, is_accepted in ((accepted, True), (rejected, False)):
            if chosen:
                details = {"assignment": assignment.id, "students": len(chosen)}
                event = add_event(connection, "accept" if is_accepted else "reject", decision.why, details=details)
                record_marks(connection, assignment.id, chosen, event, accepted=is_accepted, rules=digest)
    echo(f"marks accepted: {len(accepted)}; rejected: {len(rejected)}")
    return 0


def _chosen(students: Students, proposals: dict[int, Proposal], names: Iterable[str]) -> list[Proposal]:
    """The proposals of the students named; UsageError where one is open or changes nothing."""
    chosen = []
    for name in names:
        proposal = proposals[students.named(name).id]
        if proposal.mark.open:
            raise UsageError(f"the mark of {proposal.student.shown} is open: {'; '.join(proposal.mark.open)}")
        if not proposal.changed:
            raise UsageError(f"the mark of {proposal.student.shown} would not change")
        chosen.append(proposal)
    return chosen
