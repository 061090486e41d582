"""The shell command that does by hand what a case did."""

from __future__ import annotations

import shlex

from harness.execute.build import Built
from harness.spec.assignment import Assignment
from harness.spec.model import Case, FileContent

_LONGEST_SHOWN = 200
"""Characters of an input that a command line shows; a longer one is read from its file."""


def reproduce(assignment: Assignment, case: Case, built: Built, command: tuple[str, ...]) -> str:
    """A shell command that does by hand, in the submission's folder, what the case did."""
    steps = [
        f"{_print_command(assignment, content)} > {shlex.quote(name)}"
        for name, content in assignment.spec.given.items()
    ]
    steps += [shlex.join(words) for words in built.commands] if case.run is None or case.cleans else []
    for name, content in case.files.items():
        steps.append(f"{_print_command(assignment, content)} > {shlex.quote(name)}")
    start = shlex.join(command)
    if case.stdin is not None and not case.dialogue:
        start = f"{_print_command(assignment, case.stdin)} | {start}"
    return " && ".join([*steps, start])


def _print_command(assignment: Assignment, content: str | FileContent) -> str:
    """Return a shell command that prints this content."""
    text = assignment.content(content)
    escaped = text.decode(errors="replace").encode("unicode_escape").decode().replace("'", r"\x27").replace("%", "%%")
    if isinstance(content, FileContent) and content.file is not None and len(escaped) > _LONGEST_SHOWN:
        return f"cat {shlex.quote(f'{assignment.folder.parent.name}/{assignment.id}/{content.file}')}"
    return f"printf '{escaped}'"
