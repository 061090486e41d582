"""What a program's sources show of why it crashed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.language.diagnostics.recursion import recurring_functions
from harness.language.parsing.cpp import SUFFIXES as CPP_SUFFIXES
from harness.model.finding import PASSED_END, Finding, Parameter
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import read_bounded

_MOST_FILES = 20
_RECURSION = lazy_regex(r"RecursionError|StackOverflowError")
_INDEX = lazy_regex(
    r"\w*IndexOutOfBoundsException: [Ii]ndex (?P<index>-?\d{1,9}) out of bounds for length (?P<length>\d{1,9})"
)


def with_cause(finding: Finding, trace: bytes, files: Collection[str], folder: Path) -> Finding:
    """The finding on an exception that nothing caught, with what the sources show of its cause."""
    cause = crash_cause(str(finding.params.get("error", "")), finding.where.path, trace, files, folder)
    return replace(finding, params={**finding.params, **cause}) if cause else finding


def crash_cause(error: str, path: str, trace: bytes, files: Collection[str], folder: Path) -> Mapping[str, Parameter]:
    """A reason with its parameters; none if the sources show nothing."""
    if _RECURSION.match(error):
        functions = recurring_functions(trace)
        handed = self_calls(functions[0], files, folder) if len(functions) == 1 else {}
        return {"reason": "recursion", **handed} if handed else {}
    match = _INDEX.fullmatch(error)
    return _passed_end(match, path, trace, files, folder) if match and path.endswith(".java") else {}


def self_calls(function: str, files: Collection[str], folder: Path) -> Mapping[str, Parameter]:
    """What a function gives itself in each call, as a sentence's parameters; none if that shows nothing."""
    from harness.language.oddities.endless.self_calls import handed_on  # noqa: PLC0415 - few programs crash

    paths = [path for path in files if path.endswith((".py", ".java", ".h", *CPP_SUFFIXES))]
    if len(paths) > _MOST_FILES:
        return {}
    return handed_on({path: _read(folder, path) for path in paths}, function)


def _passed_end(
    match: re.Match[str], path: str, trace: bytes, files: Collection[str], folder: Path
) -> Mapping[str, Parameter]:
    """The loop of a Java program that went on when an index had passed an end."""
    index, length = int(match["index"]), int(match["length"])
    if index >= 0 and index != length:
        return {}
    from harness.language.java.language import own_frames  # noqa: PLC0415 - few programs crash
    from harness.language.oddities.endless.passed_ends import passed_end  # noqa: PLC0415 - likewise

    frames = [*own_frames(trace, files)]
    passed = passed_end(frames, cache(partial(_read, folder)), length, below=index < 0)
    if passed is None:
        return {}
    step_lines = ", ".join(map(str, passed.steps))
    shared: dict[str, Parameter] = {"name": passed.name, "text": passed.condition, "index": index, "loop": passed.loop}
    shared |= {"file": passed.path} if passed.path != path else {}
    side = "below" if index < 0 else "above"
    return {"reason": PASSED_END, **shared, "steps": len(passed.steps), "listed": step_lines, "side": side}


def _read(folder: Path, path: str) -> bytes:
    source = read_bounded(folder, path, LARGEST_SOURCE) or b""
    return source if len(source) <= LARGEST_SOURCE else b""
