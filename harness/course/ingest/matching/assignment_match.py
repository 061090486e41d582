"""Which assignment a folder means: by its name, or by the files that the assignments require."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from harness.course.ingest.taking_in.copy_submission import original_name
from harness.course.ingest.taking_in.unwrap import top_names
from harness.language import language_of
from harness.model.patterns import alternatives, lazy_regex, matches
from harness.spec.format.assignment import Course
from harness.spec.format.folder import assignment_ids

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
    and what is between words count nothing.
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


def all_assignments(course: Course) -> list[str]:
    """The ids of all assignments that there are specs of, also those that this run does not grade."""
    return sorted({*course, *assignment_ids(next(iter(course.values())).folder.parent)}) if course else []


class Ambiguous(Exception):
    """Files of one folder point to several assignments."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(f"this could be {' or '.join(names)}")
        self.names = names


class Match(Struct, frozen=True):
    """How well files match what an assignment requires."""

    share: float
    """The part of the required files that is there, from 0 to 1."""
    named_source: bool
    """Whether a source file that the assignment names in full is there."""


def match_files(names: Iterable[str], required: Sequence[str]) -> Match:
    """Hold files against the required ones."""
    names = list(names)
    met = [pattern for pattern in required if any(matches(name, pattern) for name in names)]
    named = any(language_of(name) for pattern in met for name in alternatives(pattern) if "*" not in name)
    return Match(len(met) / len(required) if required else 0.0, named)


def assignments_by_files(names: Iterable[str], course: Course) -> list[str]:
    """Return the assignments that a flat folder belongs to, by the files that they require.

    All required files beat some of them; a file named in full beats a pattern; a source file beats a document.

    Raises:
        Ambiguous: when a pattern for sources and a document named in full point to different assignments.

    """
    top = top_names(names)
    file_matches = {name: match_files(top, assignment.spec.files.required) for name, assignment in course.items()}
    complete = [name for name, match in file_matches.items() if match.share == 1.0]
    certain = [name for name in complete if file_matches[name].named_source]
    if certain:
        return certain
    if len(complete) > 1:
        raise Ambiguous(complete)
    best = max((match.share for match in file_matches.values()), default=0.0)
    partial = [name for name, match in file_matches.items() if match.share == best > 0.0]
    return complete or (partial if len(partial) == 1 else [])


def fitting_assignments(names: Iterable[str], course: Course) -> list[str]:
    """The assignments that files fit, under the names they have or had before a system renamed them."""
    names = list(names)
    try:
        return assignments_by_files({*names, *map(original_name, names)}, course)
    except Ambiguous as error:
        return error.names


def only_assignment(names: Iterable[str], course: Course) -> str:
    """The one assignment that files fit; empty if none does, or several."""
    fitting = fitting_assignments(names, course)
    return fitting[0] if len(fitting) == 1 else ""
