"""Prolog."""

from __future__ import annotations

import re
from pathlib import Path

from harness.languages.base import BySuffix
from harness.model.observation import Observation
from harness.spec.model import Recipe

_UNCAUGHT = re.compile(
    rb"^(?:Warning: .*goal \((?:initialization|directive)\) raised exception:|.*: Unknown procedure.*)", re.MULTILINE
)


class Prolog(BySuffix):
    """SWI-Prolog."""

    name = "prolog"
    suffixes = (".pl", ".pro", ".prolog")

    def sources(self, box: Path, paths: list[str]) -> list[str]:
        """The files with one of the endings; ``.pl`` is shared with Perl and needs a clause in it."""
        found = super().sources(box, paths)
        return [path for path in found if not path.endswith(".pl") or b":-" in (box / path).read_bytes()]

    def recipe(self, sources: list[str]) -> Recipe:
        """The sources are loaded, then ``main`` is run."""
        return Recipe(run=(("swipl", "-q", "-g", "main", "-t", "halt", *sources, "--"),))

    def crash(self, observation: Observation) -> str | None:
        """A goal that raised an error nobody caught."""
        found = _UNCAUGHT.search(observation.stderr) if observation.exit else None
        return found[0].decode(errors="replace")[:200] if found else None


LANGUAGE = Prolog()
