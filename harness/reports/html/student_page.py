"""One student's page, or that of a few: the score, the causes, then clause by clause in the handout's order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.document import Document, cover, points, qualify
from harness.reports.html.cause_view import CauseView, SourceLine, cause_views, marked_line
from harness.reports.html.charts import RunTimes, run_times
from harness.reports.html.environment import MAX_LISTED, render_page, sentence
from harness.reports.html.source_view import SourceView, source_views
from harness.reports.text.clauses import ClauseScore, clause_scores, waived_clauses
from harness.reports.text.student import cause_numbers, not_submitted, since_last_time, waived_sentences
from harness.spec.format.assignment import Assignment


class CaseView(Struct, frozen=True):
    """A case, in the list of its clause's."""

    name: str
    verdict: str
    accepted: bool
    points: str
    cpu: str


class ClauseView(Struct, frozen=True):
    """A clause, as the handout has it."""

    name: str
    text: str
    handout: str
    state: str
    """``right``, ``wrong``, ``waived`` for one of which no case is right and all follow from other faults, ``open`` for
    one without a verdict, or ``manual`` for one that a person judges."""
    points: str
    causes: Sequence[int]
    """The number of the cause that it is lost by."""
    cases: Sequence[CaseView]
    manual: str = ""
    """How a person judges it, if no program can."""


class GradeView(Struct, frozen=True):
    """All that is shown about a grade."""

    anchor: str
    student: str
    assignment: str
    title: str
    verdict: str
    state: str
    score: str
    max_score: str
    share: float
    """From 0 to 1."""
    qualifier: str
    notes: Sequence[tuple[str, SourceLine | None]]
    """Each with the line that it is about, where it is about one."""
    since: str
    """What has changed since the work that was handed in before; empty if that is not known."""
    nothing: str
    """Why there is nothing to judge; empty if there is."""
    causes: Sequence[CauseView]
    waived: Sequence[str]
    """The clauses that keep their points and cannot be seen to be right before the causes are fixed."""
    waived_faults: Sequence[str]
    """What tests show of such clauses that comes of none of the causes."""
    sources: Sequence[SourceView]
    """The files that causes or teachers' comments are about."""
    clauses: Sequence[ClauseView]
    run_times: RunTimes | None


def student_page(document: Document) -> bytes:
    """Render all grades of a document, one below the other."""
    words = document.translator
    grades = [_grade(grade, document, f"g{at}") for at, grade in enumerate(document.grades, 1)]
    students = list(dict.fromkeys(grade.student for grade in grades))
    return render_page(
        "student.html",
        words,
        ["copy.js"],
        title=_title(grades, students, words),
        students=students,
        grades=grades,
        remarks=_remarks(document),
        isolation=words.text("report-isolation", level=document.level),
    )


def _title(grades: Sequence[GradeView], students: Sequence[str], words: Translator) -> str:
    if len(grades) == 1:
        return f"{grades[0].student} · {grades[0].assignment}"
    return students[0] if len(students) == 1 else words.text("report-title")


def _remarks(document: Document) -> list[str]:
    words = document.translator
    files = [f"{words.text('not-recognised')} {name}" for name in document.not_recognised[:MAX_LISTED]]
    rest = len(document.not_recognised[MAX_LISTED:])
    files += [words.text("page-more-names", count=rest)] if rest else []
    is_of_kit = any(document.course[grade.assignment].is_of_kit for grade in document.grades)
    own_check = [words.text("report-of-kit")] if is_of_kit else []
    remarks = (*own_check, *cover(document).sentences(document), *document.hand_ins, *files)
    return [single_line(text) for text in remarks]


def _grade(grade: Grade, document: Document, anchor: str) -> GradeView:
    assignment, words = document.course[grade.assignment], document.translator
    work = grade.student, grade.assignment
    absent = grade.verdict is Verdict.NS
    grade_causes = [] if absent else causes(grade)
    views = cause_views(grade_causes, assignment, words)
    titles = [view.title for view in views]
    own = {} if absent else waived_sentences(grade, assignment, words)
    score, _, max_score = points(grade.score, grade.max_score).partition("/")
    return GradeView(
        anchor=anchor,
        student=single_line(grade.student),
        assignment=grade.assignment,
        title=assignment.spec.title,
        verdict=grade.verdict.name,
        state="right" if grade.verdict is Verdict.AC else "open" if not grade.judged else "wrong",
        score=score or "0",
        max_score=max_score or "0",
        share=min(1.0, max(0.0, grade.score / grade.max_score)) if grade.max_score else 0.0,
        qualifier=qualify(grade, words),
        notes=[(sentence(words.in_words(note)), _noted_line(note, grade_causes, words)) for note in grade.notes],
        nothing=not_submitted(grade, words) if absent else "",
        since=since_last_time(grade, document.earlier(*work), words),
        causes=views,
        waived=[clause for clause in ([] if absent else waived_clauses(grade)) if clause not in own],
        waived_faults=[*map(sentence, own.values())],
        sources=source_views(
            document.folders.get(work),
            assignment.spec.files.required,
            grade_causes,
            titles,
            document.comments.get(work, ()),
        ),
        clauses=[] if absent else _clauses(grade, assignment, words),
        run_times=None if absent else run_times(grade, assignment, words),
    )


def _noted_line(note: Finding, grade_causes: Sequence[Cause], words: Translator) -> SourceLine | None:
    """The line that a note is about; None if a cause shows it."""
    changed = [cause.change.where for cause in grade_causes if cause.change is not None]
    shown = {(where.path, where.line) for where in (*changed, *(cause.finding.where for cause in grade_causes))}
    return None if (note.where.path, note.where.line) in shown else marked_line(note, words)


def _clauses(grade: Grade, assignment: Assignment, words: Translator) -> list[ClauseView]:
    """The clauses of the grade in the order of the spec, which is the handout's, those for a person among them."""
    scores = {score.name: score for score in clause_scores(grade)}
    numbers = cause_numbers(grade)
    names = [name for name, clause in assignment.clauses.items() if name in scores or clause.manual]
    views = []
    for name in (*names, *(name for name in scores if name not in assignment.clauses)):
        cases = [case for case in grade.cases if case.clause == name]
        clause, score = assignment.clauses.get(name), scores.get(name)
        views.append(
            ClauseView(
                name=name,
                text=clause.text if clause else "",
                handout=clause.handout if clause else "",
                state=_state(score),
                points=points(score.score, score.max_score) if score else "",
                causes=numbers.get(name, []) if score and score.right is not True else [],
                cases=[_case(case, words) for case in cases],
                manual=clause.manual if clause and not score else "",
            )
        )
    return views


def _state(score: ClauseScore | None) -> str:
    if score is None:
        return "manual"
    return score.state


def _case(case: CaseGrade, words: Translator) -> CaseView:
    timing = case.timing
    cpu = ""
    if timing.cpu_s is not None and timing.cpu_limit_s is not None:
        cpu = words.text("cell-cpu", used_s=timing.cpu_s, limit_s=timing.cpu_limit_s, reference_s=timing.reference_s)
    return CaseView(
        name=case.name,
        verdict=case.verdict.name,
        accepted=case.verdict is Verdict.AC,
        points=points(case.score, case.max_score),
        cpu=cpu,
    )
