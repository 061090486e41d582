"""C++."""

from __future__ import annotations

from harness.languages.base import BySuffix, Tool, last_line
from harness.model.observation import Observation
from harness.spec.model import Recipe


class Cpp(BySuffix):
    """C++: all source files are linked into one program."""

    name = "cpp"
    suffixes = (".cc", ".cpp", ".cxx", ".C", ".c++")
    tools = (Tool("g++", "g++"),)

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources into one program."""
        return Recipe(commands=(("g++", "-O2", "-std=c++17", "-o", "program", *sources),), run=(("./program",),))

    def crash(self, observation: Observation) -> str | None:
        """An uncaught exception, which the runtime reports before it aborts."""
        return last_line(observation.stderr) if b"terminate called" in observation.stderr else None


LANGUAGE = Cpp()
