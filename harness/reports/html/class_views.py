"""What a class's page shows, as records."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from harness.reports.html.class_assignment import ForAPerson, Row, SlowCase
from harness.reports.html.side_by_side import Side


class Chart(Struct, frozen=True):
    """A drawing with its numbers."""

    svg: Markup
    labels: Sequence[str]
    numbers: Sequence[int]


class GroupView(Struct, frozen=True):
    """A cause that students have in common."""

    number: int
    sentence: str
    count: int
    share: float
    clauses: Sequence[str]
    lost: str
    """Points on average."""
    blocks: bool
    other_sentences: int
    """How many other sentences there are for it."""
    outputs: int
    """How many students have exactly the output that is shown; 0 if none is."""
    sides: Sequence[Side]
    names: Sequence[str]
    more_names: int


class CauseOfClause(Struct, frozen=True):
    """A cause of many, at a clause."""

    number: int
    count: int
    """How many students miss this clause by it."""
    sentence: str
    wanted: str
    """The first line that differs, as most of them have it; empty if there is none."""
    came: str


class MissedClause(Struct, frozen=True):
    """A clause that students lost points at, and by which causes."""

    name: str
    text: str
    count: int
    share: float
    causes: Sequence[CauseOfClause]
    """The commonest."""


class ClauseHead(Struct, frozen=True):
    """The heading of a clause's column."""

    name: str
    text: str
    max_score: str


class AssignmentView(Struct, frozen=True):
    """All that is shown about an assignment."""

    anchor: str
    id: str
    title: str
    graded: str
    graded_count: int
    """Those who handed something in: all numbers are parts of it."""
    accepted: int
    figures: str
    distribution: Chart | None
    missed: Sequence[MissedClause]
    groups: Sequence[GroupView]
    more_groups: int
    slowest: Sequence[SlowCase]
    people: Sequence[ForAPerson]
    heads: Sequence[ClauseHead]
    rows: Sequence[tuple[Row, Sequence[int]]]
    """The students, each with the numbers of their causes."""
    verdicts: Sequence[tuple[str, str, int]]
    """Name, words and number of students of each verdict."""
