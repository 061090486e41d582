"""Prolog: goals are asked in a fork of SWI-Prolog for each case; the program of ours is in ``prolog_program``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.drivers.base import NotCallable
from harness.drivers.program import FOLDER, lay
from harness.files.scratch import regular_files
from harness.languages.prolog import Prolog


class PrologDriver:
    """Asks goals of what the files in the folder define."""

    language = "prolog"
    has_fields = False

    def commands(self, workdir: Path, functions: tuple[str, ...]) -> Iterable[tuple[str, ...]]:  # noqa: ARG002 - found later
        """Nothing has to be run: the files are loaded for each case."""
        if not any(path.lower().endswith(Prolog.suffixes) for path in regular_files(workdir)):
            raise NotCallable(f"there is no Prolog file (its name would end in {', '.join(Prolog.suffixes)})")
        lay(workdir, "prolog_program", ("driver.pl", "values.pl"))
        return ()

    def alone(self, workdir: Path) -> bool:
        """It finds no file to load."""
        lay(workdir, "prolog_program", ("driver.pl", "values.pl"))
        return True

    def start(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """No file of the user's own is loaded, and no toplevel follows."""
        options = ("-q", "-f", "none", "--no-tty", "--on-error=print", "--on-warning=print", "--stack-limit=512m")
        return ("swipl", *options, "-g", "grade_driver:main", "-t", "halt", f"{FOLDER}/driver.pl", "--", report)

    def traced(
        self,
        workdir: Path,  # noqa: ARG002 - see below
        ways: tuple[tuple[str, ...], ...],  # noqa: ARG002
        report: str,  # noqa: ARG002
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """Calls of predicates are not counted: ``inferences`` of a call says more."""
        raise NotCallable("calls are not counted in Prolog; a call may say how many inferences it may make")


DRIVER = PrologDriver()
