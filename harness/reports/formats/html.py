"""``.html``: a page to read in a browser: the causes and the clauses of a few students, or a whole class."""

from __future__ import annotations

from harness.reports.document import Document
from harness.reports.text.screen import MAX_STUDENTS_IN_FULL


def render(document: Document) -> bytes:
    """Render one page, UTF-8, that needs nothing but itself."""
    if _is_class(document):
        from harness.reports.html.class_page import class_page  # noqa: PLC0415 - Jinja2 is for pages only

        return class_page(document)
    from harness.reports.html.student_page import student_page  # noqa: PLC0415 - likewise

    return student_page(document)


def _is_class(document: Document) -> bool:
    """Whether there are more students than are shown in full; of a large class only the first grades are read."""
    students = set()
    for grade in document.grades:
        students.add(grade.student)
        if len(students) > MAX_STUDENTS_IN_FULL:
            return True
    return False
