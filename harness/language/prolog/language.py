"""Prolog."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

from harness.language.base import Language, Tool, read_source
from harness.language.diagnostics.tool_messages import SWIPL_ERROR, BuildError, first_error, places_in
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.model.patterns import lazy_regex
from harness.sandbox.process_setup.environment import ENVIRONMENT, locate
from harness.spec.format.model import Recipe

_UNCAUGHT = lazy_regex(
    rb"^(?:Warning: .*goal \((?:initialization|directive)\) raised exception:|.*: Unknown procedure.*)", re.MULTILINE
)


_RUNS_MAIN = lazy_regex(rb"^[ \t]*:-\s*(?:initialization\s*\(\s*)?main\b", re.MULTILINE)


_PERL = lazy_regex(
    rb"^#!.*\bperl|^[ \t]*(?:use|no)\s+[\w:]+.*;|\b(?:my|our|local)\s*[$@%(]|^[ \t]*sub\s+\w+\s*[{(]", re.MULTILINE
)


_CLAUSE = lazy_regex(rb":-|-->|^[a-z]\w*\([^\n]{1,2000}\)[ \t]*\.[ \t\r]*(?:%[^\n]*)?$", re.MULTILINE)
"""A rule, a grammar rule or a fact."""


def is_prolog(source: bytes) -> bool:
    """Whether a ``.pl`` file, whose suffix Perl uses too, holds a clause and no line that only Perl has."""
    return bool(_CLAUSE.search(source)) and not _PERL.search(source)


_READ = 1 << 16


_TIMEOUT_S = 60


def check_library() -> None:
    """Raise JudgeError when SWI-Prolog does not find its own library, as programs then lack predicates."""
    program = locate("swipl")
    if program is not None and not _finds_library(program):
        raise JudgeError(
            "SWI-Prolog does not find its library on this machine; as root, write the library's index with: "
            'swipl -g "make_library_index(swi(library))" -t halt'
        )


@cache
def _finds_library(program: str) -> bool:
    """Whether the library's index is where installations have it; else whether a predicate of the library is found."""
    if (Path(program).resolve().parents[2] / "library/INDEX.pl").is_file():
        return True
    import subprocess  # noqa: PLC0415 - the index is where it belongs

    command = (program, "-q", "-f", "none", "-g", "numlist(1,1,_)", "-t", "halt")
    done = subprocess.run(
        command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_TIMEOUT_S
    )
    return done.returncode == 0


class Prolog(Language):
    """SWI-Prolog."""

    name = "prolog"
    other_names = ("swi-prolog", "swipl", "swi")
    suffixes = (".pl", ".pro", ".prolog")
    tools = (Tool("swipl", "swi-prolog-nox"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files with one of the suffixes; ``.pl`` is shared with Perl, see ``is_prolog``."""
        matches = super().sources(workdir, paths)
        return [path for path in matches if not path.endswith(".pl") or is_prolog(read_source(workdir / path))]

    def recipe(self, sources: list[str]) -> Recipe:
        """Load the sources, then run ``main``; there is no build."""
        return Recipe(run=(("swipl", "-q", "{main}", "-t", "halt", *sources, "--"),))

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...]:
        """The option that runs the goal ``main``; no words when a file runs it itself while it is loaded.

        Raises:
            JudgeError: when SWI-Prolog does not find its own library.

        """
        check_library()
        runs_main = any(_RUNS_MAIN.search(read_source(workdir / path)) for path in sources)
        return () if runs_main else ("-g", "main")

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """The message of a goal that raised an uncaught error."""
        match = _UNCAUGHT.search(observation.stderr) if observation.exit else None
        return (
            Crash(match[0].decode(errors="replace")[:200], _first_place(observation.stderr, files)) if match else None
        )

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The first frame."""
        return _first_place(trace, files)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The first error that is reported when the files are loaded."""
        return first_error(SWIPL_ERROR, output, files)


def _first_place(stderr: bytes, files: Collection[str]) -> Place:
    return next(places_in(SWIPL_ERROR, stderr[:_READ], files), NOWHERE)


LANGUAGE = Prolog()
