"""``github``: commands of GitHub's workflows, an annotation a cause, and a summary of the job.

What is printed is for the log: the text, in which no line is taken for a command, then the annotations.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.judge.finding_kinds import NOT_HANDED_IN
from harness.judge.messages.translator import Translator
from harness.model.escape import single_line
from harness.model.grade import Grade
from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.causes.hints import hint_of
from harness.reports.document import Document, qualified_points
from harness.reports.formats import md
from harness.reports.text.clause_tests import title_maker
from harness.reports.text.headline import headline, without_marks
from harness.reports.text.screen import screen_text
from harness.spec.format.assignment import Assignment

ENDING = ""
READER = "student"
MAX_ANNOTATIONS = 10
"""Annotations of one kind that GitHub shows for a step."""
MAX_SUMMARY = 1024**2
"""Bytes of a step's summary; of a longer one GitHub shows nothing."""


def render(document: Document) -> bytes:
    """Render lines for the standard output of a step, UTF-8."""
    token = secrets.token_hex(16)  # programs of students ran before it was drawn: none can end the block
    lines = [f"::stop-commands::{token}", screen_text(document), f"::{token}::"]
    commands: dict[str, list[str]] = {"error": [], "warning": [], "notice": []}
    title = title_maker(document)
    for grade in document.grades:
        for kind, command in _commands(grade, title(grade), document):
            commands[kind].append(command)
    for kind, given in commands.items():
        lines += _limited(kind, given, document.translator)
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")


def _limited(kind: str, commands: Sequence[str], words: Translator) -> list[str]:
    if len(commands) <= MAX_ANNOTATIONS:
        return list(commands)
    shown = commands[: MAX_ANNOTATIONS - 1]
    return [*shown, _command(kind, words.text("report-more", count=len(commands) - len(shown)), title="grade")]


def _commands(grade: Grade, title: str, document: Document) -> Iterator[tuple[str, str]]:
    """The annotations for a grade, each with its kind: faults, what could not be judged, the points."""
    for cause in causes(grade):
        kind = "warning" if cause.case.verdict in UNJUDGED else "error"
        prefix = _prefix(grade, document)
        yield kind, _annotation(kind, cause, title, prefix, document.course[grade.assignment], document.translator)
    if grade.verdict is Verdict.NS:
        yield "error", _command("error", document.translator.text(NOT_HANDED_IN), title=title)
    yield "notice", _command("notice", qualified_points(grade, document.translator) or grade.verdict.name, title=title)


def _prefix(grade: Grade, document: Document) -> str | None:
    """What is in front of a file of a submission for GitHub to find it; None if the repository lacks it."""
    workspace, folder = os.environ.get("GITHUB_WORKSPACE"), document.folders.get((grade.student, grade.assignment))
    if not workspace or folder is None:
        return ""
    folder, root = folder.resolve(), Path(workspace).resolve()
    if not folder.is_relative_to(root):
        return None
    return "" if folder == root else f"{folder.relative_to(root).as_posix()}/"


def _annotation(
    kind: str, cause: Cause, title: str, prefix: str | None, assignment: Assignment, words: Translator
) -> str:
    where = cause.finding.where
    hint = hint_of(cause, assignment)
    sentences = [*headline(cause.finding, words), *([f"{words.text('screen-hint')} {hint}"] if hint else [])]
    in_source = where.path and not where.stream and prefix is not None
    place = {"file": f"{prefix}{where.path}" if in_source else "", "line": str(where.line or "") if in_source else ""}
    return _command(
        kind,
        "\n".join(without_marks(single_line(text)) for text in sentences),
        **place,
        title=" · ".join((title, *cause.clauses[:3])),
    )


def _command(kind: str, message: str, **properties: str) -> str:
    """A workflow command; nothing in the message or a property can end it."""
    given = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items() if value)
    return f"::{kind} {given}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(single_line(text)).replace(":", "%3A").replace(",", "%2C")


def summary(document: Document, size: int) -> bytes:
    """Render the Markdown of the job's summary, cut to what the file takes that has ``size`` bytes already."""
    content, room = md.render(document), MAX_SUMMARY - size
    if len(content) <= room:
        return content
    end = f"\n{document.translator.text('report-cut')}\n".encode()
    whole_lines = content[: max(0, room - len(end))].rpartition(b"\n")[0]
    return whole_lines + end if len(end) <= room else b""


APPENDED = {"GITHUB_STEP_SUMMARY": summary}
