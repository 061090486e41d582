"""Give files back the names that they had before a system renamed them: ``Queens-1.java`` is ``Queens.java``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from harness.course.ingest.taking_in.entries import shown_names
from harness.model.finding import Finding
from harness.model.text.lazy_regex import lazy_regex
from harness.model.text.patterns import alternatives

_RENAMED = lazy_regex(r"(?P<stem>.+?)(?:-(?P<number>\d{1,4})|\s*\((?P<copy>\d{1,4})\))(?P<suffix>\.[^.]*)?", re.DOTALL)
"""What Canvas makes of a file that is handed in again, and a browser of one that it has saved before."""
_NAMED_BY_CONTENT = (".java",)
"""Endings of files whose name the language sets: a class's name has neither hyphen nor bracket."""


class RestoredNames(Struct, frozen=True):
    """The files to take, each by the name it came with, with the name that it gets; and what is to be told."""

    names: Mapping[str, str]
    notes: tuple[Finding, ...] = ()


def original_name(name: str) -> str:
    """The name without what a system may have added to it; the name itself where nothing was."""
    match = _RENAMED.fullmatch(name)
    return f"{match['stem']}{match['suffix'] or ''}" if match else name


def restore_names(names: Sequence[str], required: Iterable[str]) -> RestoredNames:
    """Find the files that a system renamed, and of several versions of one file the newest.

    A name is given back where it is required, or where the language asks for it, and no other file could have it. Of
    several versions the one with the highest number counts. All other files keep the names they have: ``part-1.py`` may
    be the student's own.
    """
    required_names = literal_names(required)
    versions: dict[str, list[str]] = {}
    for name in names:
        versions.setdefault(original_name(name), []).append(name)
    kept: dict[str, str] = {}
    notes: list[Finding] = []
    for original, same in versions.items():
        newest = max(same, key=_number)
        is_one_file = original in required_names or (len(same) > 1 and original in same)
        if is_one_file or (len(same) == 1 and original.endswith(_NAMED_BY_CONTENT)):
            kept[newest] = original
            if newest != original:
                notes.append(Finding.of("renamed-by-system", file=newest, name=original))
            if len(same) > 1:
                older = [name for name in same if name != newest]
                notes.append(Finding.of("older-versions", file=newest, name=original, files=shown_names(older)))
        else:
            kept |= {name: name for name in same}
    return RestoredNames(kept, tuple(notes))


def literal_names(required: Iterable[str]) -> set[str]:
    """The names in patterns of required files that stand for one file each."""
    names = (name.removeprefix("**/") for pattern in required for name in alternatives(pattern))
    return {name for name in names if not set(name) & set("*?[/")}


def _number(name: str) -> int:
    match = _RENAMED.fullmatch(name)
    return int(match["number"] or match["copy"]) if match else 0
