"""Cases of calls that are set up by a function that was never written, set up in another way.

A missing function costs its own clause. A case of another clause that calls it only to begin with, and to expect
nothing of it, is tried without these calls: on what ``set`` says and what the other calls do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from harness.model.patterns import alternatives
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Call, Case

_MOST_FUNCTIONS = 4
"""A case that takes more functions to set up is not tried."""


def other_ways(planned: PlannedCase, cases: Sequence[PlannedCase]) -> Iterator[PlannedCase]:
    """The case without the calls of each function that sets it up, then without those of all of them."""
    names = _set_up_by(planned.case, cases)
    if not names or len(names) > _MOST_FUNCTIONS:
        return
    for left_out in dict.fromkeys((*((name,) for name in names), names)):
        calls = tuple(call for call in planned.case.calls if _name(call) not in left_out)
        yield replace(planned, case=replace(planned.case, calls=calls))


def _set_up_by(case: Case, cases: Sequence[PlannedCase]) -> tuple[str, ...]:
    """The functions that only set the case up: a clause of its ``follows`` tests them, and nothing is expected here."""
    if not case.calls:
        return ()
    tested = {
        _name(planned.case.calls[-1])
        for planned in cases
        if planned.case.calls and planned.case.clause in case.explained_by
    } - {_name(case.calls[-1])}
    expected = {_name(call) for call in case.calls if _expects(call)}
    return tuple(dict.fromkeys(name for call in case.calls if (name := _name(call)) in tested - expected))


def _name(call: Call) -> str:
    """The required name of what is called; of a constructor or an object's method none."""
    return alternatives(call.function)[0] if call.function and not call.of else ""


def _expects(call: Call) -> bool:
    """Whether something is expected of a call, or a later one takes what it gives."""
    plain = Call(function=call.function, args=call.args, repeat=call.repeat)
    return call != plain or call.returns is not UNSET or not _name(call)
