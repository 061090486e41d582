"""A loaded assignment: its spec, its cases with their variables filled in, and where its files are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.model.shell import quote
from harness.spec.format.kinds import CaseKind, kind_of
from harness.spec.format.model import Case, Clause, Expected, FileContent, Spec
from harness.spec.yaml.location import Location

STREAMS = ("stdout", "stderr")
KIT_FILE = "kit.json"
"""What a student's kit says about itself, beside its folder of specs."""


@lru_cache(maxsize=2)
def _content(path: Path, _size: int, _changed: int) -> bytes:
    """Return a file's bytes, which one case asks for several times: its input may have ten megabytes."""
    return path.read_bytes()


def golden_name(name: str, part: str) -> str:
    """The file name of the golden of a case for ``stdout``, ``stderr`` or a produced file."""
    return f"{name}.{part}"


def expectations(case: Case) -> Iterator[tuple[str, Expected]]:
    """The parts of a run that a case judges by a checker: ``stdout``, ``stderr``, files by name."""
    for part in STREAMS:
        expected = getattr(case, part)
        if expected is not None:
            yield part, expected
    yield from case.produces.items()


def near_miss_clauses(case: Case) -> Iterator[str]:
    """The clauses that are charged for a near miss of the case, where it shows one."""
    for target in (case.near_misses or {}).values():
        if isinstance(target, str):
            yield target


class PlannedCase(Struct, frozen=True, dict=True):
    """One case, ready to run."""

    case: Case
    values: Mapping[str, object]
    location: Location
    """Where the spec says so: ``specs/x/spec.yaml:41: cases[2]``."""
    entry: int = 0
    """The index of the spec's entry that it is made of."""

    @property
    def name(self) -> str:
        """The case's name."""
        return self.case.name

    @cached_property
    def kind(self) -> CaseKind:
        """What kind of case it is."""
        return kind_of(self.case)

    @cached_property
    def shared_run(self) -> str:
        """All that decides a run of this case, as a key: cases with the same key may be judged by one run.

        Empty for a case that has a run of its own, as one that is timed.
        """
        return self.kind.shared_run(self.case)


class Assignment(Struct, frozen=True, dict=True):
    """An assignment whose spec was read and validated."""

    id: str
    folder: Path
    """The spec's folder: ``specs/<id>``."""
    spec: Spec
    cases: tuple[PlannedCase, ...]
    functions: Mapping[str, Callable[..., Any]]
    """The public functions of ``checks.py`` or ``checks/``, by name."""
    for_students: bool = False
    """Whether reports on it go to students, who may not have ``harness`` and the spec."""
    second_hints: bool = False
    """Whether the text of reports has the second, deeper hints too."""
    scripts: str = ""
    """The folder with a script for each cause whose command is too long to paste; empty: there is none."""

    @property
    def golden_folder(self) -> Path:
        """Where the goldens are: machine-written, one file a case and stream."""
        return self.folder / "golden"

    @property
    def reference_folder(self) -> Path:
        """``reference/<id>`` beside the specs: one folder below it an implementation."""
        return self.folder.parent.parent / "reference" / self.id

    @cached_property
    def is_of_kit(self) -> bool:
        """Whether it is the visible part that a student's kit holds: the kit's own file lies beside the specs."""
        return (self.folder.parent.parent / KIT_FILE).is_file()

    def script_command(self, case: str) -> str:
        """The command that prints the script of a case: a student needs the kit for it. Empty if there is none."""
        if self.is_of_kit:
            return f"python3 check.py --script {quote(case)}"
        return "" if self.for_students else f"harness reproduce {self.id} {quote(case)}"

    def references(self) -> list[Path]:
        """The implementations, the one that goldens come from first."""
        if not self.reference_folder.is_dir():
            return []
        folders = sorted(path for path in self.reference_folder.iterdir() if path.is_dir())
        return sorted(folders, key=lambda path: path.name != self.spec.reference)

    def content(self, source: str | FileContent | None) -> bytes:
        """The bytes of an inline text or of a file in the spec's folder; nothing for None."""
        if source is None:
            return b""
        if isinstance(source, str):
            return source.encode()
        if source.file is None:
            return (source.text or "").encode()
        path = self.folder / source.file
        status = path.stat()
        return _content(path, status.st_size, status.st_mtime_ns)

    def planned(self, name: str) -> PlannedCase | None:
        """The case of this name; None for what is none, such as the build."""
        return next((planned for planned in self.cases if planned.name == name), None)

    def golden(self, name: str, part: str) -> Path:
        """The golden of a case for ``stdout``, ``stderr`` or a produced file."""
        return self.golden_folder / golden_name(name, part)

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id."""
        return self.spec.clauses


Course = Mapping[str, Assignment]
"""The assignments that are graded together, by their ids."""
