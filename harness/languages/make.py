"""A program that its own Makefile builds."""

from __future__ import annotations

import os
from pathlib import Path

from harness.languages.base import BySuffix, Tool
from harness.spec.model import Recipe

_FILES = ("GNUmakefile", "makefile", "Makefile")


class Make(BySuffix):
    """Built by ``make``; the executable that it makes is started."""

    name = "make"
    rank = 0
    tools = (Tool("make", "make"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """All files, where one of them is a Makefile."""
        return paths if any((workdir / name).is_file() for name in _FILES) else []

    def recipe(self, sources: list[str]) -> Recipe:  # noqa: ARG002 - part of the protocol
        """The first target of the Makefile."""
        return Recipe(commands=(("make",),), run=(("{main}",),))

    def entry(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The executable file that was not there before; where none was made, the usual start of a language."""
        from harness.languages import languages  # noqa: PLC0415 - the family is complete only after this module

        made = [
            str(path.relative_to(workdir)) for path in workdir.rglob("*") if path.is_file() and os.access(path, os.X_OK)
        ]
        programs = sorted(set(made) - set(sources), key=lambda name: (name.count("/"), name))
        if programs:
            return (f"./{programs[0]}",)
        for language in languages().values():
            found = language.sources(workdir, sources) if language.rank else []
            main = language.entry(workdir, found) if found else None
            if main is not None:
                return tuple(
                    word for one in language.recipe(found).run[0] for word in (main if one == "{main}" else (one,))
                )
        return None


LANGUAGE = Make()
