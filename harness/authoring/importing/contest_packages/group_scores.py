"""Scoring problems: a clause for each group of cases that earns points, by the settings of the groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importing.contest_packages.test_data import SETTINGS, CaseGroup
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults

_SAMPLE, _SECRET = "sample", "secret"
_OTHER_MODES = ("max", "avg")
_NEWER_MODES = {"pass-fail": "min", "min": "min", "sum": "sum"}
_WHOLE = 100


def clause_name(folder: str) -> str:
    """The clause of a group: ``secret/small`` -> ``secret-small``."""
    return folder.replace("/", "-")


def scored_clauses(source: Path, groups: Sequence[CaseGroup], version: str, faults: Faults) -> dict[str, Any]:
    """Clauses by the folder of each group that is worth something; what cannot be expressed is a fault."""
    clauses = _newer if version.startswith("2025") else _older
    return dict(clauses(source / "data", groups, faults))


def _older(data: Path, groups: Sequence[CaseGroup], faults: Faults) -> Iterator[tuple[str, Any]]:
    """Points by ``accept_score``; ``min`` in ``grader_flags`` makes a group all or nothing."""
    inner = {parent for group in groups for parent in (data / group.folder).parents if parent.is_relative_to(data)}
    for folder in sorted(inner):
        _sums_up(folder, faults)
    ignored = "ignore_sample" in _settings(data, faults).text("grader_flags").split()
    for group in groups:
        if group.folder == _SAMPLE and ignored:
            continue
        settings = _settings(data / group.folder, faults)
        flags = settings.text("grader_flags").split()
        points = settings.number("accept_score", -1)
        whole = "min" in flags
        if points < 0 or settings.number("reject_score") != 0 or set(flags) & {*_OTHER_MODES}:
            faults.add(
                settings.place, "a group takes accept_score, a reject_score of 0, and min or sum in its grader_flags"
            )
        if points > 0 and not whole and len(group.names) > 1:
            _goes_on(settings, faults)
        if points > 0:
            yield group.folder, _clause(group.folder, points if whole else points * len(group.names), whole=whole)


def _sums_up(folder: Path, faults: Faults) -> None:
    """A folder of groups must add up the points of all of them."""
    settings = _settings(folder, faults)
    modes = {"min", *_OTHER_MODES} & set(settings.text("grader_flags").split())
    if modes:
        faults.add(f"{settings.place}.grader_flags", f"{' '.join(sorted(modes))}: groups are only added up")
    _goes_on(settings, faults)


def _goes_on(settings: Fields, faults: Faults) -> None:
    if settings.raw("on_reject") not in ("continue", "grade"):
        faults.add(f"{settings.place}.on_reject", "only continue: the points of what follows do not depend on this")


def _newer(data: Path, groups: Sequence[CaseGroup], faults: Faults) -> Iterator[tuple[str, Any]]:
    """Points by ``max_score``; a folder without settings belongs to the group above it."""
    secret = _settings(data / _SECRET, faults)
    scored = [group for group in groups if group.folder != _SAMPLE]
    by_group = {group.folder: _owner(data, group.folder) for group in scored}
    if list(by_group) == [_SECRET]:
        mode = secret.text("score_aggregation", "sum")
        yield _SECRET, _of_group(_SECRET, secret, mode, secret.number("max_score", _WHOLE), faults)
        return
    if secret.text("score_aggregation", "sum") != "sum":
        faults.add(f"{secret.place}.score_aggregation", "groups are only added up")
    for folder, owner in by_group.items():
        settings = _settings(data / folder, faults)
        if owner != folder or folder == _SECRET:
            faults.add(data / folder, "cases outside of the groups, or a folder without test_group.yaml")
            continue
        mode, points = settings.text("score_aggregation", "pass-fail"), settings.number("max_score", -1)
        yield folder, _of_group(folder, settings, mode, points, faults)


def _owner(data: Path, folder: str) -> str:
    path = data / folder
    while path != data / _SECRET and not any((path / name).is_file() for name in SETTINGS):
        path = path.parent
    return path.relative_to(data).as_posix()


def _of_group(folder: str, settings: Fields, mode: str, points: float, faults: Faults) -> Mapping[str, Any]:
    if mode not in _NEWER_MODES or points < 0:
        faults.add(
            settings.place, "a group takes a number as max_score, and pass-fail, min or sum as score_aggregation"
        )
    return _clause(folder, points, whole=_NEWER_MODES.get(mode) == "min")


def _clause(folder: str, points: float, *, whole: bool) -> Mapping[str, Any]:
    text = f"The outputs of {folder} are right, within the limits."
    return {"text": text, "points": points} | ({"aggregation": "min"} if whole else {})


def _settings(folder: Path, faults: Faults) -> Fields:
    """The settings of a folder; unknown ones were told when its cases were read."""
    path = next((folder / name for name in SETTINGS if (folder / name).is_file()), None)
    return Fields((read_data(path) if path else None) or {}, str(path or folder), faults)
