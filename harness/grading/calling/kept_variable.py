"""Which variable a function leaves with the value of an earlier call: its source is read in the judging child."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from harness.grading.building.built import Built
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.workspace.workspace import Workspace
from harness.model.patterns import alternatives
from harness.sandbox.files.scratch import read_bounded


class FindKeptVariable(Struct, frozen=True):
    """Find the only variable outside of functions that a function sets and does not reset."""

    folder: Path
    files: tuple[str, ...]
    functions: tuple[str, ...]
    """The names that it may have."""

    def run(self, _course: object) -> tuple[str, str] | None:
        """Return what it is and its name; None if there is none, or several, or files that may set others."""
        from harness.language.oddities.flags.kept_variables import kept_variable  # noqa: PLC0415 - parsers, in the child
        from harness.language.parsing.source_nodes import nodes_of  # noqa: PLC0415 - parsers, in the child

        if len(self.files) != 1:
            return None
        source = read_bounded(self.folder, self.files[0], LARGEST_SOURCE) or b""
        nodes = [*nodes_of(self.files[0], source)]
        return next((kept for name in self.functions if (kept := kept_variable(nodes, name)) is not None), None)


def variable_kept_by(function: str | None, built: Built, workspace: Workspace) -> Mapping[str, str]:
    """The variable that keeps its value; nothing if that is not known."""
    names = alternatives(function or "")
    request = FindKeptVariable(built.staged or built.folder or Path(), tuple(built.kept_files), tuple(names))
    kept: tuple[str, str] | None = workspace.judging.call_or(request, workspace.key, None)
    return {"variable": kept[1], "variable_is": kept[0]} if kept is not None else {}
