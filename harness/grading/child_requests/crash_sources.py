"""What a submission's sources say on a crash: which line sets the length of an array, what is 0 as a divisor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, with_source
from harness.grading.verdicts.judgement import Judgement
from harness.model.finding import Finding, Parameter, Place
from harness.sandbox.files.scratch import read_bounded

INDEX = "index-and-length"
"""The reason of a crash by an index whose values are known."""
_OF_ARRAYS = "ArrayIndexOutOfBoundsException"
"""What Java throws for an array: not for a list or a text."""
_OPEN_END = "open-end"
"""The reason of an end of a function without a return."""
_LENGTH = "array-length"
"""The reason of one whose finding says the index itself."""
_MIXED_LINES = re.compile(rb"\r(?!\n)")
"""An end of a line that not every reader of the file takes for one."""
_OVERRUNS = ("stack-overflow", "global-overflow")


def with_sources(judgement: Judgement, folder: Path | None) -> Judgement:
    """The judgement with what the sources say on the crashes in it."""
    if folder is None or not any(finding.params.get("reason") in (INDEX, "division") for finding in judgement.findings):
        return judgement
    try:
        return replace(judgement, findings=tuple(_with_source(finding, folder) for finding in judgement.findings))
    except (RecursionError, MemoryError):  # of a source that no student writes
        return judgement


def _with_source(finding: Finding, folder: Path) -> Finding:
    reason, length = finding.params.get("reason"), finding.params.get("length")
    seen: dict[str, Parameter] = {}
    error = str(finding.params.get("error") or finding.params.get("exception"))
    is_array = not finding.where.path.endswith(".java") or _OF_ARRAYS in error
    if reason == INDEX and is_array and _is_beyond(finding.params.get("index"), length):
        seen = length_set(finding.where, folder, int(str(length)))
    elif reason == "division":
        from harness.language.oddities.crashes.divisors import zero_divisor  # noqa: PLC0415 - parsers, for few crashes

        source = _source(finding.where, folder)
        divisor = zero_divisor(finding.where.path, source, finding.where.line or 0) if source else ""
        seen = {"divisor": divisor} if divisor else {}
    return replace(finding, params={**finding.params, **seen}) if seen else finding


def _is_beyond(index: object, length: object) -> bool:
    """Whether an index is too large, and not below 0: then another length might be right."""
    known = [str(number) for number in (index, length)]
    return all(number.isdecimal() for number in known) and int(known[0]) >= int(known[1])


def length_of_crash(what: str, where: Place, folder: Path, params: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The parameters on the length of an array, for a crash of C or C++ that a sanitizer reports; none if unsure."""
    size, variable = params.get("size"), str(params.get("variable", ""))
    if what == "index" and isinstance(size, int) and _is_beyond(params.get("index"), size):
        seen = length_set(where, folder, size)
    elif what in _OVERRUNS and variable and params.get("side") == "behind":
        seen = length_set(where, folder, None, variable)
    else:
        return {}
    return {"reason": _LENGTH, **seen} if seen else {}


def length_set(where: Place, folder: Path, length: int | None, array: str = "") -> dict[str, Parameter]:
    """The array whose element is used in a line, and the line that sets its length, as parameters; none if unsure."""
    from harness.language.oddities.crashes.array_lengths import array_length  # noqa: PLC0415 - parsers, for few crashes

    source = _source(where, folder)
    known = array_length(where.path, source, where.line or 0, length, array, where.column) if source else None
    if known is None:
        return {}
    return {"array": known.array, "set_in": known.line, **({"set_by": known.text} if known.text else {})}


class FindOpenEnd(Struct, frozen=True):
    """Find where the function around a place ends without a return."""

    folder: Path
    where: Place

    def run(self, _course: object) -> Finding | None:
        """Return a finding with that place, and the parameters that explain it; None if it is not known."""
        from harness.language.oddities.crashes.open_ends import open_end  # noqa: PLC0415 - parsers, for few programs

        source = _source(self.where, self.folder)
        end = open_end(self.where.path, source, self.where.line or 0) if source else None
        if end is None:
            return None
        where = with_source(Place(path=self.where.path, line=end.line), self.folder)
        return Finding.of(_OPEN_END, where, reason=_OPEN_END, ends=end.function, way=end.way, condition=end.condition)


def _source(where: Place, folder: Path) -> bytes:
    """The file of a place; empty if it is too long to be read, or its lines are not sure."""
    source = read_bounded(folder, where.path, LARGEST_SOURCE) if where.path and where.line else None
    is_known = source is not None and len(source) <= LARGEST_SOURCE and _MIXED_LINES.search(source) is None
    return source if source is not None and is_known else b""
