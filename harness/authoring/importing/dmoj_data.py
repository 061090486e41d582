"""The data of a problem of DMOJ: files of the folder and of its archive, and cases by the names of these."""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import Any

from harness.authoring.importing.fields import file_below
from harness.authoring.importing.package import Faults
from harness.course.ingest.archives.limits import MAX_ARCHIVE_BYTES
from harness.course.ingest.taking_in.unwrap import entry_names, unpack

_INPUT, _OUTPUT = (
    rf"^(?=.*?\.{end}|{end}).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$" for end in ("in", "out")
)
"""The patterns of DMOJ where a problem gives none, such as for ``2.1.in`` and ``3.out``."""
_Key = tuple[bool, int | str]


class Data:
    """The files that cases name."""

    def __init__(self, folder: Path, archive: str) -> None:
        """``archive``: the name of a zip file in the folder, or nothing."""
        self._folders = [folder.resolve()]
        self._names: list[str] = []
        if archive:
            self._unpacked = tempfile.TemporaryDirectory()
            self._folders.append(Path(self._unpacked.name).resolve())
            self._names = entry_names(folder / archive, MAX_ARCHIVE_BYTES)
            unpack(folder / archive, self._folders[-1])

    def names(self) -> list[str]:
        """The files of the archive, in their order."""
        return self._names

    def content(self, name: str) -> bytes | None:
        """A file's bytes, the folder's before the archive's; None if there is none."""
        for folder in self._folders:
            if (path := file_below(folder, name)) is not None:
                return path.read_bytes()
        return None


def matched(formats: Mapping[str, Any], names: list[str], points: Any, place: str, faults: Faults) -> list[Any]:
    """The cases that the patterns find among the names, as ``test_cases`` would list them."""
    groups: dict[_Key, dict[_Key, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    batches: set[_Key] = set()
    for key, format_key, default in (("in", "input_format", _INPUT), ("out", "output_format", _OUTPUT)):
        try:
            pattern = re.compile(str(formats.get(format_key) or default), re.IGNORECASE)
        except re.error as error:
            faults.add(f"{place}.{format_key}", f"not a regular expression: {error}")
            continue
        for name in names:
            match = pattern.match(name)
            groups_of = match.groupdict() if match else {}
            if match and groups_of.get("case") is None:
                faults.add(f"{place}.{format_key}", f"{name}: no number of the case")
            elif match:
                batch = groups_of.get("batch")
                case = _key(groups_of["case"])
                if batch is not None:
                    batches.add(_key(batch))
                groups[_key(batch) if batch is not None else case][case][key] = name
    return [*_listed(groups, batches, formats.get("case_points"), points, place, faults)]


def _listed(
    groups: Mapping[_Key, Mapping[_Key, dict[str, str]]],
    batches: set[_Key],
    case_points: Any,
    points: Any,
    place: str,
    faults: Faults,
) -> Iterator[Any]:
    worths = iter(case_points) if isinstance(case_points, list) else repeat(points)
    for key in sorted(groups):
        worth = next(worths, None)
        if worth is None:
            faults.add(f"{place}.case_points", "fewer than there are cases and batches")
        cases = [case for _, case in sorted(groups[key].items())]
        if key in batches:
            yield {"batched": cases, "points": worth}
        elif len(cases) > 1:
            faults.add(place, f"several cases have the same number: {', '.join(map(str, cases))}")
        else:
            yield {**cases[0], "points": worth}


def _key(text: str) -> _Key:
    """Numbers come after words."""
    return (True, int(text)) if text.isdecimal() else (False, text)
