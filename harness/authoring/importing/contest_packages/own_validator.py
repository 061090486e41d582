"""The files by which a spec asks a package's own validator or interactor."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.contest_packages.course_program import CourseProgram

KATTIS = "kattis"
"""The contract of most contests: 42 accepts, 43 rejects."""
OF_KATTIS = ("<input>", "<answer>", "<feedback>")
"""What such a program is started with, before its flags."""
_MODULE = "validator"


class OwnValidator(Struct, frozen=True):
    """A package's own validator of finished outputs."""

    program: CourseProgram
    contract: str = KATTIS
    """How its ending and what it says are read: a name that ``checks/validator.py`` knows."""
    args: tuple[str, ...] = OF_KATTIS
    gives_scores: bool = False
    others: tuple[CourseProgram, ...] = ()
    """More of them, asked in this order for as long as each accepts."""

    @property
    def executable(self) -> Sequence[str]:
        """Those of the files that are started."""
        return [name for program in (self.program, *self.others) for name in program.executable]

    def keys(self, flags: Sequence[str], worth: float = 0) -> Mapping[str, Any]:
        """What a case says: its stdout is checked by a function that starts the validator.

        ``worth``: the largest score of a case, where the validator gives scores.
        """
        words, *more = ([*program.start, *self.args, *flags] for program in (self.program, *self.others))
        options: dict[str, Any] = {"words": words} | ({"more": more} if more else {})
        options |= {"contract": self.contract} if self.contract != KATTIS else {}
        options |= {"worth": worth} if worth else {}
        return {"stdout": {"check": "python", "function": "output_validator", "options": options}}

    def files(self) -> dict[str, bytes]:
        """The program and ``checks.py``."""
        programs = (self.program, *self.others)
        return {name: text for each in programs for name, text in each.files.items()} | {CHECKS_FILE: checks(_MODULE)}


class OwnInteractor:
    """A package's own interactor; two files that start it for each choice of flags."""

    def __init__(
        self,
        program: CourseProgram,
        contract: str = KATTIS,
        args: tuple[str, ...] = OF_KATTIS,
        *,
        afterwards: bool = False,
        passes: int = 1,
        gives_scores: bool = False,
    ) -> None:
        """``program``: built already.

        ``afterwards``: it reads an output when that is complete, and may ask for one more of ``passes`` runs.
        """
        self._program = program
        self._settings = {"contract": contract, "afterwards": afterwards}
        self._args, self._passes = args, passes
        self._names: dict[str, str] = {}
        self.executable = program.executable
        self.gives_scores = gives_scores

    def keys(self, flags: Sequence[str], worth: float = 0) -> Mapping[str, Any]:
        """What a case says: who talks with the program, and how often it is run at most."""
        words = [*self._program.start, *self._args, *flags]
        settings = json.dumps({"words": words, "worth": worth} | self._settings)
        number = len(self._names) + 1
        name = self._names.setdefault(settings, f"interactor-{number}" if number > 1 else "interactor")
        return {"interactor": f"{name}.py"} | ({"passes": self._passes} if self._passes > 1 else {})

    def files(self) -> dict[str, bytes]:
        """The program, and what starts it."""
        starters = {f"{name}.py": checks(_MODULE) for name in self._names.values()}
        settings = {f"{name}.json": text.encode() for text, name in self._names.items()}
        return {**self._program.files, **starters, **settings}
