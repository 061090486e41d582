"""Gradescope: folders ``submission_<id>``, and ``submission_metadata.yml``, which says whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.course.ingest.taking_in.entries import files, read_at_most, subfolders, visible_entries
from harness.course.learning_systems.base import Download, HandIn, Person, unknown_entries
from harness.language import language_of
from harness.model.errors import UsageError
from harness.model.patterns import lazy_regex
from harness.spec.yaml.source import bounded_events

_METADATA = "submission_metadata.yml"
_SUBMISSION = lazy_regex(r"submission_\d+")
_LARGEST = 16 * 1024**2
"""Bytes of the metadata: those of some ten thousand submissions."""
_TIME = lazy_regex(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?")


class Gradescope:
    """Gradescope, "Download Submissions" of a programming assignment."""

    system = "Gradescope"

    def read(self, folder: Path) -> Download | None:
        """Read the submissions that the metadata names; one that it does not name belongs to nobody."""
        path = folder / _METADATA
        if path.is_symlink() or not path.is_file() or not _may_be_written_by_gradescope(folder):
            return None
        metadata = _load(path)
        if not all(map(_SUBMISSION.fullmatch, metadata)):
            return None
        hand_ins = [
            HandIn(people, folder=entry, submitted=_time(_value(metadata[entry.name], "created_at")))
            for entry in visible_entries(folder)
            if entry.is_dir() and entry.name in metadata and (people := tuple(_people(metadata[entry.name])))
        ]
        return Download(tuple(hand_ins), unknown_entries(folder, hand_ins, (_METADATA,))) if hand_ins else None


def _may_be_written_by_gradescope(folder: Path) -> bool:
    """Whether there are folders of submissions, and no program beside them: a student's own hand-in has one there.

    Whoever hands in a file of that name does not make a download of their folder.
    """
    has_program = any(language_of(path.name) for path in files(folder))
    return not has_program and any(_SUBMISSION.fullmatch(path.name) for path in subfolders(folder))


def _load(path: Path) -> dict[str, Any]:
    metadata = load_texts(path, _LARGEST)
    if not isinstance(metadata, dict):
        raise UsageError(f"{path}: expected the names of the submissions' folders, each with its submitters")
    return {key: value for key, value in metadata.items() if isinstance(key, str)}


def _value(mapping: Any, key: str) -> Any:
    """A value by its key, which Gradescope writes as a symbol of Ruby: ``:submitters:``."""
    return (
        next((mapping[name] for name in (f":{key}", key) if name in mapping), "") if isinstance(mapping, dict) else ""
    )


def _people(submission: Any) -> Iterator[Person]:
    submitters = _value(submission, "submitters")
    for submitter in submitters if isinstance(submitters, list) else ():
        name, sid, email = (str(_value(submitter, key) or "") for key in ("name", "sid", "email"))
        if name or sid or email:
            yield Person(name, sid, email)


def _time(value: Any) -> str:
    match = _TIME.match(str(value))
    if match is None:
        return ""
    zone = {"Z": "+00:00", "UTC": "+00:00", None: ""}.get(match[3], match[3])
    return f"{match[1]}T{match[2]}{zone}"


def load_texts(path: Path, largest: int) -> Any:
    """Read a file as mappings, lists and texts; no tag makes an object, and no value stands for others.

    ``largest``: how many bytes the file may have.

    Raises:
        UsageError: when it cannot be read, is larger, nested deeply, or no such YAML.

    """
    import yaml  # noqa: PLC0415 - PyYAML takes long to load

    content = read_at_most(path, largest)
    try:
        return _texts_of(path, content)
    except (yaml.YAMLError, UnicodeError, ValueError, TypeError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise UsageError(f"{path}{'' if line is None else f':{line + 1}'}: this is no valid YAML") from None


def _texts_of(path: Path, content: bytes) -> Any:
    """The document's value: made of events, as PyYAML's own nodes take thirty times the file's size."""
    import yaml  # noqa: PLC0415 - as above

    documents: list[Any] = []
    open_values: list[list[Any]] = [documents]
    for event in bounded_events(path, content):
        if isinstance(event, yaml.AliasEvent):  # a value that is written once and used many times
            raise yaml.YAMLError("aliases are not read")
        if isinstance(event, yaml.ScalarEvent):
            open_values[-1].append(event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            open_values.append([])
        elif isinstance(event, yaml.CollectionEndEvent):
            items = open_values.pop()
            is_mapping = isinstance(event, yaml.MappingEndEvent)
            open_values[-1].append(dict(zip(items[::2], items[1::2], strict=True)) if is_mapping else items)
    if len(documents) > 1:
        raise yaml.YAMLError("one document is expected")
    return documents[0] if documents else None


IMPORTER = Gradescope()
