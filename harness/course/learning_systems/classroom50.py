"""Classroom 50: ``<classroom>-<assignment>_submissions_<time>/<classroom>-<assignment>-<login>/``, each a clone."""

from __future__ import annotations

from pathlib import Path

from harness.course.learning_systems.base import Download, unknown_entries
from harness.course.learning_systems.github_classroom import clones_in, hand_in_of, shared_prefix
from harness.model.patterns import lazy_regex

_FOLDER = lazy_regex(r"(?P<assignment>.+)_submissions_\d{4}(_\d\d){2}_T(_\d\d){3}", needs="_submissions_")
_SCORES = "scores.csv"
"""A summary that ``gh teacher download`` writes beside the clones."""


class Classroom50:
    """Classroom 50, ``gh teacher download``."""

    system = "Classroom 50"

    def read(self, folder: Path) -> Download | None:
        """Read the clones; the login is what follows the assignment's name, the time is that of the last commit."""
        clones = clones_in(folder)
        prefix = _prefix(folder, [clone.name for clone in clones])
        hand_ins = [hand_in_of(clone, prefix) for clone in clones if prefix and clone.name.startswith(prefix)]
        if not hand_ins:
            return None
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins, (_SCORES,)), prefix.rstrip("-"))


def _prefix(folder: Path, names: list[str]) -> str:
    """What is before the logins: by the folder's own name, else, beside the summary, what all names share."""
    named = _FOLDER.fullmatch(folder.resolve().name)
    if named is not None:
        return f"{named['assignment']}-"
    return shared_prefix(names) if (folder / _SCORES).is_file() else ""


IMPORTER = Classroom50()
