"""The document that every report format renders: the grades of a run and the conditions that they were made under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.matching.assignment_match import Course
from harness.course.ingest.matching.roster import RosterEntry
from harness.judge.messages.translator import ENGLISH, Translator, translator
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Level


class Document(Struct, frozen=True):
    """One run of ``grade``."""

    grades: Sequence[Grade]
    """Those of a large class are read from the gradebook each time that they are iterated over."""
    level: Level
    course: Course
    interrupted: bool = False
    """Whether Ctrl-C ended the run before all was judged."""
    only: tuple[str, ...] = ()
    """The patterns that chose the cases; empty: all were judged."""
    assignments: tuple[str, ...] = ()
    """The assignments that were chosen; empty: all of the course."""
    remarks: tuple[str, ...] = ()
    """Lines about the run as a whole, such as what was taken over from an earlier one."""
    hand_ins: tuple[str, ...] = ()
    """Lines about how the work was handed in: the learning system whose download it is, the roster."""
    not_recognised: tuple[str, ...] = ()
    """Files and folders that belong to no student or to no assignment."""
    language: str = ENGLISH
    """The language of the harness's own words."""
    student_files: Mapping[str, str] = {}
    """Student -> the file of his own in the same format that this run writes too, seen from this report's folder."""
    on_roster: Mapping[str, RosterEntry] = {}
    """Student -> what the roster says of him."""
    roster_headings: tuple[str, ...] = ()
    """The headings of the roster as they stand there."""
    folders: Mapping[tuple[str, str], Path] = {}
    """Student and assignment -> the folder that was handed in, for systems that show files in their place."""

    @property
    def translator(self) -> Translator:
        """The sentences in this language."""
        return translator(self.language)


def points(score: float, max_score: float) -> str:
    """``7.5/10``, with as few digits as possible; empty where there are no points to get."""
    return f"{_short(score)}/{_short(max_score)}" if max_score else ""


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
