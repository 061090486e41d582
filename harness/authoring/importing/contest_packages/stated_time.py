"""The time limit that a package states: in ``problem.yaml``, ``.timelimit`` or ``domjudge-problem.ini``."""

from __future__ import annotations

import configparser
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults

_INI, _FILE = "domjudge-problem.ini", ".timelimit"
_TIME = "timelimit"
_NO_VERDICT = (
    "name", "short-name", "shortname", "externalid", "probid", "cid", "color", "points", "allow_submit", "allow_judge",
)  # fmt: skip
_SECTION = "problem"


def stated_time(source: Path, limits: Fields, faults: Faults) -> float:
    """The seconds that the package states, 0 if it states none; two that differ are a fault."""
    times = dict(_times(source, limits, faults))
    for place, time in times.items():
        if not (math.isfinite(time) and time > 0):
            faults.add(place, f"expected a number of seconds above 0, got {time:g}")
    if len(set(times.values())) > 1:
        shown = ", ".join(f"{place} {time:g}" for place, time in times.items())
        faults.add(source, f"time limits that differ: {shown}")
    return next(iter(times.values()), 0)


def _times(source: Path, limits: Fields, faults: Faults) -> Iterator[tuple[str, float]]:
    """Place -> seconds."""
    if limits.raw("time_limit") is not None:
        yield f"{limits.place}.time_limit", limits.number("time_limit")
    path = source / _FILE
    if path.is_file():
        yield str(path), Fields({"time": path.read_text("utf-8", "replace").strip()}, str(path), faults).number("time")
    settings = _ini(source / _INI, faults)
    if settings.raw(_TIME) is not None:
        yield f"{settings.place}.{_TIME}", settings.number(_TIME)
    settings.ignore(*_NO_VERDICT)
    settings.end()


def _ini(path: Path, faults: Faults) -> Fields:
    """DOMjudge's own settings; what is not known there, such as ``special_compare``, is a fault by its name."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    content: Mapping[str, str] = {}
    try:
        if path.is_file():
            parser.read_string(f"[{_SECTION}]\n{path.read_text('utf-8', 'replace')}")
            content = {key: value.strip("\"'") for section in parser.sections() for key, value in parser.items(section)}
    except configparser.Error as error:
        faults.add(path, f"cannot be read: {' '.join(str(error).split())}")
    return Fields(content, str(path), faults)
