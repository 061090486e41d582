"""Groups of cases that earn points together, and the folders and settings that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.test_data import SETTINGS, CaseGroup, TestData
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults


class ScoredGroup(Struct, frozen=True):
    """Cases that earn points together: a clause."""

    folder: str
    """The group's own, after which the clause is called."""
    points: float
    folders: tuple[str, ...]
    """Where its cases lie."""
    whole: bool = True
    """Whether the worst case decides."""
    worth: float = 0
    """The largest score that a validator gives for one case; 0: it gives none."""
    requires: tuple[str, ...] = ()
    """The folders of the groups that must be right."""
    best: bool = False
    """Whether the best case decides."""
    in_order: tuple[str, ...] = ()
    """The names of the cases, where each earns the points and none counts after one that is not right."""

    @property
    def clause(self) -> str:
        """``secret/small`` -> ``secret-small``."""
        return clause_name(self.folder)

    @property
    def parts(self) -> Sequence[str]:
        """The clauses of its cases one by one where they count in order, else its own."""
        return [f"{self.clause}-{number + 1}" for number in range(len(self.in_order))] or [self.clause]

    def as_clauses(self, groups: Mapping[str, ScoredGroup]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What the spec says, a name with each clause; ``groups``: all, by their folders."""
        aggregation = "min" if self.whole else "max" if self.best else "sum"
        text = f"The outputs of {self.folder} are right, within the limits."
        requires = [groups[folder].parts[-1] if folder in groups else clause_name(folder) for folder in self.requires]
        for name in self.parts:
            yield (
                name,
                {"text": text, "points": self.points / len(self.parts)}
                | ({"aggregation": aggregation} if aggregation != "sum" else {})
                | ({"requires": requires} if requires else {}),
            )
            requires = [name]

    def split(self, group: CaseGroup) -> Iterator[tuple[CaseGroup, str]]:
        """Cases with their clause: one by one where they count in order."""
        if not self.in_order:
            yield group, self.clause
        for name in group.names if self.in_order else ():
            yield replace(group, names=(name,), is_single=True), self.parts[self.in_order.index(name)]


def clause_name(folder: str) -> str:
    """The clause of a group: ``secret/small`` -> ``secret-small``."""
    return folder.replace("/", "-")


class GroupReader:
    """What both formats share: the folders with their settings."""

    def __init__(self, data: Path, content: TestData, faults: Faults, by_validator: bool) -> None:
        self.data, self._content, self._faults, self.by_validator = data, content, faults, by_validator
        self.counts: dict[str, int] = {}
        for group in content.groups:
            self.counts[group.folder] = self.counts.get(group.folder, 0) + len(group.names)

    def settings(self, folder: str) -> Fields:
        """The settings that hold in a folder; unknown ones were reported when its cases were read."""
        path = next((self.data / folder / name for name in SETTINGS if (self.data / folder / name).is_file()), None)
        return Fields(self._content.settings.get(folder, {}), str(path or self.data / folder), self._faults)

    def children(self, folder: str) -> list[str]:
        """The folders right below one, in their order."""
        depth = folder.count("/") + 1 if folder else 0
        below = [name for name in self._content.settings if name and name.startswith(folder and f"{folder}/")]
        return [name for name in below if name.count("/") == depth and self.below(name)]

    def below(self, folder: str) -> tuple[str, ...]:
        """The folders with cases from this one on."""
        return tuple(name for name in self.counts if name == folder or name.startswith(f"{folder}/"))

    def names(self, folder: str) -> tuple[str, ...]:
        """The cases that lie in a folder itself, in their order."""
        return tuple(sorted(name for group in self._content.groups if group.folder == folder for name in group.names))

    def count(self, folder: str) -> int:
        """How many cases lie from this folder on."""
        return sum(self.counts[name] for name in self.below(folder))

    def fault(self, place: str, text: str) -> None:
        """Add a fault."""
        self._faults.add(place, text)
