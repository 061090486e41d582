"""Who judges the outputs of a package: the default validator, a validator of its own, or an interactor of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importing.checks import checks_of
from harness.authoring.importing.contest_packages.course_program import FOLDER, CourseProgram, course_program
from harness.authoring.importing.contest_packages.jury_programs import Constants
from harness.authoring.importing.contest_packages.own_validator import OwnInteractor, OwnValidator
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults

_SWITCHES = ("case_sensitive", "space_change_sensitive")
_TOLERANCES = ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance")


class DefaultValidator:
    """The default validator, which the flags of a group tell how to compare."""

    executable = ()
    gives_scores = False

    def __init__(self, place: str, faults: Faults) -> None:
        """``place``: of the flags, for messages."""
        self._place, self._faults = place, faults
        self._cases: list[Mapping[str, Any]] = []

    def keys(self, flags: Sequence[str], worth: float = 0) -> Mapping[str, Any]:  # noqa: ARG002 - it gives no scores
        """A checker for stdout; words are compared without letter case unless a flag says otherwise."""
        switches, tolerances = self._read(flags)
        both = tolerances.get("float_tolerance")
        if "space_change_sensitive" in switches or tolerances.keys() - {"float_tolerance"}:
            options: dict[str, Any] = dict.fromkeys(sorted(switches), True)
            for key in ("absolute", "relative"):
                tolerance = tolerances.get(f"float_{key}_tolerance", both)
                options |= {} if tolerance is None else {key: tolerance}
            checker: dict[str, Any] = {"check": "python", "function": "default_validator", "options": options}
        else:
            checker = {"check": "tokens"} | ({} if "case_sensitive" in switches else {"ignore": ["case"]})
            checker |= {"tolerance": both} if tolerances else {}
        self._cases.append({"stdout": checker})
        return self._cases[-1]

    def files(self) -> dict[str, bytes]:
        """``checks.py`` where any group takes it."""
        return checks_of(self._cases, "kattis")

    def _read(self, flags: Sequence[str]) -> tuple[set[str], dict[str, float]]:
        """The switches and tolerances; a flag that is not known, or has no number where it takes one, is a fault."""
        switches: set[str] = set()
        tolerances: dict[str, float] = {}
        words = iter(flags)
        for flag in words:
            if flag in _SWITCHES:
                switches.add(flag)
            elif flag in _TOLERANCES:
                if flag in tolerances:
                    self._faults.add(self._place, f"{flag} occurs twice")
                tolerances[flag] = _tolerance(flag, next(words, ""), self._place, self._faults)
            else:
                self._faults.add(self._place, f"{flag} cannot be expressed")
        if "float_tolerance" in tolerances and len(tolerances) > 1:
            text = "float_tolerance does not go together with float_absolute_ or float_relative_tolerance"
            self._faults.add(self._place, text)
        return switches, tolerances


def _tolerance(flag: str, text: str, place: str, faults: Faults) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not (math.isfinite(value) and value >= 0):
        faults.add(place, f'{flag} takes a number, got "{text}"')
        return 0
    return value


_FOLDERS = ("output_validator", "output_validators", "interactors")
_INTERACTIVE = "interactive"
_SEVERAL_RUNS = "multi-pass"
SCORING = "scoring"
_ALL_OR_NOTHING = "pass-fail"
_READ = {_ALL_OR_NOTHING, SCORING, _INTERACTIVE, _SEVERAL_RUNS}
_BY_DEFAULT, _CUSTOM, _SCORE = "default", "custom", "score"
_VALIDATION = (_BY_DEFAULT, _CUSTOM, _SCORE, _INTERACTIVE, _SEVERAL_RUNS)


OutputJudge = DefaultValidator | OwnValidator | OwnInteractor
"""What the cases of a group say about their output (``keys``), and the files that this takes, asked for after all keys.

``gives_scores``: whether it may give a part of the points.
"""


def output_judge(source: Path, fields: Fields, passes: int, constants: Constants, faults: Faults) -> OutputJudge:
    """Choose by ``type``, ``validation`` and the programs that lie there; what cannot be read is a fault.

    ``passes``: how often a program is run at most where it is run several times.
    """
    default = DefaultValidator(f"{fields.place}.validator_flags", faults)
    asked = _asked(fields, faults)
    folders = [source / name for name in _FOLDERS if (source / name).is_dir()]
    if not folders:
        if asked:
            faults.add(source, "there is no output_validator or output_validators with its program")
        return default
    programs = [path for folder in folders for path in programs_in(folder)]
    in_turns = asked & {_INTERACTIVE, _SEVERAL_RUNS}
    if not programs or (in_turns and len(programs) > 1):
        faults.add(folders[0], f"expected one program, got {len(programs)}")
    built: list[CourseProgram] = []
    for path in [] if faults.lines else programs:
        folder = f"{FOLDER}-{len(built) + 1}" if built else FOLDER
        program = course_program(path, faults, folder=folder, fill_in=constants.fill_in)
        built += [program] if program else []
    if faults.lines:
        return default
    if not in_turns:
        return OwnValidator(built[0], gives_scores=is_scoring(fields), others=tuple(built[1:]))
    passes = passes if _SEVERAL_RUNS in asked else 1
    return OwnInteractor(built[0], afterwards=_INTERACTIVE not in asked, passes=passes, gives_scores=is_scoring(fields))


def is_scoring(fields: Fields) -> bool:
    """Whether programs earn points, and not all or nothing."""
    return SCORING in _types(fields)


def _types(fields: Fields) -> set[str]:
    declared = fields.raw("type")
    return set(declared if isinstance(declared, list) else str(declared or "").split())


def _asked(fields: Fields, faults: Faults) -> set[str]:
    """What the package asks for beside the default validator, such as ``custom`` and ``multi-pass``."""
    types = _types(fields)
    validation = str(fields.raw("validation") or "").split()
    unknown = sorted(types - _READ) + [word for word in validation if word not in _VALIDATION]
    if unknown:
        faults.add(f"{fields.place}.type", f"{' '.join(unknown)}: not read")
    return {*types, *validation} - {_BY_DEFAULT, SCORING, _ALL_OR_NOTHING}


def programs_in(folder: Path) -> list[Path]:
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
