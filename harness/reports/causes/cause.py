"""A fault, and all that is lost by it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from harness.judge.finding_kinds import (
    NO_MAIN_PROGRAM,
    ONE_CHANGE,
    PRINTED_HERE,
    REQUIRED_FILE_MISSING,
    SAME_IN,
    SMALLER_INPUT,
    USAGE_INSTEAD,
)
from harness.model.finding import CALLERS, MAY_BE_MEANT, NO_ANSWER, Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.faults import (
    AT_A_LIMIT,
    BROKEN_OFF,
    broke_while_loading,
    ending,
    is_build_failure,
    prints_nothing,
    wrong_function,
)

CAUSE_SIGN = "✘ "
"""What comes before the number of a cause that another may follow from."""


def edit_of(change: Finding) -> Hashable:
    """What a finding on a change of the program changes, and to what."""
    return replace(change.where, case=""), change.params.get("old"), change.params.get("new")


def says_why_endless(case: CaseGrade) -> bool:
    """Whether a course's check says what a run did without end, which is more than the limit that ended it."""
    return bool(case.findings) and bool(case.findings[0].params.get("endless"))


def describes_all_calls(case: CaseGrade) -> bool:
    """Whether a course's check says what all calls of a function have in common, and not what one returned."""
    return bool(case.findings) and bool(case.findings[0].params.get("all_calls"))


def note_on(function: str | None, notes: Sequence[Finding]) -> Finding | None:
    """The first note that says what is wrong on a line of this function, or of any for None; None for none.

    Of a function whose changes are lost, the functions that call it count as well.
    """
    of_function = (note for note in notes if note.where.function and _is_on(note, function))
    return next((note for note in of_function if note.params.get("what") not in MAY_BE_MEANT), None)


def _is_on(note: Finding, function: str | None) -> bool:
    callers = note.params.get(CALLERS)
    return function in (None, note.where.function) or (isinstance(callers, (list, tuple)) and function in callers)


class Cause(Struct, frozen=True):
    """A fault, and all that is lost by it."""

    cases: tuple[CaseGrade, ...]
    """The cases that fail by it, the one to show first."""
    followers: tuple[CaseGrade, ...] = ()
    """Cases that could not be judged because of it, without a story of their own."""
    waiting: tuple[str, ...] = ()
    """The clauses of these of which no other case was judged; a case without a clause by its name."""
    passed: tuple[str, ...] = ()
    """The names of the cases of the grade that are right."""
    failed: tuple[str, ...] = ()
    """The names of the cases of the grade that are wrong, by this cause or by another, whatever they cost.

    So are those that are right for their own clause, where another one is charged for what they found.
    """
    alone: bool = False
    """Whether it is the only cause of the grade."""
    after: tuple[str, ...] = ()
    """The functions that are wrong as well, or the number of a cause, where this is an output that may follow."""
    clue: CaseGrade | None = None
    """A case that watched the wrong function at work, and says what it did."""
    note: Finding | None = None
    """The note on a line of the wrong function, or of any where an output is wrong: it may say more than a hint."""

    @property
    def case(self) -> CaseGrade:
        """The case that shows it best."""
        return self.cases[0]

    @property
    def finding(self) -> Finding:
        """The finding that shows it best: how a run was cut short says more than what is missing by it."""
        end = None if says_why_endless(self.case) else ending(self.case)
        return end if end is not None else self.case.findings[0]

    @property
    def clue_function(self) -> str:
        """The function that was called alone in the case that says why, and is wrong by itself; empty for none."""
        name = "" if self.clue is None else wrong_function(self.clue.findings[0])
        return name if name.isidentifier() else ""

    @property
    def change(self) -> Finding | None:
        """The finding on the change of the program by which all runs of the cause pass; None if none is known."""
        changes = [finding for case in self.own_runs for finding in case.findings if finding.kind == ONE_CHANGE]
        is_common = len(changes) == len(self.own_runs) and len({*map(edit_of, changes)}) == 1
        return changes[0] if is_common else None

    @property
    def smaller(self) -> Finding | None:
        """The finding on a small part of the input that is enough in the case shown; None if none is known."""
        return next((finding for finding in self.case.findings if finding.kind == SMALLER_INPUT), None)

    @property
    def printing(self) -> Finding | None:
        """The finding on the statement that prints what should not come in the case shown; None if none is known."""
        return next((finding for finding in self.case.findings if finding.kind == PRINTED_HERE), None)

    @property
    def command(self) -> str:
        """The command that shows it, with a small input where one is known; empty for none."""
        return self.case.reproduce if self.smaller is None else str(self.smaller.params["command"])

    @property
    def own_runs(self) -> tuple[CaseGrade, ...]:
        """Its cases without those that are only charged for what the run of another one shows, if there are others."""
        own = tuple(case for case in self.cases if not (case.findings and case.findings[0].where.case))
        return own or self.cases

    @property
    def wrong_of_clause(self) -> tuple[CaseGrade, ...]:
        """Its wrong cases of the clause that is shown."""
        return tuple(case for case in self.cases if case.clause == self.case.clause and case.verdict is Verdict.WA)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it violates, first that of the case shown."""
        return tuple(dict.fromkeys(case.clause for case in (*self.cases, *self.followers) if case.clause))

    @property
    def case_count(self) -> int:
        """In how many cases it was seen, with those that charge the same near miss to a clause."""
        findings = (finding for case in self.cases for finding in case.findings if finding.kind == SAME_IN)
        same = (finding.params.get("cases") for finding in findings)
        return len(self.cases) + sum(len(names) for names in same if isinstance(names, list))

    @property
    def tried_count(self) -> int:
        """The same of the cases with which a change of the program was tried."""
        return self.case_count - len(self.cases) + len(self.own_runs)

    @property
    def lost(self) -> float:
        """The points that it costs."""
        return sum(case.max_score - case.score for case in (*self.cases, *self.followers))

    @property
    def blocks(self) -> bool:
        """Whether it keeps runs from getting as far as an answer, in several clauses."""
        broken_off = self.case.verdict in BROKEN_OFF or ending(self.case) is not None
        broken_off = broken_off or self.finding.kind == REQUIRED_FILE_MISSING
        no_answer = prints_nothing(self.finding) or self.finding.kind in (USAGE_INSTEAD, NO_ANSWER)
        no_answer = no_answer or broke_while_loading(self.finding)
        return len(self.clauses) > 1 and (broken_off or no_answer)

    @property
    def crashes(self) -> bool:
        """Whether runs of several clauses end in a crash: what they did not print follows from it."""
        return self.blocks and (self.case.verdict is Verdict.RTE or ending(self.case) is not None)

    @property
    def keeps_silent(self) -> bool:
        """Whether no run answers by it: it is not built, does not start, never ends, or prints nothing."""
        silent = prints_nothing(self.finding) or self.finding.kind == NO_MAIN_PROGRAM or is_build_failure(self.case)
        return self.blocks and (silent or self.case.verdict in AT_A_LIMIT)
