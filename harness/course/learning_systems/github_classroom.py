"""GitHub Classroom: ``<assignment>-submissions/<assignment>-<login>/``, each a clone with the student's commits."""

from __future__ import annotations

import os
from pathlib import Path

from harness.course.ingest.taking_in.entries import subfolders
from harness.course.ingest.taking_in.git_commit import commit_time
from harness.course.learning_systems.base import Download, HandIn, Person, unknown_entries


class GitHubClassroom:
    """GitHub Classroom, which was closed in 2026: what ``gh classroom clone student-repos`` made."""

    system = "GitHub Classroom"

    def read(self, folder: Path) -> Download | None:
        """Read the clones; the login is what follows the assignment's name, the time is that of the last commit."""
        clones = clones_in(folder)
        assignment = _assignment(folder, [path.name for path in clones])
        hand_ins = [hand_in_of(clone, assignment) for clone in clones if clone.name.startswith(assignment)]
        if not hand_ins or not assignment:
            return None
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins), assignment.rstrip("-"))


def clones_in(folder: Path) -> list[Path]:
    """The folders of a download that are repositories."""
    return [path for path in subfolders(folder) if _is_clone(path / ".git")]


def hand_in_of(clone: Path, prefix: str) -> HandIn:
    """A clone as the work of whose login follows the prefix of its name; the time is that of the last commit."""
    time = commit_time(clone / ".git")
    return HandIn((_person(clone.name, prefix),), folder=clone, submitted=time, claimed=bool(time))


def _is_clone(git: Path) -> bool:
    """Whether it is a folder; not where that cannot be read, which ends nobody's grading."""
    return os.path.isdir(git) and not os.path.islink(git)  # noqa: PTH112, PTH114 - Path raises an error for those


def _assignment(folder: Path, names: list[str]) -> str:
    """The assignment's name and a hyphen: by the folder's own name, else by what all names have in front."""
    if not names:
        return ""
    above = folder.resolve().name
    slug = f"{above.removesuffix('-submissions')}-"
    if above.endswith("-submissions") and any(name.startswith(slug) for name in names):
        return slug
    return shared_prefix(names)


def shared_prefix(names: list[str]) -> str:
    """What all names have in front, up to a hyphen; nothing for a single name."""
    shared = os.path.commonprefix(names) if len(names) > 1 else ""  # noqa: RUF071 - names, no paths
    return shared[: shared.rfind("-") + 1]


def _person(name: str, assignment: str) -> Person:
    login = name.removeprefix(assignment)
    return Person(login, login)


IMPORTER = GitHubClassroom()
