"""The Prolog driver: goals run in a fork of SWI-Prolog for each case; its program is in ``program``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.language.driver import FOLDER, CalledNames, Driver, NotCallable
from harness.language.prolog.language import Prolog, check_library
from harness.model.result import ValueRules
from harness.sandbox.files.scratch import regular_files


class PrologDriver(Driver):
    """Runs goals on the predicates that the files in the folder define."""

    language = "prolog"
    program = ("driver.pl", "values.pl")
    has_fields = False
    counts_calls = False
    rules = ValueRules(terms=True, type_names={"int": "integer", "str": "term"})

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:  # noqa: ARG002 - found later
        """No commands: the files are loaded for each case.

        Raises:
            JudgeError: when SWI-Prolog does not find its own library.

        """
        check_library()
        if not any(path.lower().endswith(Prolog.suffixes) for path in regular_files(workdir)):
            raise NotCallable(f"there is no Prolog file (its name would end in {', '.join(Prolog.suffixes)})")
        self.copy_driver(workdir)
        return ()

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """Start SWI-Prolog without the user's init file and without a toplevel."""
        options = ("-q", "-f", "none", "--no-tty", "--on-error=print", "--on-warning=print", "--stack-limit=512m")
        return ("swipl", *options, "-g", "grade_driver:main", "-t", "halt", f"{FOLDER}/driver.pl", "--", report)

    def trace_commands(
        self,
        workdir: Path,  # noqa: ARG002 - see below
        ways: tuple[tuple[str, ...], ...],  # noqa: ARG002
        report: str,  # noqa: ARG002
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """Not supported: ``inferences`` of a call says more than a number of calls."""
        raise NotCallable("calls are not counted in Prolog; a call may say how many inferences it may make")


DRIVER = PrologDriver()
