"""C."""

from __future__ import annotations

from harness.languages.base import BySuffix
from harness.spec.model import Recipe


class C(BySuffix):
    """C, all source files linked into one program."""

    name = "c"
    suffixes = (".c",)

    def recipe(self, sources: list[str]) -> Recipe:
        """One program of all sources, with the mathematical library."""
        return Recipe(commands=(("gcc", "-O2", "-o", "program", *sources, "-lm"),), run=(("./program",),))


LANGUAGE = C()
