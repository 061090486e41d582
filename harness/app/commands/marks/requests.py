"""``harness gradebook ask``, ``answer``, ``requests``: what students ask to be looked at again, and the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection

from harness.app.commands.course.opened import opened
from harness.course.assignments import load_course
from harness.course.gradebook.marks.decisions import Score, check_score, record_adjustment, record_scores
from harness.course.gradebook.marks.marking import Marking, Proposal
from harness.course.gradebook.marks.requests import (
    Request,
    RequestLine,
    ask,
    record_answer,
    request_lines,
    request_of,
    requests,
    same_request,
)
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.students import Student, Students, read_students
from harness.course.policy.load import load_policy
from harness.course.policy.marks import number
from harness.model.errors import UsageError, suggestion
from harness.reports.output.printing import echo
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.folder import assignment_ids, find_specs


def bring_in(lines: Sequence[RequestLine], *, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Write requests and answers down, all of them or none; return the exit status.

    ``lines``: the lines of a file, or the one that the command line is.
    """
    folder = specs or find_specs(Path.cwd())
    with opened(gradebook, folder) as book, book.writing() as connection:
        students = read_students(connection)
        lines_of_all = [text for line in lines for text in _taken(connection, folder, students, line, why)]
    echo(*lines_of_all or ["nothing new: every request is known, and has this very answer"])
    return 0


def _taken(connection: Connection, specs: Path, students: Students, line: RequestLine, why: str) -> Iterator[str]:
    """Write one line down; what was done. UsageError with file and line."""
    try:
        request, is_new = _asked(connection, specs, students, line, why)
        known = request.answer is not None and request.answer.text == line.answer
        label = students.by_id[request.student].shown
        if is_new:
            yield f"request {request.id}: {label}, {request.assignment} {request.clause}".rstrip()
        if line.answer and not known:
            yield _answered(connection, specs, students.by_id[request.student], request, line)
    except UsageError as error:
        raise UsageError(f"{line.where}: {error}" if line.where else str(error)) from None


def _asked(
    connection: Connection, specs: Path, students: Students, line: RequestLine, why: str
) -> tuple[Request, bool]:
    """The request that a line means, and whether it was written down now."""
    if line.number is not None:
        return request_of(connection, line.number), False
    assignment, known = line.assignment, assignment_ids(specs)
    if assignment not in known:
        raise UsageError(f'there is no assignment "{assignment}"{suggestion(assignment, known)}')
    if line.clause:
        check_score(load_course(specs, (assignment,))[assignment], line.clause, 0.0)
    student = students.named(line.student)
    known_request = same_request(connection, assignment, student, line.clause, line.text)
    if known_request is not None:
        return known_request, False
    event = add_event(connection, "ask", why, details={"assignment": assignment, "student": student.id})
    return request_of(connection, ask(connection, assignment, student, line.clause, line.text, event)), True


def _answered(connection: Connection, specs: Path, student: Student, request: Request, line: RequestLine) -> str:
    """Write an answer down, and the points that it gives; what was done."""
    details = {"assignment": request.assignment, "student": student.id, "request": request.id}
    event = add_event(connection, "answer", line.answer, details=details)
    change = None
    if line.points is not None:
        before = _mark(connection, specs, student, request)
        _give(connection, specs, student, request, line.points, event, before)
        change = before.mark.points, _mark(connection, specs, student, request).mark.points
    record_answer(connection, request, line.answer, change, event)
    said = (
        f"{number(change[0])} -> {number(change[1])}; harness regrade {request.assignment}" if change else "no points"
    )
    return (
        f"request {request.id} answered: {student.shown}, {request.assignment} {request.clause}".rstrip() + f": {said}"
    )


def _mark(connection: Connection, specs: Path, student: Student, request: Request) -> Proposal:
    """The mark as it would be by what is written down."""
    assignment = load_course(specs, (request.assignment,))[request.assignment]
    marking = Marking(connection, assignment, load_policy(specs), who=f"#{student.id}")
    return marking.proposals([student])[0]


def _give(
    connection: Connection,
    specs: Path,
    student: Student,
    request: Request,
    points: float,
    event: int,
    proposal: Proposal,
) -> None:
    """Let the clause have so many points; without a clause give them beside the others."""
    if not request.clause:
        record_adjustment(connection, request.assignment, student, points, event)
        return
    check_score(load_course(specs, (request.assignment,))[request.assignment], request.clause, points)
    content = proposal.hand_in.content if proposal.hand_in else ""
    score = Score(student, request.clause, points, comment=f"request {request.id}", content=content)
    record_scores(connection, request.assignment, [score], {}, event, final=True)


def list_requests(name: str | None, *, every: bool, out: Path | None, gradebook: str | None, specs: Path | None) -> int:
    """Print the requests that nobody has answered; return the exit status.

    ``name``: of one assignment; None: of all. ``every``: whether those that are answered are listed, too. ``out``: a
    CSV file of the same, to be completed; None: none.
    """
    if out is not None:
        check_target(out)
    with opened(gradebook, specs) as book, book.reading() as connection:
        students = read_students(connection)
        listed = requests(connection, name)
    still_open = [request for request in listed if request.answer is None]
    listed = listed if every else still_open
    if out is not None:
        names = {student.id: student.shown for student in students.by_id.values()}
        write_whole(out, request_lines(listed, names))
    echo(
        f"requests without an answer: {len(still_open)}", *(line for each in listed for line in _lines(each, students))
    )
    return 0


def _lines(request: Request, students: Students) -> Iterator[str]:
    which = f"{request.assignment} {request.clause}".rstrip()
    yield f"  {request.id:4}  {students.by_id[request.student].shown}  {which}: {request.text}"
    answer = request.answer
    if answer is not None:
        change = "" if answer.points is None else f" ({number(answer.points_before or 0.0)} -> {number(answer.points)})"
        yield f"        answered {answer.at:%Y-%m-%d} by {answer.who}: {answer.text}{change}"
