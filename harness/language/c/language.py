"""C."""

from __future__ import annotations

from harness.language.base import Tool, outermost
from harness.language.cpp.language import Gcc
from harness.spec.format.model import Recipe


class C(Gcc):
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


LANGUAGE = C()
