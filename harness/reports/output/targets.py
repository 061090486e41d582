"""What ``--report`` asks for: a format, and the file that it goes into or the standard output."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex
from harness.reports.document import Document
from harness.reports.formats import Format, by_ending, named, names
from harness.reports.output.write import append, check_target
from harness.reports.visible_to import STUDENT, Reader, document_for, documents, files, is_per_student

STDOUT = "-"
"""What stands for the standard output."""
_NAMED = lazy_regex(r"(?P<format>[A-Za-z]\w*):(?P<path>.*)", re.DOTALL)


class Target(Struct, frozen=True):
    """One report: its format, and where it goes."""

    format: Format
    path: Path | None
    """None: the standard output."""


_MARK = lazy_regex(r"\{\w*\}")
"""What looks as if something were put in its place."""


def parse_target(text: str) -> Target:
    """Read ``FILE``, ``FORMAT:FILE``, ``FORMAT:-``, ``FORMAT`` or ``-``; the last two go to the standard output.

    Raises UsageError when no format has this name or ending.
    """
    if text == STDOUT:
        return Target(named("txt"), None)
    if text.lower() in names():
        return Target(named(text.lower()), None)
    match = _NAMED.fullmatch(text)
    if match is None:
        return Target(by_ending(text), Path(text))
    try:
        report_format = named(match["format"].lower())
    except UsageError as error:
        raise UsageError(f"--report {text}: {error}; for a file of this name write ./{text}") from None
    if not match["path"]:
        raise UsageError(f"--report {text}: no file; write {text}FILE, or {text}- for the standard output")
    return Target(report_format, None if match["path"] == STDOUT else Path(match["path"]))


def parse_targets(texts: Sequence[str]) -> list[Target]:
    """Read all, before any work is done; raise UsageError for one that cannot be written, or two for one place."""
    targets = [parse_target(text) for text in texts]
    if sum(target.path is None for target in targets) > 1:
        raise UsageError("--report: only one report can go to the standard output")
    for target in targets:
        if target.path is not None:
            unknown = next((mark for mark in _MARK.findall(str(target.path)) if mark != STUDENT), None)
            if unknown is not None:
                raise UsageError(f"--report {target.path}: {unknown} stands for nothing; {STUDENT} is a student's name")
            check_target(target.path)
            if target.format.whole_class and is_per_student(target.path):
                raise UsageError(f"--report {target.path}: {target.format.name} is one file of the whole class")
    return targets


def check_class_reports(targets: Sequence[Target], only: Sequence[str], assignments: Sequence[str]) -> None:
    """Before any work is done, raise UsageError where a report of whole grades cannot come of what was asked for."""
    for report_format in (target.format for target in targets):
        ids = list(dict.fromkeys(assignments))
        if report_format.whole_class and only:
            raise UsageError(f"--report {report_format.name}: it takes whole grades, and --only judges a part of them")
        if report_format.one_assignment and len(ids) > 1:
            raise UsageError(
                f"--report {report_format.name}: it takes one assignment, these are {', '.join(ids)}; "
                "choose by --assignment"
            )


def report_remarks(document: Document, targets: Sequence[Target]) -> Iterator[str]:
    """Lines for the user on what is not in a report, and why."""
    for target in targets:
        yield from (f"{target.path or target.format.name}: {line}" for line in target.format.remarks(document))


def reports_for(
    document: Document, targets: Sequence[Target], reader: Reader | None
) -> Iterator[tuple[Path | None, Iterable[bytes]]]:
    """The content of each report piece by piece, for its reader; with None as path that of the standard output."""
    for target in targets:
        render, path = target.format.chunks, target.path
        if path is not None and is_per_student(path):
            for own_path, part in documents(document_for(document, reader or "student"), path):
                yield own_path, render(part)
        elif target.format.whole_class:
            yield path, render(document)
        elif path is None:  # remarks went to stderr
            yield path, render(replace(document_for(document, reader or target.format.reader), remarks=()))
        else:
            linked = replace(document, student_files=_student_files(document, target, targets))
            yield path, render(document_for(linked, reader or target.format.reader))


def _student_files(document: Document, target: Target, targets: Sequence[Target]) -> dict[str, str]:
    """Where each student's own report of the target's format lies, seen from the target's folder; empty for none."""
    own = (other.path for other in targets if other.format.name == target.format.name and other.path is not None)
    path = next(filter(is_per_student, own), None)
    if path is None or target.path is None:
        return {}
    folder = target.path.absolute().parent
    paths = files(document, path)
    return {student: os.path.relpath(own_path.absolute(), folder) for student, own_path in paths.items()}


def append_all(document: Document, targets: Sequence[Target], reader: Reader | None) -> None:
    """Append what a format adds to a file of the system that the run belongs to, where the environment names one.

    Raises JudgeError when that cannot be written.
    """
    for target in {target.format.name: target for target in targets}.values():
        for variable, render in target.format.appended.items():
            if os.environ.get(variable):
                append(
                    Path(os.environ[variable]), partial(render, document_for(document, reader or target.format.reader))
                )


_SCRIPT = """\
#!/bin/sh
# Start this in a copy of the folder that was handed in.
{command}
"""


def with_scripts(document: Document, folder: Path) -> Document:
    """Write ``NUMBER.sh`` for each cause whose command is too long to paste; the document that names these.

    Raises:
        UsageError: where there is not one grade, or the folder cannot be written.

    """
    from harness.reports.causes.grouping import causes  # noqa: PLC0415 - only --see-it needs these
    from harness.reports.text.cause import needs_script  # noqa: PLC0415

    if len(document.grades) != 1:
        raise UsageError("--see-it takes one submission for one assignment")
    (grade,) = document.grades
    try:
        for number, cause in enumerate(causes(grade), 1):
            if needs_script(cause):
                folder.mkdir(parents=True, exist_ok=True)
                script = _SCRIPT.format(command=cause.command)
                (folder / f"{number}.sh").write_text(script, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None
    course = {name: replace(assignment, scripts=str(folder)) for name, assignment in document.course.items()}
    return replace(document, course=course)
