"""Perl."""

from __future__ import annotations

from pathlib import Path

from harness.language.base import Language, Tool, read_source
from harness.language.prolog.language import is_prolog
from harness.spec.format.model import Recipe


class Perl(Language):
    """Perl 5."""

    name = "perl"
    suffixes = (".perl",)
    tools = (Tool("perl", "perl", "-v"),)

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files with the suffix, and ``.pl`` files that are not Prolog."""
        shared = [path for path in paths if path.endswith(".pl") and not is_prolog(read_source(workdir / path))]
        return super().sources(workdir, paths) + shared

    def recipe(self, sources: list[str]) -> Recipe:  # noqa: ARG002 - part of the protocol
        """Start the main file with perl; there is no build."""
        return Recipe(run=(("perl", "{main}"),))


LANGUAGE = Perl()
