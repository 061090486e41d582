"""The test data of a package: pairs in folders, each folder a group with settings of its own and of those above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults

_ROOTS = ("sample", "secret")
_FOR_VALIDATORS = (
    "invalid_input", "invalid_inputs", "invalid_answer", "invalid_answers", "invalid_output", "valid_output",
)  # fmt: skip
SETTINGS = ("testdata.yaml", "test_group.yaml")
_FOR_PEOPLE = (
    ".desc", ".hint", ".png", ".jpg", ".jpeg", ".svg", ".interaction", ".statement", ".download", ".md", ".out",
)  # fmt: skip
_NO_VERDICT = (
    "description", "hint", "name", "input_validator_flags", "input_validator_args", "output_visualizer_args",
    "full_feedback", "on_reject",
)  # fmt: skip
_OF_SCORES = ("range", "accept_score", "reject_score", "max_score", "score_aggregation")
"""They change no verdict of a pass-fail problem."""
_WORST = frozenset({"first_error", "worst_error", "ignore_sample", "min", "max", "sum", "avg"})
"""Flags of the grader by which a pass-fail problem passes when all cases do."""
_OF_VERDICTS = frozenset({"accept_if_any_accepted", "always_accept"})


class CaseGroup(Struct, frozen=True):
    """The pairs of a folder."""

    folder: str
    """``secret/small``."""
    names: tuple[str, ...]
    flags: tuple[str, ...]
    """For the validator."""


class TestData(Struct):
    """All groups in their order, the files, and what a person should know."""

    groups: list[CaseGroup]
    files: dict[str, Path]
    notes: list[str]
    grader_flags: frozenset[str]
    """Those that are known."""


def read_test_data(source: Path, flags: tuple[str, ...], faults: Faults, *, scoring: bool = False) -> TestData:
    """Read ``data``; ``flags``: those of the whole package, which a group may replace.

    Where it is ``scoring``, flags of the grader that only change the verdict change nothing.
    """
    data = TestData([], {}, [], _WORST | _OF_VERDICTS if scoring else _WORST)
    folder = source / "data"
    flags = _flags(folder, flags, data, faults)
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name in _FOR_VALIDATORS:
            data.notes.append(f"data/{path.name}: not read, it tests the validators")
        elif path.name not in (*_ROOTS, *SETTINGS) and path.name[0] != ".":
            faults.add(path, "this part of the test data is not known")
    for name in _ROOTS:
        _read_group(folder / name, name, flags, data, faults)
    if not data.groups:
        faults.add(folder, "there is no pair of .in and .ans in sample or secret")
    return data


def _read_group(folder: Path, name: str, flags: tuple[str, ...], data: TestData, faults: Faults) -> None:
    if not folder.is_dir():
        return
    flags = _flags(folder, flags, data, faults)
    pairs = dict(_pairs(folder, faults))
    if pairs:
        data.groups.append(CaseGroup(name, tuple(sorted(pairs)), flags))
    for stem, path in pairs.items():
        for end in (".in", ".ans"):
            data.files[f"data/{name}/{stem}{end}"] = path.with_name(f"{stem}{end}")
    for path in sorted(path for path in folder.iterdir() if path.is_dir()):
        _read_group(path, f"{name}/{path.name}", flags, data, faults)


def _pairs(folder: Path, faults: Faults) -> Iterator[tuple[str, Path]]:
    """The pairs by name; a file that is neither of one nor only for people is a fault."""
    for path in sorted(path for path in folder.iterdir() if path.is_file() and path.name not in SETTINGS):
        if path.name.startswith("."):
            continue  # of version control and of systems
        if path.suffix == ".in" and path.with_suffix(".ans").is_file():
            yield path.stem, path
        elif path.suffix == ".yaml" and path.with_suffix(".in").is_file():
            _settings_of_case(path, faults)
        elif path.suffix == ".yaml" and set(_mapping(path)) <= {"description", "hint"}:
            continue  # of a folder's case that a generator makes
        elif path.suffix not in _FOR_PEOPLE and not (path.suffix == ".ans" and path.with_suffix(".in").is_file()):
            faults.add(path, "neither input nor answer of a pair")


def _settings_of_case(path: Path, faults: Faults) -> None:
    """Settings of one case: only those that change no verdict can be read."""
    fields = Fields(_mapping(path), str(path), faults)
    fields.ignore(*_NO_VERDICT)
    fields.end()


def _flags(folder: Path, above: tuple[str, ...], data: TestData, faults: Faults) -> tuple[str, ...]:
    """The validator's flags in a folder; its other settings must change no verdict."""
    flags = above
    for path in (folder / name for name in SETTINGS if (folder / name).is_file()):
        fields = Fields(_mapping(path), str(path), faults)
        flags = words_of(fields, ("output_validator_flags", "output_validator_args"), faults) or flags
        other = set(fields.text("grader_flags").split()) - data.grader_flags
        if other:
            faults.add(f"{path}.grader_flags", f"{' '.join(sorted(other))} cannot be expressed")
        if fields.raw("grading") not in (None, "default"):
            faults.add(f"{path}.grading", "only the default is read")
        fields.ignore(*_NO_VERDICT, *_OF_SCORES)
        fields.end()
    return flags


def words_of(fields: Fields, keys: tuple[str, ...], faults: Faults) -> tuple[str, ...]:
    """Flags that stand there as one text, or as a list."""
    words: tuple[str, ...] = ()
    for key in keys:
        value = fields.raw(key)
        if isinstance(value, list) and all(isinstance(word, str | int | float) for word in value):
            words += tuple(map(str, value))
        elif isinstance(value, str | int | float):
            words += tuple(str(value).split())
        elif value is not None:
            faults.add(f"{fields.place}.{key}", f"expected a text or a list of texts, got {value!r}")
    return words


def _mapping(path: Path) -> Any:
    return read_data(path) or {}
