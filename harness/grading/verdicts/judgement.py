"""What a case is judged by, and what the judge says about it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from harness.judge.checkers import Context
from harness.model.finding import NOWHERE, Finding, Parameter, Place
from harness.model.grade import CaseGrade
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Crash
from harness.model.output import Output
from harness.model.verdict import FAILED, Verdict
from harness.spec.format.assignment import PlannedCase

LINE_ORDER = "line-order"
"""The near miss of right lines in another order."""
_WRONG_LINES = (LINE_ORDER, "extra-lines", "repeated-line")
"""The near misses by which a program does something else than is asked for, and not the same in another form."""


class Expectation(Struct, frozen=True):
    """All that one case is judged by."""

    planned: PlannedCase
    limits: ResolvedLimits
    context: Context
    texts: Mapping[str, Output | None]
    """The expected bytes of ``stdout``, ``stderr`` and files, where a text or a golden says them."""
    crash: Crash | None = None
    """The uncaught error that the language's module found in the output."""
    folder: Path | None = None
    """Where the built submission is, for the lines of its sources."""
    submitted_files: tuple[str, ...] = ()
    """The files of the submission."""
    added_files: tuple[str, ...] = ()
    """The files that the build added."""


class Judgement(Struct, frozen=True):
    """A verdict with its reasons."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    kept: float = 1.0
    """The part of the case's points that is kept, from 0 to 1."""
    charged: tuple[str, ...] = ()
    """Clauses that are charged for near misses while the case itself counts as right."""
    absent: bool = False
    """Whether what the case asks for is not there at all: no other clause's violation explains that."""
    comparable: bool = True
    """Whether there was output close enough to right to speak for the clauses that near misses are charged to."""

    not_started: bool = False
    """Whether the program did not even begin."""
    explains: tuple[str, ...] = ()
    """Clauses of the case's ``follows`` whose functions call the one that is wrong here, also without them."""

    @property
    def is_wrong(self) -> bool:
        """Whether the program does what is wrong: a case fails, or other lines or another order are charged."""
        has_wrong_lines = any(name in finding.near_misses for finding in self.findings for name in _WRONG_LINES)
        return self.verdict in FAILED or (bool(self.charged) and has_wrong_lines)

    @property
    def is_right(self) -> bool:
        """Whether nothing is said against the program."""
        return self.verdict is Verdict.AC and not self.charged

    @classmethod
    def fault(
        cls, verdict: Verdict, kind: str, where: Place = NOWHERE, actual: bytes | None = None, /, **params: Parameter
    ) -> Judgement:
        """A verdict with one reason, a finding of this kind, and no points."""
        return cls.because(verdict, Finding.of(kind, where, None, actual, **params))

    @classmethod
    def judge_error(cls, text: str) -> Judgement:
        """The verdict on what our side could not do."""
        return cls.fault(Verdict.JE, "judge-error", text=text)

    @classmethod
    def because(cls, verdict: Verdict, finding: Finding) -> Judgement:
        """A verdict with this reason and no points."""
        return cls(verdict, (finding,), 0.0, comparable=False)


RIGHT = Judgement(Verdict.AC)


class Judged(Struct, frozen=True):
    """A judged case before points are given: the grade's row without its score, and what the judge said."""

    row: CaseGrade
    judgement: Judgement
    weight: float = 1.0
    may_charge: tuple[str, ...] = ()
    """The clauses that the case could charge near misses to."""
    follows: tuple[str, ...] = ()
    """The clauses whose violation explains a failure of this case."""
    answered: bool | None = None
    """Whether the program came to its own end here, and answered; None if the case says nothing of that."""
    runs: bool = False
    """Whether the case runs the program."""
    needs: tuple[str, ...] = ()
    """The clauses of which a case has to be right for this one to be."""
