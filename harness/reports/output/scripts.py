"""Scripts that show the causes of one submission again, for who has none of our tools."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.model.errors import UsageError
from harness.reports.causes.grouping import causes
from harness.reports.document import Document
from harness.reports.text.cause import needs_script

_SCRIPT = """\
#!/bin/sh
# Start this in a copy of the folder that was handed in.
{command}
"""


def with_scripts(document: Document, folder: Path) -> Document:
    """Write ``NUMBER.sh`` for each cause whose command is too long to paste; the document that names these.

    Raises:
        UsageError: if there is not one grade, or the folder cannot be written.

    """
    if len(document.grades) != 1:
        raise UsageError("--see-it takes one submission for one assignment")
    (grade,) = document.grades
    try:
        for number, cause in enumerate(causes(grade), 1):
            if needs_script(cause):
                folder.mkdir(parents=True, exist_ok=True)
                script = _SCRIPT.format(command=cause.case.reproduce)
                (folder / f"{number}.sh").write_text(script, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None
    course = {name: replace(assignment, scripts=str(folder)) for name, assignment in document.course.items()}
    return replace(document, course=course)
