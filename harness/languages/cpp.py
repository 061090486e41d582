"""C++."""

from __future__ import annotations

from collections.abc import Collection

from harness.diagnose.tool_messages import GCC_ERROR, SANITIZER_FRAME, BuildError, first_error, places_in
from harness.languages.base import BySuffix, Tool, last_line, outermost
from harness.model.crash import Crash
from harness.model.observation import Observation
from harness.model.place import NOWHERE
from harness.spec.model import Recipe

_READ = 1 << 16


class Cpp(BySuffix):
    """C++: all source files are linked into one program."""

    name = "cpp"
    other_names = ("c++", "cplusplus", "g++", "cxx")
    suffixes = (".cc", ".cpp", ".cxx", ".C", ".c++")
    tools = (Tool("g++", "g++"),)

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources into one program."""
        return Recipe(commands=(("g++", "-O2", "-std=c++17", "-o", "program", *sources),), run=(("./program",),))

    def fallback_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """The same without what lies in deeper folders, where there is such."""
        upper = outermost(sources)
        return (self.recipe(upper),) if upper != sources else ()

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """An uncaught exception, which the runtime reports before it aborts."""
        if b"terminate called" not in observation.stderr:
            return None
        where = next(places_in(SANITIZER_FRAME, observation.stderr[-_READ:], files), NOWHERE)
        return Crash(last_line(observation.stderr), where)

    def check_recipe(self, sources: list[str]) -> Recipe | None:
        """Compile what lies in the outermost folder, and make nothing."""
        return Recipe(commands=(("g++", "-std=c++17", "-fsyntax-only", *outermost(sources)),))

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The compiler's first error."""
        return first_error(GCC_ERROR, output, files)


LANGUAGE = Cpp()
