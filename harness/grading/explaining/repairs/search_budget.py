"""How long the changes of one program are tried, and how many of them."""

from __future__ import annotations

import time
from collections.abc import Mapping

from msgspec import Struct, field

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.workspace.workspace import Stopwatch

_MOST_TRIALS = 100
"""Programs that are tried."""
_MOST_WAITING_S, _BUSY = 20.0, 20
"""Elapsed seconds of all programs together, beyond so many times their CPU time: a busy machine takes that long."""
_LONGEST_S = 6.0
"""CPU seconds of all programs that a search tries: more is for no student to wait for."""
_SHARE, _LONGEST_SHARED_S = 0.5, 15.0
"""If grading took long anyway, as where each run is endless, and so is almost each changed one, a share of that."""
MOST_ELAPSED_S = 300.0
"""Elapsed seconds of a search, what is built included: on a quiet machine it comes to one of the other ends before."""
_MORE_S, _MORE_TRIALS = 3.0, 30
"""So much more for the rest of what a function does wrong, where a change repairs a part."""


class SearchBudget(Struct):
    """What a search may spend, and has spent."""

    stopwatch: Stopwatch
    last_s: float
    """CPU seconds on the stopwatch at which it ends."""
    begin_waiting_s: float = 0.0
    trials: int = 0
    most_trials: int = _MOST_TRIALS
    begin: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, stopwatch: Stopwatch, outcomes: Mapping[int, CaseResult]) -> SearchBudget:
        """The budget of a search that begins now, after grading that came to these outcomes."""
        graded_s = sum(outcome.timing.cpu_s or 0.0 for outcome in outcomes.values())
        longest_s = max(_LONGEST_S, min(_SHARE * graded_s, _LONGEST_SHARED_S))
        budget = cls(stopwatch, stopwatch.cpu_s + longest_s)
        budget.wait_again()
        return budget

    @property
    def spent_s(self) -> float:
        """CPU seconds on the stopwatch."""
        return self.stopwatch.cpu_s

    @property
    def half_s(self) -> float:
        """CPU seconds on the stopwatch at which half of what is left is spent."""
        return (self.spent_s + self.last_s) / 2

    @property
    def is_spent(self) -> bool:
        """Whether no more changes are to be tried."""
        return self.trials >= self.most_trials or self.is_out_of_time

    @property
    def is_out_of_time(self) -> bool:
        """Whether the time is spent, whatever was tried."""
        is_late = time.monotonic() - self.begin > MOST_ELAPSED_S
        return is_late or self.waits_too_long() or self.spent_s > self.last_s

    def has_room_for(self, seconds: float) -> bool:
        """Whether programs may take so many CPU seconds more."""
        return not self.is_out_of_time and seconds <= max(self.last_s - self.spent_s, _MORE_S)

    def waits_too_long(self) -> bool:
        """Whether the programs have slept or waited for too long."""
        return self._waiting_s - self.begin_waiting_s > _MOST_WAITING_S

    def wait_again(self) -> None:
        """Let the programs that come wait as long as those before."""
        self.begin_waiting_s = self._waiting_s

    def extend(self) -> None:
        """Let more changes be tried from now on."""
        self.last_s = max(self.last_s, self.spent_s + _MORE_S)
        self.most_trials = max(self.most_trials, self.trials + _MORE_TRIALS)

    def shorten(self) -> None:
        """Let few more changes be tried: what is known says why most is wrong."""
        self.last_s = min(self.last_s, self.spent_s + _MORE_S)
        self.most_trials = min(self.most_trials, self.trials + _MORE_TRIALS)

    def try_more(self) -> None:
        """Let more changes be tried for what another fault may do, in the time that is left."""
        self.most_trials = max(self.most_trials, self.trials + _MORE_TRIALS)

    @property
    def _waiting_s(self) -> float:
        return self.stopwatch.programs_s - _BUSY * self.stopwatch.cpu_s
