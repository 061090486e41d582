"""The commands that start a built submission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.grading.plan.recipe import NoRecipe, as_arguments, find_language
from harness.model.errors import NeedsReview
from harness.spec.format.model import Recipe


def start_commands_of(
    recipe: Recipe, language_name: str, folder: Path, files: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the recipe's start commands, with ``{main}`` replaced by the entry point where there is one."""
    ways = recipe.run
    language, sources = None, list[str]()
    if not ways or any("{main}" in way for way in ways):
        try:
            language, sources = find_language(language_name, folder)
        except (NoRecipe, NeedsReview):
            return
        sources = [name for name in sources if name in files] or sources
    if not ways and language is not None:
        ways = language.recipe(as_arguments(sources)).run
    for way in ways:
        main = language.entry_point(folder, sources) if language is not None and "{main}" in way else ()
        if main is not None:
            yield tuple(word for part in way for word in (main if part == "{main}" else (part,)))
