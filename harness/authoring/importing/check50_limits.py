"""The limits of a check's run: check50 bounds each step of it, a spec the run as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.authoring.importing.check50_source import Check, Step
from harness.authoring.importing.package import Faults

_DEFAULTS = {"stdin": 3.0, "stdout": 3.0, "reject": 1.0, "exit": 5.0}
_WHOLE_CHECK = 60.0


def is_timed(check: Check) -> bool:
    """Whether a check says itself how long it, or a step of it, may take."""
    return check.timeout is not None or any("timeout" in step.options for chain in check.chains for step in chain)


def limits_of(check: Check, steps: Sequence[Step], faults: Faults) -> Mapping[str, str]:
    """The time of all steps together, and no more than the check's; nothing where a check names no time."""
    if not is_timed(check):
        return {}
    whole = _seconds(check.timeout if check.timeout is not None else _WHOLE_CHECK, check.place, faults)
    parts = [_of_step(step, faults) for step in steps if step.name in _DEFAULTS]
    seconds = f"{min(whole, sum(parts)) if parts else whole:g} s"
    return {"cpu": seconds, "wall": seconds}


def _of_step(step: Step, faults: Faults) -> float:
    """Input that asks for a prompt waits as long again for the rest of that prompt."""
    seconds = _seconds(step.options.get("timeout", _DEFAULTS[step.name]), step.place, faults)
    return 2 * seconds if step.name == "stdin" and step.options.get("prompt", True) else seconds


def _seconds(value: object, place: str, faults: Faults) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    faults.add(place, f"timeout={value}: expected a number of seconds above 0")
    return 1
