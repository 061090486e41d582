"""The shell command that does by hand what a case did."""

from __future__ import annotations

import shlex

from harness.execute.build import Built
from harness.spec.assignment import Assignment
from harness.spec.model import Case, Given

_LONG = 200
"""Characters of an input that a command line still shows."""


def reproduce(assignment: Assignment, case: Case, built: Built, command: tuple[str, ...]) -> str:
    """A shell command that does by hand, in the submission's folder, what the case did."""
    steps = [f"{_source(assignment, given)} > {shlex.quote(name)}" for name, given in assignment.spec.given.items()]
    steps += [shlex.join(words) for words in built.commands] if case.run is None or case.cleans else []
    for name, given in case.files.items():
        steps.append(f"{_source(assignment, given)} > {shlex.quote(name)}")
    start = shlex.join(command)
    if case.stdin is not None and not case.dialogue:
        start = f"{_source(assignment, case.stdin)} | {start}"
    return " && ".join([*steps, start])


def _source(assignment: Assignment, given: str | Given) -> str:
    content = assignment.content(given)
    escaped = (
        content.decode(errors="replace").encode("unicode_escape").decode().replace("'", r"\x27").replace("%", "%%")
    )
    if isinstance(given, Given) and given.file is not None and len(escaped) > _LONG:
        return f"cat {shlex.quote(f'{assignment.folder.parent.name}/{assignment.id}/{given.file}')}"
    return f"printf '{escaped}'"
