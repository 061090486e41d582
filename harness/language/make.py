"""A program that its own Makefile builds."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from harness.language.base import Language, Tool
from harness.language.diagnostics.tool_messages import MAKE_ERROR, BuildError, first_error
from harness.spec.format.model import Recipe

_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


class Make(Language):
    """A submission with a Makefile: ``make`` builds it, and the executable that it makes is started."""

    name = "make"
    other_names = ("makefile",)
    rank = 0
    tools = (Tool("make", "make"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """All files when there is a Makefile, else none."""
        return paths if any((workdir / name).is_file() for name in _MAKEFILES) else []

    def recipe(self, sources: list[str]) -> Recipe:  # noqa: ARG002 - part of the protocol
        """Make the default target."""
        return Recipe(commands=(("make",),), run=(("{main}",),))

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The executable file that the build added; when there is none, the usual start of the sources' language."""
        from harness.language import languages  # noqa: PLC0415 - the family is complete only after this module

        executables = [
            str(path.relative_to(workdir)) for path in workdir.rglob("*") if path.is_file() and os.access(path, os.X_OK)
        ]
        programs = sorted(set(executables) - set(sources), key=lambda name: (name.count("/"), name))
        if programs:
            return (f"./{programs[0]}",)
        for language in languages().values():
            own_sources = language.sources(workdir, sources) if language.rank else []
            main = language.entry_point(workdir, own_sources) if own_sources else None
            if main is not None:
                return tuple(
                    argument
                    for word in language.recipe(own_sources).run[0]
                    for argument in (main if word == "{main}" else (word,))
                )
        return None

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The line of the Makefile that make cannot read."""
        return first_error(MAKE_ERROR, output, files)


LANGUAGE = Make()
