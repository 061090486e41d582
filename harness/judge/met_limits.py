"""Findings on limits that a faulty program met without being ended by one, as they may be behind the fault. Pure.

No finding says that the program passed a limit, for the kernel kept it below. It says what the kernel refused, how far
the program was observed to go, or what the program says itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.limits import HOME_SIZE, ResolvedLimits
from harness.model.observation import Limit, Observation

_REFUSED = {
    "processes": "the program asked for more than {processes} processes and threads at a time, and did not get them",
    "disk": "the program filled its {disk} of disk space",
    "home": "the program filled its {home} of disk space for temporary files",
    "file": "the program wrote a file as long as one may be, {file}",
}
_ERROR_TEXTS = {
    b"Too many open files": ("files", "it may have {files} files open at a time in each process"),
    b"File too large": ("file", "a file may have {file}"),
    b"No space left on device": ("disk", "there are {disk} of disk space for it"),
    b"Resource temporarily unavailable": ("processes", "it may have {processes} processes and threads at a time"),
    b"start new thread": ("processes", "it may have {processes} processes and threads at a time"),
    b"create native thread": ("processes", "it may have {processes} processes and threads at a time"),
}
"""Texts on stderr where a limit is met -> the limit, and what a student should know of it."""


def met_limits(observation: Observation, limits: ResolvedLimits) -> tuple[Finding, ...]:
    """One finding for each limit that was met."""
    messages = dict[str, str]()
    for name, message in (*_refused(observation), *_observed(observation, limits), *_reported(observation)):
        messages.setdefault(name, message)
    figures = {
        "processes": limits.processes,
        "files": limits.open_files,
        "disk": format_size(limits.disk),
        "home": format_size(HOME_SIZE),
        "file": format_size(limits.output),
    }
    return tuple(Finding(message.format_map(figures), where="limits") for message in messages.values())


def describe_limit(limit: Limit, observation: Observation, limits: ResolvedLimits) -> str:
    """Describe the limit that ended a run, and how far the run had come."""
    reached = {
        Limit.CPU: f"{limits.cpu:g} s of CPU time, ended at {observation.cpu_s:.2f} s",
        Limit.WALL: f"{limits.wall:g} s, ended at {observation.wall_s:.2f} s",
        Limit.MEMORY: format_size(limits.memory)
        + (f", seen were {format_size(observation.memory)}" if observation.memory > limits.memory else ""),
        Limit.OUTPUT: format_size(limits.output),
        Limit.PROCESSES: f"{limits.processes} processes and threads, seen were {observation.processes}",
    }
    return reached[limit]


def format_size(count: int) -> str:
    """A number of bytes for people to read."""
    return f"{count / 1024**2:.4g} MiB" if count >= 1024**2 else f"{count / 1024:.4g} KiB"


def _refused(observation: Observation) -> Iterator[tuple[str, str]]:
    """What the kernel refused, or what was full at the end."""
    for name in observation.refused_limits:
        if name in _REFUSED:
            yield name, _REFUSED[name]


def _observed(observation: Observation, limits: ResolvedLimits) -> Iterator[tuple[str, str]]:
    if observation.processes >= limits.processes and observation.ended_by is not Limit.PROCESSES:
        yield "processes", "the program had {processes} processes and threads at a time, as many as it may"
    if observation.open_files >= limits.open_files:
        yield "files", "a process of the program had {files} files open at a time, as many as it may"


def _reported(observation: Observation) -> Iterator[tuple[str, str]]:
    for error_text, (name, limit) in _ERROR_TEXTS.items():
        if error_text in observation.stderr and not (
            name == "disk" and "home" in observation.refused_limits
        ):  # the same is said of both
            yield name, f'the program says "{error_text.decode()}": {limit}'
