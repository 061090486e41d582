"""An assignment as the rest of the program sees it: the spec, its cases filled in, its files beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.spec.model import Case, Clause, Given, Spec

STREAMS = ("stdout", "stderr")


def golden_name(name: str, part: str) -> str:
    """The file name of the golden of a case for ``stdout``, ``stderr`` or a produced file."""
    return f"{name}.{part}"


class PlannedCase(Struct, frozen=True, dict=True):
    """One case, ready to run."""

    case: Case
    values: Mapping[str, object]
    location: str
    """Where the spec says so: ``specs/x/spec.yaml:41: cases[2]``."""

    @property
    def name(self) -> str:
        """The case's name."""
        return self.case.name

    @cached_property
    def shared_run(self) -> str:
        """All that decides a run of this case: cases with the same may be judged by one run. Empty: a run of its own.

        A timing is taken for its case alone. A run whose calls are counted counts them all.
        """
        case = self.case
        if case.time or case.dialogue or case.calls or case.source or case.built:
            return ""
        kept = (tuple(case.produces), case.output_files, case.cleans)
        given = (case.run, case.args, case.stdin, case.files, case.attempts)
        return repr((given, case.limits, case.runs, case.clock, kept, bool(case.trace)))


class Assignment(Struct, frozen=True, dict=True):
    """A spec that was read and found sound."""

    id: str
    folder: Path
    """The spec's folder: ``specs/<id>``."""
    spec: Spec
    cases: tuple[PlannedCase, ...]
    functions: Mapping[str, Callable[..., Any]]
    """The functions of ``checks.py`` by name."""

    @property
    def golden_folder(self) -> Path:
        """Where the goldens are: machine-written, one file a case and stream."""
        return self.folder / "golden"

    @property
    def reference_folder(self) -> Path:
        """``reference/<id>`` beside the specs: one folder below it an implementation."""
        return self.folder.parent.parent / "reference" / self.id

    def references(self) -> list[Path]:
        """The implementations, the one that goldens come from first."""
        if not self.reference_folder.is_dir():
            return []
        found = sorted(path for path in self.reference_folder.iterdir() if path.is_dir())
        return sorted(found, key=lambda path: path.name != self.spec.reference)

    def content(self, given: str | Given | None) -> bytes:
        """The bytes of an inline text or of a file in the spec's folder; nothing for None."""
        if given is None:
            return b""
        if isinstance(given, str):
            return given.encode()
        return (self.folder / given.file).read_bytes() if given.file is not None else (given.text or "").encode()

    def golden(self, name: str, part: str) -> Path:
        """The golden of a case for ``stdout``, ``stderr`` or a produced file."""
        return self.golden_folder / golden_name(name, part)

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id."""
        return self.spec.clauses
