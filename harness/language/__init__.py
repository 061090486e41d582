"""The languages: a module each, or a folder with a module ``language``, found by looking into this folder."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from harness.language.base import Language
from harness.language.diagnostics.tool_messages import BuildError
from harness.model.family import members, parts

_NO_LANGUAGES = ("base", "driver", "main_program")
"""Modules of this folder that are not looked into for a language: what all languages share."""


@cache
def languages() -> dict[str, Language]:
    """Every language by name."""
    modules = [*parts(__name__, __path__, "language"), *members(__name__, __path__, besides=_NO_LANGUAGES)]
    family = [module.LANGUAGE for module in modules if hasattr(module, "LANGUAGE")]
    return {language.name: language for language in sorted(family, key=lambda language: language.name)}


def language_words() -> dict[str, str]:
    """Every word that an author may write for a language -> its name, which is the word that a spec must write."""
    words = {"any": "any"}
    for name, language in languages().items():
        words |= {suffix.lstrip(".").lower(): name for suffix in language.suffixes if suffix.lower() not in words}
        words |= dict.fromkeys(language.other_names, name)
    return words | {name: name for name in languages()}


def language_of(path: str) -> Language | None:
    """The language of a file, by its suffix; None for any other file."""
    known = languages().values()
    return next((language for language in known if language.suffixes and path.endswith(language.suffixes)), None)


def first_build_error(output: bytes, files: Collection[str]) -> BuildError | None:
    """The first error of any language's compiler in a text that lies in one of these files, such as make's output."""
    errors = [error for language in languages().values() if (error := language.build_error(output, files))]
    return min(errors, key=lambda error: error.start, default=None)
