"""Which exception a handler loses, or answers with the usage message: what fails is run again, and lets it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.changed_build import ChangedBuild
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import CALL_RAISED, SUSPICIOUS_CODE, UNCAUGHT_EXCEPTION
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.repair import Repair
from harness.language.oddities.exceptions import USAGE_FOR_ERROR
from harness.model.finding import Finding, Parameter, Place
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded

_RAISED = (CALL_RAISED, UNCAUGHT_EXCEPTION)
_OF_JAVA = 'Exception in thread "main" '


class FindRethrow(Struct, frozen=True):
    """Find the change by which the handler in a line of a file throws again what it caught."""

    folder: Path
    path: str
    line: int

    def run(self, _course: object) -> Edit | None:
        """Return the change; None if there is no such handler."""
        from harness.language.edits.rethrown import rethrown  # noqa: PLC0415 - parsers, in the child

        return rethrown(self.path, read_bounded(self.folder, self.path, LARGEST_SOURCE) or b"", self.line)


class FindUsageHandlers(Struct, frozen=True):
    """Find the handlers of a program that print how it is used."""

    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> list[Finding]:
        """Return a note on each of them, without an exception yet."""
        from harness.language.oddities.enclosing_function import (  # noqa: PLC0415 - parsers, in the child
            enclosing_function,
        )
        from harness.language.oddities.usage_handlers import usage_handlers  # noqa: PLC0415 - the same

        notes: list[Finding] = []
        for path in self.files:
            source = read_bounded(self.folder, path, LARGEST_SOURCE) or b""
            for line in usage_handlers(path, source):
                where = Place(path=path, line=line, function=enclosing_function(path, source, line))
                notes.append(Finding.of(SUSPICIOUS_CODE, with_source(where, self.folder), what=USAGE_FOR_ERROR))
        return notes


def find_usage_handlers(built: Built, own: Workspace) -> list[Finding]:
    """The notes on a program's handlers that print how it is used; none if to read it takes too long."""
    files = tuple(path for path in built.kept_files if path.endswith((".py", ".java")))
    notes: list[Finding] = own.judging.call_or(FindUsageHandlers(built.staged or Path(), files), own.key, [])
    return notes


def with_exception(
    finding: Finding, built: Built, own: Workspace, trial: Workspace, run: Callable[[Built], Sequence[Judgement]]
) -> Finding | None:
    """The finding on a handler, with the exception that it loses and its line; None if none comes.

    Args:
        finding: the note on the handler.
        built: the program.
        own: the workspace of the submission.
        trial: a workspace for the changed program.
        run: runs what fails with a changed program.

    """
    where = finding.where
    request = FindRethrow(built.staged or Path(), where.path, where.line or 0)
    edit: Edit | None = own.judging.call_or(request, own.key, None)
    if edit is None:
        return finding
    repair = Repair(where.path, edit, 0, where.function, where.line or 0, where.source, (0, 0), b"")
    changed = ChangedBuild(built).changed([repair], trial)
    if changed.folder is None:
        return finding
    judgements = run(changed)
    raised = [each for judgement in judgements for each in judgement.findings if each.kind in _RAISED]
    if not raised and all(judgement.verdict in (Verdict.AC, Verdict.WA) for judgement in judgements):
        return None  # the handler is right: all came to its end without it
    placed = next((each for each in raised if each.where.path == where.path and each.where.line), None)
    return finding if placed is None else replace(finding, params={**finding.params, **_raised(placed)})


def _raised(finding: Finding) -> dict[str, Parameter]:
    """What came, by which text, and in which line."""
    if finding.kind == CALL_RAISED:
        name, text = finding.params["exception"], finding.params.get("text", "")
    else:
        error = str(finding.params["error"]).removeprefix(_OF_JAVA)
        whole, _, text = error.partition(": ")
        name = whole.rpartition(".")[2]
    return {"raised": name, "comes": finding.where.line or 0, "text": text}
