"""Signs that a folder holds the work of several students: then a person has to say whose is what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from harness.course.ingest.archives import limits
from harness.course.ingest.matching.assignment_match import match_files
from harness.course.ingest.taking_in.copy_submission import literal_names
from harness.course.ingest.taking_in.entries import files, visible_entries
from harness.course.ingest.taking_in.unwrap import UNPACKERS, content_names, top_names, unreadable_archive
from harness.course.learning_systems import recognise
from harness.course.learning_systems.base import Download
from harness.language import language_of
from harness.model.errors import UsageError
from harness.model.escape import some_of
from harness.model.patterns import lazy_regex
from harness.spec.format.assignment import Course

_SHOWN = 3
_MOST_READ = 200
"""Source files that are read to see whether they belong together."""
_LONGEST_READ = 64 * 1024
_MANY_COPIES = 2
_FEWEST_ENTRIES = 2
"""Of a download of several students: most have a file or a folder for each, and one of a group has a list of them."""
_METADATA_SUFFIXES = (".yml", ".yaml")
_LARGEST_METADATA = 64 * 1024
_COPY = lazy_regex(r"(?P<stem>.+) ?\(\d+\)")


def why_unclear(folder: Path, required: Sequence[str]) -> str:
    """Why nobody knows which of the files of one student's hand-in is to be graded; empty if that is clear."""
    download = _recognise_bounded(folder)
    if download is not None and len({person.key for hand_in in download[1].hand_ins for person in hand_in.people}) > 1:
        return f"this looks like a {download[0]} download of several students; if it is one, grade it by its own path"
    names = content_names(folder)
    if several := several_works(names, required):
        return f"{some_of(several, _SHOWN)} each hold the whole work: which is to be graded, and whose is it?"
    if versions := variants(top_names(names), required):
        return f"{some_of(versions, _SHOWN)} may each be the one to grade"
    if not match_files(names, required).share and (archive := unreadable_archive(folder)):
        unpacker = UNPACKERS.get(Path(archive).suffix.lower())
        return f"{archive} cannot be unpacked here" + (f"; unpack it first: {unpacker}" if unpacker else "")
    return ""


def _recognise_bounded(folder: Path) -> tuple[str, Download] | None:
    """The download that a student's folder may be; None if it is too large to be looked at, or damaged.

    What a student hands in neither ends a run nor holds it up.
    """
    entries = visible_entries(folder)
    if len(entries) < _FEWEST_ENTRIES:
        return None
    try:
        texts = [path for path in entries if path.suffix.lower() in _METADATA_SUFFIXES and path.is_file()]
        if len(entries) > limits.MAX_FILES or any(path.stat().st_size > _LARGEST_METADATA for path in texts):
            return None
        return recognise(folder)
    except (UsageError, OSError):
        return None


def several_works(names: Iterable[str], required: Sequence[str]) -> list[str]:
    """The folders that each hold required files, and a source file of the same name; empty for one alone."""
    names = list(names)
    if match_files(top_names(names), required).share:
        return []
    inside: dict[str, list[str]] = {}
    for name in names:
        folder, slash, rest = name.partition("/")
        if slash:
            inside.setdefault(folder, []).append(rest)
    whole = {folder: _sources(inner) for folder, inner in inside.items() if match_files(inner, required).share}
    return [
        folder
        for folder, sources in whole.items()
        if any(sources & others for other, others in whole.items() if other != folder)
    ]


def variants(names: Iterable[str], required: Sequence[str], *, strict: bool = True) -> list[str]:
    """The files that may each be one required file under another name: ``ann_Queens.py`` and ``bob_Queens.py``.

    ``names``: the files of one folder. ``strict``: whether something must be between the name and what was added to it.
    """
    names = list(names)
    edge = r"[^A-Za-z0-9]" if strict else "."
    for literal in sorted(literal_names(required)):
        stem, suffix = PurePosixPath(literal).stem, PurePosixPath(literal).suffix
        if not language_of(literal):
            continue
        pattern = re.compile(
            rf"(?:.*{edge})?{re.escape(stem)}(?:{edge}.*)?{re.escape(suffix)}", re.IGNORECASE | re.DOTALL
        )
        similar = [name for name in names if pattern.fullmatch(name) and name.lower() != literal.lower()]
        if any(name.lower() == literal.lower() for name in names):
            similar = [name for name in similar if _COPY.fullmatch(PurePosixPath(name).stem)]
        if len(similar) >= _MANY_COPIES:
            return similar
    return []


def pooled_files(folder: Path, course: Course, *, by_content: bool = True) -> list[str]:
    """The files of a flat folder that look like those of several students; empty if nothing does.

    ``by_content``: whether programs that know nothing of one another look like those of several students, too.
    """
    sources = [path.name for path in files(folder) if language_of(path.name)]
    for assignment in course.values():
        if similar := variants(sources, assignment.spec.files.required, strict=False):
            return similar
    if len(sources) < 2:  # noqa: PLR2004 - a single one is nobody else's
        return []
    tails = {re.split(r"[_\- ]", name, maxsplit=1)[-1].lower() for name in sources}
    heads = {re.split(r"[_\- ]", name, maxsplit=1)[0].lower() for name in sources}
    if len(tails) == 1 and len(heads) == len(sources):
        return sources
    named = {name for assignment in course.values() for name in literal_names(assignment.spec.files.required)}
    return _unconnected(folder, sources) if by_content and not named & set(sources) else []


def _unconnected(folder: Path, sources: Sequence[str]) -> list[str]:
    """The source files, where they are of one language, several, and none has the name of another one in it."""
    if not 1 < len(sources) <= _MOST_READ or len({PurePosixPath(name).suffix.lower() for name in sources}) > 1:
        return []
    for name in sources:
        try:
            with (folder / name).open("rb") as file:
                text = file.read(_LONGEST_READ).decode("utf-8", "replace").lower()
        except OSError:  # the report says that it cannot be read
            return []
        stems = (PurePosixPath(other).stem.lower() for other in sources if other != name)
        if any(re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", text) for stem in stems):
            return []
    return list(sources)


def _sources(names: Iterable[str]) -> set[str]:
    return {PurePosixPath(name).name for name in names if language_of(name)}
