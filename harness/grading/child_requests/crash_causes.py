"""What a program's sources show of why it crashed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE
from harness.model.finding import PASSED_END, Parameter
from harness.model.observation import Crash
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import read_bounded

_INDEX = lazy_regex(
    r"\w*IndexOutOfBoundsException: [Ii]ndex (?P<index>-?\d{1,9}) out of bounds for length (?P<length>\d{1,9})"
)


def crash_cause(crash: Crash, trace: bytes, files: Collection[str], folder: Path | None) -> Mapping[str, Parameter]:
    """The loop of a Java program that went on when an index had passed an end, as a reason with its parameters."""
    match = _INDEX.fullmatch(crash.error)
    if match is None or not crash.where.path.endswith(".java") or folder is None:
        return {}
    index, length = int(match["index"]), int(match["length"])
    if index >= 0 and index != length:
        return {}
    from harness.language.java.language import own_frames  # noqa: PLC0415 - few programs crash
    from harness.language.oddities.passed_ends import passed_end  # noqa: PLC0415 - likewise

    @cache
    def read(path: str) -> bytes:
        source = read_bounded(folder, path, LARGEST_SOURCE) or b""
        return source if len(source) <= LARGEST_SOURCE else b""

    passed = passed_end([*own_frames(trace, files)], read, below=index < 0)
    if passed is None:
        return {}
    step_lines = ", ".join(map(str, passed.steps))
    shared: dict[str, Parameter] = {"name": passed.name, "text": passed.condition, "index": index, "loop": passed.loop}
    shared |= {"file": passed.path} if passed.path != crash.where.path else {}
    side = "below" if index < 0 else "above"
    return {"reason": PASSED_END, **shared, "steps": len(passed.steps), "listed": step_lines, "side": side}
