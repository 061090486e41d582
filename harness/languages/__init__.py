"""The languages: one module each, found by looking into this folder. A new language is one new file."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from harness.languages.base import Language


@cache
def languages() -> dict[str, Language]:
    """Every language by name."""
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    family = [module.LANGUAGE for module in modules if hasattr(module, "LANGUAGE")]
    return {language.name: language for language in family}


def language_of(path: str) -> Language | None:
    """The language of a file, by its suffix; None for any other file."""
    known = languages().values()
    return next((language for language in known if language.suffixes and path.endswith(language.suffixes)), None)
