"""Scoring problems: a clause for each group of cases that earns points, by the settings of the groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.authoring.importing.contest_packages.labels import is_of_domjudge
from harness.authoring.importing.contest_packages.scored_group import GroupReader, ScoredGroup
from harness.authoring.importing.contest_packages.test_data import SETTINGS, TestData
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults

_SAMPLE, _SECRET = "sample", "secret"
_MODES = ("sum", "avg", "min", "max")
_NEWER_MODES = ("pass-fail", "min", "sum")
_WHOLE = 100
_INFINITE = ("inf", "+inf", ".inf")


def scored_groups(
    source: Path, data: TestData, version: str, faults: Faults, *, by_validator: bool
) -> list[ScoredGroup]:
    """The groups that are worth something, or that others require; what cannot be expressed is a fault.

    ``by_validator``: the package's own program may give scores.
    """
    older = _OfDomjudge if is_of_domjudge(source) else _Older
    reader = (_Newer if version.startswith("2025") else older)(source / "data", data, faults, by_validator)
    groups = list(reader.groups())
    required = {folder for group in groups if group.points for folder in group.requires}
    return [group for group in groups if group.points or group.folder in required]


class _Older(GroupReader):
    """Points by ``accept_score``, or by the validator; folders add up, average or keep the least of what is in them."""

    usual_score = 1
    """What a case earns where neither says it; -1: that is a fault."""

    def groups(self) -> Iterator[ScoredGroup]:
        yield from self._folder("", 1)

    def _folder(self, folder: str, scale: float) -> list[ScoredGroup]:
        settings, mode = self._mode(folder)
        children = self.children(folder)
        parts = [self._cases(folder, settings, mode, scale)] if folder in self.counts else []
        if not children:
            return parts
        if parts and mode != "sum":
            self.fault(settings.place, "cases beside groups are only added up")
        share = scale / len(children) if mode == "avg" else scale
        nested = [*([parts] if parts else []), *(self._folder(child, share) for child in children)]
        flags = settings.text("grader_flags").split()
        if not folder and "ignore_sample" in flags:
            nested = [
                [replace(group, points=0.0) if group.folder == _SAMPLE else group for group in part] for part in nested
            ]
        if mode == "min":
            return self._least(folder, settings, [group for part in nested for group in part])
        if mode == "max" and len(nested) > 1:
            self.fault(f"{settings.place}.grader_flags", "max: groups are added up, averaged, or the least one counts")
        return self._in_order(nested) if self._breaks(settings) else [group for part in nested for group in part]

    def _mode(self, folder: str) -> tuple[Fields, str]:
        settings = self.settings(folder)
        modes = [flag for flag in settings.text("grader_flags").split() if flag in _MODES]
        if settings.number("reject_score") != 0:
            self.fault(f"{settings.place}.reject_score", "what is rejected earns nothing")
        return settings, modes[-1] if modes else "sum"

    def _breaks(self, settings: Fields) -> bool:
        return settings.raw("on_reject") not in ("continue", "grade")

    def _cases(self, folder: str, settings: Fields, mode: str, scale: float) -> ScoredGroup:
        """The cases that lie in a folder itself."""
        count, whole = self.counts[folder], self._is_whole(folder, mode, settings)
        states, worth = settings.raw("accept_score") is not None, 0.0
        points = settings.number("accept_score", -1 if self.by_validator else self.usual_score)
        if folder.startswith(_SAMPLE):
            points = max(0.0, points)
        elif not states and self.by_validator:
            points = self._largest(settings)
            if not whole:
                self.fault(f"{settings.place}.range", "what a single case may earn is not stated; write accept_score")
        if points < 0:
            self.fault(settings.place, "a group takes accept_score, or a range and a validator that gives scores")
        if self.by_validator:
            worth = points
        in_order = not whole and points > 0 and self._breaks(settings)
        if in_order and (worth or mode != "sum"):
            self.fault(f"{settings.place}.on_reject", "break: only where cases of stated points are added up")
        total = max(0.0, points * (count if mode == "sum" and not whole else 1)) * scale
        names = self.names(folder) if in_order else ()
        return ScoredGroup(folder, total, (folder,), whole, worth, best=mode == "max" and not whole, in_order=names)

    def _is_whole(self, folder: str, mode: str, settings: Fields) -> bool:  # noqa: ARG002 - one judge looks at them
        """Whether the cases of a folder are earned together."""
        return mode == "min" or self.counts[folder] == 1

    def _largest(self, settings: Fields) -> float:
        """The upper end of the range."""
        end = settings.text("range").split()[-1:] or [""]
        try:
            return float(end[0]) if end[0] not in _INFINITE else -1
        except ValueError:
            self.fault(f"{settings.place}.range", f"expected two numbers, got {settings.raw('range')!r}")
            return 0

    def _least(self, folder: str, settings: Fields, groups: list[ScoredGroup]) -> list[ScoredGroup]:
        """One clause: all right, and the least of their points, or none."""
        if not all(group.whole and not (group.worth or group.in_order) for group in groups):
            self.fault(f"{settings.place}.grader_flags", "min: only of groups that are earned whole")
        points = min(group.points for group in groups)
        return [ScoredGroup(folder, points, tuple(name for group in groups for name in group.folders))]

    def _in_order(self, parts: Sequence[list[ScoredGroup]]) -> list[ScoredGroup]:
        """What comes after a part that is not right counts for nothing."""
        ordered: list[ScoredGroup] = []
        earlier: tuple[str, ...] = ()
        for part in parts:
            ordered += [replace(group, requires=(*earlier, *group.requires)) for group in part]
            for group in part:
                flags = self.settings(group.folder).text("grader_flags").split()
                if "accept_if_any_accepted" in flags and part is not parts[-1]:
                    place = self.settings(group.folder).place
                    self.fault(f"{place}.grader_flags", "accept_if_any_accepted: not where others count after it")
                earlier += () if "always_accept" in flags else (group.folder,)
        return ordered


class _OfDomjudge(_Older):
    """DOMjudge counts ``accept_score`` once for the cases of a folder, where they are all right."""

    usual_score = -1

    def _is_whole(self, folder: str, mode: str, settings: Fields) -> bool:
        stated = settings.raw("accept_score") is not None and not self.by_validator
        return stated or super()._is_whole(folder, mode, settings)


class _Newer(GroupReader):
    """Points by ``max_score``; a folder without settings belongs to the group above it."""

    def groups(self) -> Iterator[ScoredGroup]:
        if self.below(_SAMPLE):
            yield ScoredGroup(_SAMPLE, 0, self.below(_SAMPLE))
        secret = self.settings(_SECRET)
        mode = secret.text("score_aggregation", "sum")
        groups = [child for child in self.children(_SECRET) if self._has_settings(child)]
        if not groups:
            yield self._group(_SECRET, secret, mode, secret.number("max_score", _WHOLE))
            return
        for folder in self.counts:
            if folder.startswith(_SECRET) and not any(
                folder == name or folder.startswith(f"{name}/") for name in groups
            ):
                self.fault(str(self.data / folder), "cases outside of the groups, or a folder without test_group.yaml")
        scored = [self._of_folder(folder) for folder in groups]
        if mode == "sum":
            yield from scored
        elif not all(group.whole and not group.worth for group in scored):
            self.fault(f"{secret.place}.score_aggregation", f"{mode}: only of groups that are earned whole")
        else:
            points = (
                secret.number("max_score", _WHOLE) if mode == "pass-fail" else min(group.points for group in scored)
            )
            yield ScoredGroup(_SECRET, points, self.below(_SECRET))

    def _has_settings(self, folder: str) -> bool:
        return any((self.data / folder / name).is_file() for name in SETTINGS)

    def _of_folder(self, folder: str) -> ScoredGroup:
        own = self.settings(folder)
        return self._group(folder, own, own.text("score_aggregation", "pass-fail"), self._points(own))

    def _points(self, settings: Fields) -> float:
        return settings.number("max_score", -1) if settings.raw("max_score") != "unbounded" else -1

    def _group(self, folder: str, settings: Fields, mode: str, points: float) -> ScoredGroup:
        if mode not in _NEWER_MODES or points < 0:
            self.fault(
                settings.place, "a group takes a number as max_score, and pass-fail, min or sum as score_aggregation"
            )
        required = settings.raw("require_pass") or []
        names = [required] if isinstance(required, str) else list(required)
        for name in names:
            if not self.below(str(name)):
                self.fault(f"{settings.place}.require_pass", f"{name}: there is no such group before it")
        worth = 0.0
        if self.by_validator and mode in ("min", "sum"):
            worth = points / (self.count(folder) if mode == "sum" else 1)
        return ScoredGroup(folder, points, self.below(folder), mode != "sum", worth, tuple(map(str, names)))
