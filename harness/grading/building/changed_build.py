"""Build a submission with changes to its sources, in the way in which it was built."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build, recompile
from harness.grading.building.precompiled_headers import PrecompiledHeaders
from harness.grading.building.rebuild import COMPILERS
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.grading.workspace.workspace import Workspace
from harness.language.edits.repair import Repair, apply_all
from harness.language.tools.toolchain import only_compiles
from harness.model.invocation import ResolvedLimits
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import PlannedCase


class ChangedBuild(Struct, frozen=True):
    """How a submission is built with a change."""

    built: Built
    """The unchanged program."""
    headers: PrecompiledHeaders | None = None
    """What a compiler need not read for each change."""

    def quickly(self, cases: Sequence[PlannedCase]) -> Built | None:
        """How the first of these cases is tried without the whole build; None if that is quick, or no other way is."""
        built = self.built
        if _is_interpreted(built) or all(words[0] == "javac" for words in built.commands):
            return None
        if all(planned.kind.shares_process for planned in cases):
            return built
        sources = [name for name in built.kept_files if name.endswith(".java")]
        if len(sources) == 1 and _is_beside_its_class(built.folder or Path(), sources[0]):
            return replace(built, run=(("java", "-cp", ".", Path(sources[0]).stem),))
        return None

    @property
    def is_optimized(self) -> bool:
        """Whether a compiler got options of its own: what is undefined may do something else without them."""
        return any(words[0] in COMPILERS for words in self.built.commands)

    def unchanged(self, workspace: Workspace) -> Built:
        """A copy of the program as it was handed in and built."""
        return self._copied(self.built, self.built.folder, workspace)

    def quickly_changed(self, change: Repair, quick: Built, workspace: Workspace) -> Built:
        """The changed program, of which only what has to be is compiled again; without a folder if that fails.

        ``quick``: how the unchanged program is run then.
        """
        changed = self._copied(quick, quick.folder, workspace)
        folder = changed.folder or Path()
        self._write([change], folder)
        if _is_beside_its_class(folder, change.path):
            is_built = recompile(("javac", "-nowarn", "-d", ".", change.path), folder, workspace)
        else:  # else the driver compiles the sources
            is_built = not any("java" in words for words in quick.run) or self._builds(folder, workspace)
        return replace(changed, folder=folder if is_built else None)

    def changed(self, changes: Sequence[Repair], workspace: Workspace, *, optimized: bool = False) -> Built:
        """The program with all these changes, built in the way of the unchanged one; without a folder if that fails.

        ``optimized``: whether compilers get the options of the unchanged program alone; else they do not optimize.
        """
        changed = self._copied(self.built, self.built.staged, workspace)
        folder = changed.folder or Path()
        is_built = self._write(changes, folder)
        is_built = is_built and (_is_interpreted(self.built) or self._builds(folder, workspace, optimized=optimized))
        return replace(changed, folder=folder if is_built else None)

    def _copied(self, built: Built, source: Path | None, workspace: Workspace) -> Built:
        folder = workspace.new("changed")
        copy_tree(source or Path(), folder)
        return replace(built, folder=folder)

    def _write(self, changes: Sequence[Repair], folder: Path) -> bool:
        """Write the changed files into a copy of what was built, in which the build may have left links to anywhere.

        Return whether no two changes are of the same place.
        """
        staged = self.built.staged or Path()
        for name in {change.path for change in changes}:
            own = [change for change in changes if change.path == name]
            content = apply_all(read_bounded(staged, name, LARGEST_SOURCE) or b"", own)
            if content is None:
                return False
            path = prepare_new_file(folder, name)
            path.write_bytes(content)
            path.chmod(stat.S_IMODE((staged / name).lstat().st_mode))
        return True

    def _builds(self, folder: Path, workspace: Workspace, *, optimized: bool = False) -> bool:
        """Whether the commands of the build work for a changed program."""
        built = self.built
        if self.headers is not None and not optimized:
            return self.headers.build(built.commands[0], folder, built.added_files, workspace)
        return all(_works(command, folder, workspace, optimized=optimized) for command in built.commands)


def _is_interpreted(built: Built) -> bool:
    """Whether what was handed in is itself run, and nothing that was compiled."""
    return not built.added_files or any(word in built.kept_files for command in built.run for word in command)


def _is_beside_its_class(folder: Path, path: str) -> bool:
    """Whether a file of Java is in no package, and its class was written beside it."""
    written = (folder / path).with_suffix(".class")
    return path.endswith(".java") and "/" not in path and written.is_file() and not written.is_symlink()


def _works(command: tuple[str, ...], folder: Path, workspace: Workspace, *, optimized: bool) -> bool:
    """Whether a command of a build works for a changed program."""
    if command[0] == "javac" and only_compiles(command):
        return recompile(command, folder, workspace)
    words = (*command, "-O0") if command[0] in COMPILERS and not optimized else command
    return observe_build(words, folder, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace).exit == 0
