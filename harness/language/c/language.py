"""C."""

from __future__ import annotations

from collections.abc import Collection

from harness.language.base import BySuffix, Tool, outermost
from harness.language.diagnostics.tool_messages import ADDR2LINE_FRAME, GCC_ERROR, BuildError, first_error, places_in
from harness.model.finding import NOWHERE, Place
from harness.spec.format.model import Recipe


class C(BySuffix):
    """C: all source files are linked into one program."""

    name = "c"
    other_names = ("gcc", "ansi c", "c99", "c11")
    suffixes = (".c",)
    tools = (Tool("gcc", "gcc"), Tool("cc", "gcc", required=False))

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources into one program, with the mathematical library."""
        return Recipe(commands=(("gcc", "-O2", "-o", "program", *sources, "-lm"),), run=(("./program",),))

    def fallback_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """The same without what lies in deeper folders, where there is such."""
        upper = outermost(sources)
        return (self.recipe(upper),) if upper != sources else ()

    def check_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """Compile what lies in the outermost folder, and make nothing."""
        return (Recipe(commands=(("gcc", "-fsyntax-only", *outermost(sources)),)),)

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The first frame."""
        return next(places_in(ADDR2LINE_FRAME, trace, files), NOWHERE)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The compiler's first error."""
        return first_error(GCC_ERROR, output, files)


LANGUAGE = C()
