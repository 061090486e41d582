"""Prolog."""

from __future__ import annotations

import re
from pathlib import Path

from harness.languages.base import BySuffix, Tool, looked_at
from harness.model.observation import Observation
from harness.spec.model import Recipe

_UNCAUGHT = re.compile(
    rb"^(?:Warning: .*goal \((?:initialization|directive)\) raised exception:|.*: Unknown procedure.*)", re.MULTILINE
)


_STARTS_ITSELF = re.compile(rb"^\s*:-\s*(?:initialization\s*\(\s*)?main\b", re.MULTILINE)


class Prolog(BySuffix):
    """SWI-Prolog."""

    name = "prolog"
    suffixes = (".pl", ".pro", ".prolog")
    tools = (Tool("swipl", "swi-prolog-nox"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files with one of the endings; ``.pl`` is shared with Perl and needs a clause in it."""
        found = super().sources(workdir, paths)
        return [path for path in found if not path.endswith(".pl") or b":-" in (workdir / path).read_bytes()]

    def recipe(self, sources: list[str]) -> Recipe:
        """The sources are loaded, then ``main`` is run."""
        return Recipe(run=(("swipl", "-q", "{main}", "-t", "halt", *sources, "--"),))

    def entry(self, workdir: Path, sources: list[str]) -> tuple[str, ...]:
        """The goal ``main``; none where a file runs it itself when it is loaded, for it would run twice."""
        itself = any(_STARTS_ITSELF.search(looked_at(workdir / path)) for path in sources)
        return () if itself else ("-g", "main")

    def crash(self, observation: Observation) -> str | None:
        """A goal that raised an error nobody caught."""
        found = _UNCAUGHT.search(observation.stderr) if observation.exit else None
        return found[0].decode(errors="replace")[:200] if found else None


LANGUAGE = Prolog()
