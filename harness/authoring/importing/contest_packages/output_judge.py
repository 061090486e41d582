"""Who judges the outputs of a package: the default validator, a validator of its own, or an interactor of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from harness.authoring.importing.contest_packages.course_program import course_program
from harness.authoring.importing.contest_packages.own_validator import OwnInteractor, OwnValidator
from harness.authoring.importing.default_validator import DefaultValidator
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults

_FOLDERS = ("output_validator", "output_validators", "interactors")
_INTERACTIVE = "interactive"
SCORING = "scoring"
_READ = {"pass-fail", SCORING, _INTERACTIVE}
_BY_DEFAULT, _CUSTOM = "default", "custom"


class OutputJudge(Protocol):
    """What the cases of a group say of their output, and the files that this takes."""

    @property
    def executable(self) -> Sequence[str]:
        """Those of the files that are started."""
        ...

    def keys(self, flags: Sequence[str]) -> Mapping[str, Any]:
        """Keys for the cases whose validator gets these flags."""
        ...

    def files(self) -> dict[str, bytes]:
        """Name below the spec's folder -> content; asked for after all keys."""
        ...


class _ByDefault:
    """The default validator."""

    executable = ()

    def __init__(self, place: str, faults: Faults) -> None:
        self._place = place
        self._faults = faults
        self._used: list[DefaultValidator] = []

    def keys(self, flags: Sequence[str]) -> Mapping[str, Any]:
        """A checker for stdout."""
        validator = DefaultValidator(flags, self._place, self._faults)
        self._used.append(validator)
        return {"stdout": validator.check()}

    def files(self) -> dict[str, bytes]:
        """``checks.py`` where any group takes it."""
        return {name: content for validator in self._used for name, content in validator.files().items()}


def output_judge(source: Path, fields: Fields, faults: Faults) -> OutputJudge:
    """Choose by ``type``, ``validation`` and the programs that lie there; what cannot be read is a fault."""
    default = _ByDefault(f"{fields.place}.validator_flags", faults)
    interactive, own = _asked(fields, faults)
    if own and is_scoring(fields):
        faults.add(f"{fields.place}.type", "scores that a validator of the package gives are not read")
    folders = [source / name for name in _FOLDERS if (source / name).is_dir()]
    if folders and is_scoring(fields) and not own:
        faults.add(folders[0], "scores that a validator of the package gives are not read")
    if not folders:
        if own:
            faults.add(source, "there is no output_validator or output_validators with its program")
        return default
    programs = [path for folder in folders for path in _programs(folder)]
    if len(programs) != 1:
        faults.add(folders[0], f"expected one program, got {len(programs)}")
        return default
    program = None if faults.lines else course_program(programs[0], faults)
    if program is None:
        return default
    return OwnInteractor(program) if interactive else OwnValidator(program)


def is_scoring(fields: Fields) -> bool:
    """Whether programs earn points, and not all or nothing."""
    return SCORING in _types(fields)


def _types(fields: Fields) -> set[str]:
    declared = fields.raw("type")
    return set(declared if isinstance(declared, list) else str(declared or "").split())


def _asked(fields: Fields, faults: Faults) -> tuple[bool, bool]:
    """Whether the package asks for an interactor, and for a validator of its own."""
    types = _types(fields)
    validation = str(fields.raw("validation") or "").split()
    unknown = sorted(types - _READ) + [word for word in validation if word not in (_BY_DEFAULT, _CUSTOM, _INTERACTIVE)]
    if unknown:
        faults.add(f"{fields.place}.type", f"{' '.join(unknown)}: only pass-fail, scoring and interactive are read")
    interactive = _INTERACTIVE in types or _INTERACTIVE in validation
    return interactive, interactive or _CUSTOM in validation


def _programs(folder: Path) -> list[Path]:
    """The programs in a folder: ``output_validators`` holds one an entry, ``output_validator`` may be one itself."""
    entries = sorted(path for path in folder.iterdir() if path.name[0] not in "._")
    files = [path for path in entries if path.is_file()]
    if folder.name == _FOLDERS[0] and files:
        return [folder]
    folders = [path for path in entries if path.is_dir()]
    if not folders and any(path.name in ("build", "run") for path in files):
        return [folder]
    headers = (".h", ".hpp", ".md", ".txt")
    loose = [path for path in files if path.suffix not in headers]
    if len(loose) == 1 and len(files) > 1 and not folders:
        return [folder]
    return [*folders, *loose]
