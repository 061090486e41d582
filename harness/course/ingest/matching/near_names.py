"""Which assignment a folder's name means: ``cse30_pa2``, ``PA2``, ``cse30-pa2 (1)`` and the like for ``cse30-pa2``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from harness.model.text.lazy_regex import lazy_regex

_FILLERS = {
    "final", "copy", "kopie", "submission", "submissions", "submit", "submitted", "handin", "download", "downloads",
    "assignment", "assignments", "homework", "project", "my", "the", "main", "master", "latest", "new", "version",
    "export", "files", "code", "solution", "student",
}  # fmt: skip
"""Words that students and systems add to an assignment's name."""
_NUMBERED = lazy_regex(r"\s*\(\d+\)\s*$")
"""What a browser adds to the second download of a name."""
_SHORTEST = 2
_MOST_WORDS = 30


def assignments_by_name(name: str, assignments: Iterable[str]) -> list[str]:
    """Return the assignments whose id a name may mean; those that share the longest part with it.

    A part is one or more whole words of the id: ``PA2`` is one of ``cse30-pa2`` and not of ``cse30-pa21``. Letter case
    and what stands between words count nothing.
    """
    said = {"".join(run) for run in _runs(_words(name))}
    lengths = {assignment: max(map(len, said & set(_parts(assignment))), default=0) for assignment in assignments}
    longest = max(lengths.values(), default=0)
    return [assignment for assignment, length in lengths.items() if length == longest > 0]


def _words(name: str) -> list[str]:
    text = unicodedata.normalize("NFKC", _NUMBERED.sub("", name[:300])).casefold()
    return [word for word in re.split(r"[\W_]+", text) if word and word not in _FILLERS][:_MOST_WORDS]


def _runs(words: list[str]) -> Iterator[list[str]]:
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield words[start:end]


def _parts(assignment: str) -> Iterator[str]:
    """The runs of words of an id that say enough: a number or a letter alone does not."""
    for run in _runs(_words(assignment)):
        part = "".join(run)
        if len(part) >= _SHORTEST and not part.isdecimal():
            yield part
