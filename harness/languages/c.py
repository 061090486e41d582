"""C."""

from __future__ import annotations

from harness.languages.base import BySuffix, Tool
from harness.spec.model import Recipe


class C(BySuffix):
    """C: all source files are linked into one program."""

    name = "c"
    suffixes = (".c",)
    tools = (Tool("gcc", "gcc"), Tool("cc", "gcc", required=False))

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources into one program, with the mathematical library."""
        return Recipe(commands=(("gcc", "-O2", "-o", "program", *sources, "-lm"),), run=(("./program",),))


LANGUAGE = C()
