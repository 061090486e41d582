"""What is told of the limits that a faulty program met without being ended by one: they may be behind the fault. Pure.

Nothing here says that a program passed a limit, for the kernel kept it below: it says what was refused it, how far it
was seen to go, or what it says itself.
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
_SAID = {
    b"Too many open files": ("files", "it may have {files} files open at a time in each process"),
    b"File too large": ("file", "a file may have {file}"),
    b"No space left on device": ("disk", "there are {disk} of disk space for it"),
    b"Resource temporarily unavailable": ("processes", "it may have {processes} processes and threads at a time"),
    b"start new thread": ("processes", "it may have {processes} processes and threads at a time"),
    b"create native thread": ("processes", "it may have {processes} processes and threads at a time"),
}
"""What systems and languages say where a limit is met, and what is to be known of it then."""


def met(seen: Observation, limits: ResolvedLimits) -> tuple[Finding, ...]:
    """One finding for each limit that was met."""
    told = dict[str, str]()
    for name, message in (*_certain(seen), *_seen(seen, limits), *_said(seen)):
        told.setdefault(name, message)
    figures = {
        "processes": limits.processes,
        "files": limits.open_files,
        "disk": size(limits.disk),
        "home": size(HOME_SIZE),
        "file": size(limits.output),
    }
    return tuple(Finding(message.format_map(figures), where="limits") for message in told.values())


def figure(limit: Limit, seen: Observation, limits: ResolvedLimits) -> str:
    """The limit that ended a run, and how far the run had come."""
    reached = {
        Limit.CPU: f"{limits.cpu:g} s of CPU time, ended at {seen.cpu_s:.2f} s",
        Limit.WALL: f"{limits.wall:g} s, ended at {seen.wall_s:.2f} s",
        Limit.MEMORY: size(limits.memory) + (f", seen were {size(seen.memory)}" if seen.memory > limits.memory else ""),
        Limit.OUTPUT: size(limits.output),
        Limit.PROCESSES: f"{limits.processes} processes and threads, seen were {seen.processes}",
    }
    return reached[limit]


def size(count: int) -> str:
    """Bytes for people."""
    return f"{count / 1024**2:.4g} MiB" if count >= 1024**2 else f"{count / 1024:.4g} KiB"


def _certain(seen: Observation) -> Iterator[tuple[str, str]]:
    """What the kernel refused, or left full."""
    for name in seen.refused_limits:
        if name in _REFUSED:
            yield name, _REFUSED[name]


def _seen(seen: Observation, limits: ResolvedLimits) -> Iterator[tuple[str, str]]:
    if seen.processes >= limits.processes and seen.ended_by is not Limit.PROCESSES:
        yield "processes", "the program had {processes} processes and threads at a time, as many as it may"
    if seen.open_files >= limits.open_files:
        yield "files", "a process of the program had {files} files open at a time, as many as it may"


def _said(seen: Observation) -> Iterator[tuple[str, str]]:
    for words, (name, limit) in _SAID.items():
        if words in seen.stderr and not (name == "disk" and "home" in seen.refused_limits):  # the same is said of both
            yield name, f'the program says "{words.decode()}": {limit}'
