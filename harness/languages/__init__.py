"""The languages: one module each, found by looking into this folder. A new language is one new file."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from harness.languages.base import Language


@cache
def languages() -> dict[str, Language]:
    """Every language by name."""
    modules = (importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    family = [module.LANGUAGE for module in modules if hasattr(module, "LANGUAGE")]
    return {language.name: language for language in family}


def language_of(path: str) -> Language | None:
    """The language of a file, by its ending; None for a document."""
    return next((one for one in languages().values() if one.suffixes and path.endswith(one.suffixes)), None)
