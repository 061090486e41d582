"""Findings on limits that a faulty program met without being ended by one, as they may be behind the fault. Pure.

No finding says that the program passed a limit, for the kernel kept it below. It says what the kernel refused, how far
the program was observed to go, or what the program says itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.finding import Finding, Parameter
from harness.model.place import Place
from harness.model.runs.limits import HOME_SIZE, ResolvedLimits
from harness.model.runs.observation import Limit, Observation

_REFUSED = ("processes", "disk", "home", "file")
"""The limits that the kernel enforces without ending a run."""
_ERROR_TEXTS = {
    b"Too many open files": "files",
    b"File too large": "file",
    b"No space left on device": "disk",
    b"Resource temporarily unavailable": "processes",
    b"start new thread": "processes",
    b"create native thread": "processes",
}
"""Texts on stderr where a limit is met -> the limit."""


def met_limits(observation: Observation, limits: ResolvedLimits) -> tuple[Finding, ...]:
    """One finding for each limit that was met."""
    figures: dict[str, Parameter] = {
        "processes": limits.processes,
        "files": limits.open_files,
        "disk": limits.disk,
        "home": HOME_SIZE,
        "file": limits.output,
    }
    findings = dict[str, Finding]()
    for how, limit, text in (*_refused(observation), *_observed(observation, limits), *_reported(observation)):
        said: dict[str, Parameter] = {"text": text} if text else {}
        finding = Finding.of(f"limit-{how}-{limit}", Place(part="limits"), **said, limit=figures[limit])
        findings.setdefault(limit, finding)
    return tuple(findings.values())


def limit_figures(limit: Limit, observation: Observation, limits: ResolvedLimits) -> dict[str, Parameter]:
    """The parameters of a finding on a run that was ended at a limit: what was allowed, and what was used."""
    if limit is Limit.CPU:
        finished: dict[str, Parameter] = {} if observation.ended_by else {"finished": True}
        return {"limit_s": limits.cpu, "used_s": observation.cpu_s, **finished}
    if limit is Limit.WALL:
        computed = {"cpu_s": observation.cpu_s, "cpu_limit_s": limits.cpu}
        return {"limit_s": limits.wall, "used_s": observation.wall_s, **computed}
    if limit is Limit.MEMORY:
        used: dict[str, Parameter] = {"used": observation.memory} if observation.memory > limits.memory else {}
        return {"limit": limits.memory, **used}
    if limit is Limit.OUTPUT:
        return {"limit": limits.output, "streams": _full_streams(observation, limits)}
    return {"limit": limits.processes, "used": observation.processes}


def _full_streams(observation: Observation, limits: ResolvedLimits) -> list[str]:
    """The streams that a program filled; none where it was a file."""
    outputs = {"stdout": observation.stdout, "stderr": observation.stderr}
    return [name for name, content in outputs.items() if len(content) >= limits.output]


def _refused(observation: Observation) -> Iterator[tuple[str, str, str]]:
    """What the kernel refused, or what was full at the end."""
    for name in observation.refused_limits:
        if name in _REFUSED:
            yield "refused", name, ""


def _observed(observation: Observation, limits: ResolvedLimits) -> Iterator[tuple[str, str, str]]:
    if observation.processes >= limits.processes and observation.ended_by is not Limit.PROCESSES:
        yield "reached", "processes", ""
    if observation.open_files >= limits.open_files:
        yield "reached", "files", ""


def _reported(observation: Observation) -> Iterator[tuple[str, str, str]]:
    for error_text, name in _ERROR_TEXTS.items():
        if error_text in observation.stderr and not (
            name == "disk" and "home" in observation.refused_limits
        ):  # the same is said of both
            yield "reported", name, error_text.decode()
