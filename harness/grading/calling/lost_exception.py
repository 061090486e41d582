"""Which exception a handler without a word loses: the call that fails is made again, and the handler lets it out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.changed_build import ChangedBuild
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import CALL_RAISED
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.repair import Repair
from harness.model.finding import Finding
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import read_bounded


class FindRethrow(Struct, frozen=True):
    """Find the change by which the handler in a line of a file throws again what it caught."""

    folder: Path
    path: str
    line: int

    def run(self, _course: object) -> Edit | None:
        """Return the change; None if there is no such handler."""
        from harness.language.edits.rethrown import rethrown  # noqa: PLC0415 - parsers, in the child

        return rethrown(self.path, read_bounded(self.folder, self.path, LARGEST_SOURCE) or b"", self.line)


def with_exception(
    finding: Finding, built: Built, own: Workspace, trial: Workspace, run: Callable[[Built], Judgement]
) -> Finding | None:
    """The finding on a handler, with the exception that it loses and its line; None if none comes.

    Args:
        finding: the note on the handler.
        built: the program.
        own: the workspace of the submission.
        trial: a workspace for the changed program.
        run: runs a call that fails with a changed program.

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
    judgement = run(changed)
    raised = next((each for each in judgement.findings if each.kind == CALL_RAISED), None)
    if raised is None and judgement.verdict in (Verdict.AC, Verdict.WA):
        return None  # the handler is right: the call came to its end without it
    if raised is None or raised.where.path != where.path or not raised.where.line:
        return finding
    comes = {"raised": raised.params["exception"], "comes": raised.where.line}
    return replace(finding, params={**finding.params, **comes, "text": raised.params.get("text", "")})
