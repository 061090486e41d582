"""The checks that deserve a second look, most suspicious first: the signals on each joined, and in words."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from harness.model.escape import shorten, single_line, some_of
from harness.reports.audit import SIGNALS
from harness.reports.audit.base import BEFORE_CASES, Evidence, Suspicion

_NAMED_CASES = 4
_NAMED_PROGRAMS = 6
_NAMED_REASONS = 2
_LONGEST = 220


class Suspect(Struct, frozen=True):
    """A check, and all that speaks for a second look at it."""

    assignment: str
    clause: str
    cases: tuple[str, ...]
    suspicions: tuple[Suspicion, ...]
    """The strongest first."""

    @property
    def weight(self) -> float:
        """From 0 to 1: how suspicious it is, by all signals together."""
        return 1 - math.prod(1 - suspicion.weight for suspicion in self.suspicions)

    @property
    def programs(self) -> tuple[str, ...]:
        """The students concerned."""
        return tuple(dict.fromkeys(name for suspicion in self.suspicions for name in suspicion.programs))

    @property
    def points(self) -> float:
        """What it would change in all, by the signal that concerns most."""
        return max((suspicion.points for suspicion in self.suspicions), key=abs)


class Look(Struct, frozen=True):
    """What the command needs by which a person looks at a check."""

    folders: Mapping[tuple[str, str], Path] = {}
    """Student and assignment -> the folder of the work, where it is known."""
    specs: Path | None = None
    """The folder of specs, where the user named it."""


def audit(evidence: Evidence) -> list[Suspect]:
    """All checks of an assignment that a signal speaks of, most suspicious first."""
    together: dict[tuple[str, tuple[str, ...]], list[Suspicion]] = {}
    for signal in SIGNALS:
        for suspicion in signal(evidence):
            together.setdefault((suspicion.clause, suspicion.cases), []).append(suspicion)
    suspects = [
        Suspect(evidence.assignment.id, clause, cases, tuple(sorted(entries, key=lambda entry: -entry.weight)))
        for (clause, cases), entries in together.items()
    ]
    return ranked(suspects)


def ranked(suspects: Iterable[Suspect]) -> list[Suspect]:
    """The most suspicious first; of equals that which would change most."""
    return sorted(suspects, key=lambda suspect: (-round(suspect.weight, 3), -abs(suspect.points)))


def overview(suspects: Sequence[Suspect]) -> Iterator[str]:
    """A line for each check: its rank, clause and cases, what it would change, the strongest reasons."""
    for rank, suspect in enumerate(suspects, 1):
        reasons = "; ".join(suspicion.text for suspicion in suspect.suspicions[:_NAMED_REASONS])
        yield shorten(single_line(f"{rank}. {_title(suspect)}: {_change(suspect)}: {reasons}"), _LONGEST)


def details(suspects: Sequence[Suspect], look: Look) -> Iterator[str]:
    """Each check with all reasons, the programs concerned and a command to look."""
    for rank, suspect in enumerate(suspects, 1):
        yield ""
        yield single_line(f"{rank}. {_title(suspect)}")
        yield from (single_line(f"   why:      {suspicion.text}") for suspicion in suspect.suspicions)
        yield single_line(f"   programs: {some_of(suspect.programs, _NAMED_PROGRAMS)}")
        yield f"   change:   {_change(suspect)}"
        yield single_line(f"   look:     {command(suspect, look)}")


def _title(suspect: Suspect) -> str:
    clause = suspect.clause or "every clause"
    return f"{suspect.assignment}: {clause} ({some_of(suspect.cases, _NAMED_CASES)})"


def _change(suspect: Suspect) -> str:
    count = len(suspect.programs)
    programs = f"{count} program{'' if count == 1 else 's'}"
    return f"{suspect.points:+.6g} points for {programs}" if suspect.points else f"no points for {programs}"


def command(suspect: Suspect, look: Look) -> str:
    """A command by which a person sees the first of the programs at this check."""
    specs = [] if look.specs is None else ["--specs", str(look.specs)]
    folders = ((name, look.folders.get((name, suspect.assignment))) for name in suspect.programs)
    student, folder = next(((name, folder) for name, folder in folders if folder is not None), ("", None))
    if folder is None:
        return shlex.join(["harness", "verify", suspect.assignment, *specs])
    only = [
        word for case in suspect.cases[:1] if case not in (*BEFORE_CASES, suspect.clause) for word in ("--only", case)
    ]
    named = ["--student", student, "--assignment", suspect.assignment, *only, "--details"]
    return shlex.join(["grade", str(folder), *named, *specs])


def as_plain(suspect: Suspect, look: Look) -> dict[str, object]:
    """The same for a JSON file."""
    return {
        "assignment": suspect.assignment, "clause": suspect.clause, "cases": list(suspect.cases),
        "weight": round(suspect.weight, 3), "points": round(suspect.points, 6), "programs": list(suspect.programs),
        "why": [suspicion.text for suspicion in suspect.suspicions], "look": command(suspect, look),
    }  # fmt: skip
