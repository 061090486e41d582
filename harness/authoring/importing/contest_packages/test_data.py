"""The test data of a package: pairs in folders, each folder a group with settings of its own and of those above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.jury_programs import Constants
from harness.authoring.importing.fields import Fields, files_of, read_data
from harness.authoring.importing.package import Faults

_ROOTS = ("sample", "secret")
_FOR_VALIDATORS = (
    "bad", "invalid_input", "invalid_inputs", "invalid_answer", "invalid_answers", "invalid_output", "valid_output",
)  # fmt: skip
_FILES = ".files"
_FOR_CASES = {"description", "hint"}
SETTINGS = ("testdata.yaml", "test_group.yaml")
_FOR_PEOPLE = (
    ".desc", ".hint", ".png", ".jpg", ".jpeg", ".svg", ".interaction", ".statement", ".download", ".md", ".out",
)  # fmt: skip
_NO_VERDICT = (
    "description", "hint", "name", "output_visualizer_args", "input_visualizer_args", "full_feedback",
)  # fmt: skip
_FLAGS = ("output_validator_flags", "output_validator_args")
_INPUT_FLAGS = ("input_validator_flags", "input_validator_args")
_OF_SCORES = ("on_reject", "range", "accept_score", "reject_score", "max_score", "score_aggregation", "require_pass")
"""They change no verdict of a pass-fail problem."""
_WORST = frozenset({"first_error", "worst_error", "no_errors", "ignore_sample", "min", "max", "sum", "avg"})
"""Flags of the grader by which a pass-fail problem passes when all cases do."""
_OF_VERDICTS = frozenset({"accept_if_any_accepted", "always_accept"})


class CaseGroup(Struct, frozen=True):
    """Pairs of a folder that are run and judged in the same way."""

    folder: str
    """``secret/small``."""
    names: tuple[str, ...]
    flags: tuple[str, ...] = ()
    """For the validator."""
    input_flags: Mapping[str, tuple[str, ...]] = {}
    """For the validators of inputs, by their names; "" for all others."""
    args: tuple[str, ...] = ()
    """For the program."""
    files: Mapping[str, str] = {}
    """Beside the program: its name there -> that beside the spec."""
    is_single: bool = False
    """Whether it is one pair of several in the folder."""


class TestData(Struct):
    """All groups in their order, the files, and what a person should know."""

    grader_flags: frozenset[str]
    """Those that are known."""
    groups: list[CaseGroup] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    constants: Constants = Constants()
    settings: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Folder -> what its settings say, with those of the folders above it; the root is the empty text."""


def read_test_data(
    source: Path, flags: tuple[str, ...], constants: Constants, faults: Faults, *, scoring: bool = False
) -> TestData:
    """Read ``data``; ``flags``: those of the whole package, which a group may replace.

    Where it is ``scoring``, flags of the grader that only change the verdict change nothing.
    """
    data = TestData(_WORST | _OF_VERDICTS if scoring else _WORST, constants=constants)
    folder = source / "data"
    above = CaseGroup("", (), flags)
    whole = _with_settings(folder, above, {}, data, faults)
    if folder.is_dir() and dict(_pairs(folder, data, faults)):
        faults.add(folder, "pairs lie in sample and secret, and in folders below them")
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name in _FOR_VALIDATORS:
            data.notes.append(f"data/{path.name}: not read, it tests the validators")
        elif path.is_dir() and path.name not in _ROOTS and any(path.rglob("*.in")):
            faults.add(path, "this part of the test data is not known")
    for name in _ROOTS:
        _read_group(folder / name, replace(whole, folder=name), data.settings[""], data, faults)
    if not data.groups:
        faults.add(folder, "there is no pair of .in and .ans in sample or secret")
    elif all(group.folder.startswith("sample") for group in data.groups):
        made = "; those that generators/ makes are not there" if (source / "generators").is_dir() else ""
        data.notes.insert(0, f"data/secret: no case in it, so that the samples alone judge{made}")
    return data


def _read_group(folder: Path, group: CaseGroup, settings: Mapping[str, Any], data: TestData, faults: Faults) -> None:
    if not folder.is_dir():
        return
    group = _with_settings(folder, group, settings, data, faults)
    pairs = dict(_pairs(folder, data, faults))
    special = {stem: _of_case(path, group, data, faults) for stem, path in pairs.items()}
    if any(case != group for case in special.values()):
        data.groups += [replace(case, names=(stem,), is_single=True) for stem, case in sorted(special.items())]
    elif pairs:
        data.groups.append(replace(group, names=tuple(sorted(pairs))))
    for stem, path in pairs.items():
        for end in (".in", ".ans"):
            data.files[f"data/{group.folder}/{stem}{end}"] = path.with_name(f"{stem}{end}")
    for path in sorted(path for path in folder.iterdir() if path.is_dir() and path.suffix != _FILES):
        inner = replace(group, folder=f"{group.folder}/{path.name}")
        _read_group(path, inner, data.settings[group.folder], data, faults)


def _pairs(folder: Path, data: TestData, faults: Faults) -> Iterator[tuple[str, Path]]:
    """The pairs by name; half a pair is a fault, and a file that is neither of one nor only for people is named."""
    others = []
    for path in sorted(path for path in folder.iterdir() if path.is_file() and path.name not in SETTINGS):
        partner = path.with_suffix({".in": ".ans", ".ans": ".in"}.get(path.suffix, ""))
        if path.name.startswith(".") or path.suffix in _FOR_PEOPLE:
            continue  # the first are of version control and of systems
        if path.suffix == ".in" and partner.is_file():
            yield path.stem, path
        elif path.suffix in (".in", ".ans") and not partner.is_file():
            faults.add(path, f"{partner.name} is not there")
        elif path.suffix == ".yaml" and (path.with_suffix(".in").is_file() or set(_mapping(path)) <= _FOR_CASES):
            continue  # of a case, perhaps of one that a generator makes
        elif path.suffix != ".ans":
            others.append(path.name)
    if others:
        more = f" and {len(others) - 1} more files" if len(others) > 1 else ""
        data.notes.append(f"{folder.parent.name}/{folder.name}: {others[0]}{more}: no test data, left out")


def _of_case(path: Path, group: CaseGroup, data: TestData, faults: Faults) -> CaseGroup:
    """The group with the settings and the files of one case."""
    settings, folder = path.with_suffix(".yaml"), path.with_suffix(_FILES)
    if settings.is_file():
        fields = Fields(_mapping(settings), str(settings), faults)
        group = _with_words(group, fields, faults)
        fields.end(*_NO_VERDICT)
    if folder.is_dir():
        files = files_of(folder)
        names = {name: f"data/{group.folder}/{folder.name}/{name}" for name in files}
        data.files |= {names[name]: file for name, file in files.items()}
        group = replace(group, files=names)
    return group


def _with_settings(
    folder: Path, group: CaseGroup, above: Mapping[str, Any], data: TestData, faults: Faults
) -> CaseGroup:
    """The group with the settings of its folder, which are kept for the points."""
    own: dict[str, Any] = {}
    for path in (folder / name for name in SETTINGS if (folder / name).is_file()):
        fields = Fields(read_data(path, fill_in=data.constants.fill_in) or {}, str(path), faults)
        group = _with_words(group, fields, faults)
        other = set(fields.text("grader_flags").split()) - data.grader_flags
        if other:
            faults.add(f"{path}.grader_flags", f"{' '.join(sorted(other))} cannot be expressed")
        if fields.raw("grading") not in (None, "default"):
            faults.add(f"{path}.grading", "only the default is read")
        own |= {key: value for key in (*_OF_SCORES, "grader_flags") if (value := fields.raw(key)) is not None}
        fields.end(*_NO_VERDICT)
    data.settings[group.folder] = {**above, **own}
    return group


def _with_words(group: CaseGroup, fields: Fields, faults: Faults) -> CaseGroup:
    flags, args = words_of(fields, _FLAGS, faults), words_of(fields, ("args",), faults)
    by_name = [fields.raw(key) for key in _INPUT_FLAGS if isinstance(fields.raw(key), Mapping)]
    named = Fields(by_name[0], f"{fields.place}.{_INPUT_FLAGS[1]}", faults) if by_name else None
    if named is None:
        given = {"": words_of(fields, _INPUT_FLAGS, faults)}
    else:
        given = {name: words_of(named, (name,), faults) for name, _ in named.pairs()}
    own = {name: words for name, words in given.items() if words}
    return replace(group, flags=flags or group.flags, args=args or group.args, input_flags=own or group.input_flags)


def words_of(fields: Fields, keys: tuple[str, ...], faults: Faults) -> tuple[str, ...]:
    """Flags that are there as one text, or as a list."""
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
