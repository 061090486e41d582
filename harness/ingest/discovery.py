"""Finding submissions: a path becomes pairs of student and assignment.

PATH is a student, an assignment of a student, a folder of students, a folder of assignments with one folder an
implementation (``reference``), or an archive of one of these. Folders tell an assignment by their name; a flat folder
is told by the files that a spec requires.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from harness.ingest.archive_names import is_archive, stem, unpack
from harness.ingest.intake import handed_in
from harness.languages import language_of
from harness.model.errors import UsageError
from harness.model.patterns import alternatives, matches
from harness.spec.assignment import Assignment

Course = Mapping[str, Assignment]


class Submission(Struct, frozen=True):
    """One assignment of one student; ``folder`` is None when nothing was handed in."""

    student: str
    assignment: str
    folder: Path | None
    taken_in: tuple[str, ...] | None = None
    """The notes of its intake, where that was done before and on another machine."""


def discover(path: Path, course: Course, unpacked: Path) -> list[Submission]:
    """All submissions that a path stands for.

    Args:
        path: what the user named.
        course: the assignments by id.
        unpacked: an empty folder where archives may be unpacked.

    Raises:
        UsageError: when there is no such path or nothing in it belongs to an assignment.

    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    name = path.resolve().name
    if path.is_file():
        if not is_archive(path):
            raise UsageError(f"{path}: neither a folder nor an archive (zip, tar, tar.gz, tar.bz2, tar.xz)")
        name, folder = stem(path), unpacked / stem(path)
        folder.mkdir(parents=True)
        unpack(path, folder)
        path = _only_folder(folder, course)
    found = list(_look(path, name, course))
    if not found and len(course) == 1 and handed_in(path):
        return [Submission(name, next(iter(course)), path)]
    if not found:
        raise UsageError(
            f"{path}: nothing here belongs to an assignment; expected folders named {', '.join(course)}, "
            "or the files that one of them requires"
        )
    return found


def _only_folder(folder: Path, course: Course) -> Path:
    """Archives often hold one folder that holds everything: step into it unless its name says something."""
    inside = [one for one in folder.iterdir() if one.name != "__MACOSX"]
    if len(inside) == 1 and inside[0].is_dir() and inside[0].name not in course and not is_archive(inside[0]):
        return inside[0]
    return folder


def _folders(path: Path) -> list[Path]:
    return sorted(one for one in path.iterdir() if one.is_dir() and not one.is_symlink() and one.name[0] not in "._")


def _look(path: Path, name: str, course: Course) -> Iterator[Submission]:
    parent = path.resolve().parent
    if name in course:
        yield from _assignment(path, parent.name, course[name])
    elif parent.name in course and (parent.parent.name == "reference" or not _holds_named(path, course)):
        yield Submission(name, parent.name, path)
    elif _named(path, course):
        yield from _student(path, name, course)
    else:
        flat = _by_files(path, course)
        if flat:
            yield from (Submission(name, one, path) for one in flat)
        else:
            yield from _class(path, course)


def _named(path: Path, course: Course) -> list[Path]:
    return [folder for folder in _folders(path) if folder.name in course]


def _holds_named(path: Path, course: Course) -> bool:
    """Whether folders named after assignments lie in this one, as in a student's, or one deeper, as in a class's."""
    return bool(_named(path, course)) or any(_named(one, course) for one in _folders(path))


def _assignment(path: Path, student: str, assignment: Assignment) -> Iterator[Submission]:
    """A folder named after an assignment: a submission, or one folder an implementation or student.

    A submission may be all in folders of its own, such as ``src``: several that each hold what is required are several.
    """
    implementations = _folders(path)
    holds_files = any(one.is_file() for one in path.iterdir())
    required = assignment.spec.files.required
    several = len(implementations) > 1 and all(_claim(handed_in(one), required).share for one in implementations)
    if implementations and not holds_files and (several or path.resolve().parent.name == "reference"):
        yield from (Submission(one.name, assignment.id, one) for one in implementations)
    else:
        yield Submission(student, assignment.id, path)


def _student(path: Path, name: str, course: Course) -> Iterator[Submission]:
    """A folder with folders named after assignments; what is missing there was not handed in."""
    found = [one for folder in _named(path, course) for one in _assignment(folder, name, course[folder.name])]
    if any(one.student != name for one in found):
        yield from found
        return
    there = {one.assignment: one for one in found}
    yield from (there.get(one, Submission(name, one, None)) for one in course)


def _class(path: Path, course: Course) -> Iterator[Submission]:
    def belongs(one: Path) -> bool:
        return one.name in course or bool(_named(one, course) or _by_files(one, course))

    for one in sorted(path.iterdir()):
        if one.is_symlink() and one.is_dir() and one.resolve().parent != path.resolve() and belongs(one):
            raise UsageError(f"{one}: links are not followed; put the folder itself there, or grade it by its own path")
    students = _folders(path)
    of_assignments = list(filter(belongs, students))
    if not of_assignments:
        return
    for student in students:
        if student in of_assignments:
            yield from _look(student, student.name, course)
        else:
            yield from (Submission(student.name, one, None) for one in course)


def _by_files(path: Path, course: Course) -> list[str]:
    """The assignments that a flat folder belongs to, by the files that they require.

    All required files there beats some of them; a file named in full beats a pattern; a source file beats a document.
    UsageError when a pattern for sources and a document named in full point to different assignments.
    """
    files = [one for one in handed_in(path) if "/" not in one]
    claims = {name: _claim(files, assignment.spec.files.required) for name, assignment in course.items()}
    whole = [name for name, claim in claims.items() if claim.share == 1.0]
    sure = [name for name in whole if claims[name].named_source]
    if sure:
        return sure
    if len(whole) > 1:
        raise UsageError(f"{path}: this could be {' or '.join(whole)}; say which with --assignment ID")
    best = max((claim.share for claim in claims.values()), default=0.0)
    partly = [name for name, claim in claims.items() if claim.share == best > 0.0]
    return whole or (partly if len(partly) == 1 else [])


class _Claim(Struct, frozen=True):
    share: float
    """How much of what is required is there, from 0 to 1."""
    named_source: bool
    """Whether a source file that the assignment names in full is there."""


def _claim(files: list[str], required: tuple[str, ...]) -> _Claim:
    met = [pattern for pattern in required if any(matches(one, pattern) for one in files)]
    named = any(language_of(one) for pattern in met for one in alternatives(pattern) if "*" not in one)
    return _Claim(len(met) / len(required) if required else 0.0, named)
