"""Prolog."""

from __future__ import annotations

import re
from pathlib import Path

from harness.languages.base import BySuffix, Tool, read_source
from harness.model.observation import Observation
from harness.spec.model import Recipe

_UNCAUGHT = re.compile(
    rb"^(?:Warning: .*goal \((?:initialization|directive)\) raised exception:|.*: Unknown procedure.*)", re.MULTILINE
)


_RUNS_MAIN = re.compile(rb"^\s*:-\s*(?:initialization\s*\(\s*)?main\b", re.MULTILINE)


class Prolog(BySuffix):
    """SWI-Prolog."""

    name = "prolog"
    suffixes = (".pl", ".pro", ".prolog")
    tools = (Tool("swipl", "swi-prolog-nox"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files with one of the suffixes; ``.pl`` is shared with Perl, so such a file must hold a clause."""
        matches = super().sources(workdir, paths)
        return [path for path in matches if not path.endswith(".pl") or b":-" in (workdir / path).read_bytes()]

    def recipe(self, sources: list[str]) -> Recipe:
        """Load the sources, then run ``main``; there is no build."""
        return Recipe(run=(("swipl", "-q", "{main}", "-t", "halt", *sources, "--"),))

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...]:
        """The option that runs the goal ``main``; no words when a file runs it itself while it is loaded."""
        runs_main = any(_RUNS_MAIN.search(read_source(workdir / path)) for path in sources)
        return () if runs_main else ("-g", "main")

    def crash(self, observation: Observation) -> str | None:
        """The message of a goal that raised an uncaught error."""
        match = _UNCAUGHT.search(observation.stderr) if observation.exit else None
        return match[0].decode(errors="replace")[:200] if match else None


LANGUAGE = Prolog()
