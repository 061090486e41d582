"""The time limit of a package: as it states it, else a multiple of what the slowest accepted program takes."""

from __future__ import annotations

import configparser
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.jury_programs import ACCEPTED
from harness.authoring.importing.contest_packages.labels import LEGACY
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults, Package, write_package
from harness.course.assignments import load_course
from harness.grading.grader import Grader
from harness.grading.plan.mutants import accepted_programs, as_submission
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch

_INI, _FILE = "domjudge-problem.ini", ".timelimit"
_TIME = "timelimit"
_NO_VERDICT = (
    "name", "short-name", "shortname", "externalid", "probid", "cid", "color", "points", "allow_submit", "allow_judge",
)  # fmt: skip
_SECTION = "problem"


def stated_time(source: Path, limits: Fields, faults: Faults) -> float:
    """The seconds that the package states, 0 where it states none; two that differ are a fault."""
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
    settings.end(*_NO_VERDICT)


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


_LONGEST_S = 60
_NAME = "measured"
_JOBS = 2


class TimeRule(Struct, frozen=True):
    """How the limit follows from the slowest time."""

    multiplier: float
    resolution: float
    """Seconds of which the limit is a multiple."""

    @classmethod
    def read(cls, limits: Fields, version: str, faults: Faults) -> TimeRule:
        """Read ``time_multiplier`` of older formats, which is 5, or ``time_multipliers`` of newer ones, which is 2."""
        newer_keys = limits.raw("time_multipliers") is not None or limits.raw("time_resolution") is not None
        older = version in LEGACY and not newer_keys
        multiplier = limits.number("time_multiplier", 5 if older else 2)
        newer = Fields(limits.raw("time_multipliers") or {}, f"{limits.place}.time_multipliers", faults)
        multiplier = newer.number("ac_to_time_limit", multiplier)
        newer.end("time_limit_to_tle")
        limits.ignore("time_safety_margin")
        return cls(multiplier, limits.number("time_resolution", 1))

    def limit(self, slowest_s: float) -> float:
        """The smallest multiple of the resolution that gives the slowest its margin."""
        return max(1, math.ceil(slowest_s * self.multiplier / self.resolution)) * self.resolution


def infer_time(package: Package, rule: TimeRule, place: str) -> Package:
    """The package with the limit that follows from its accepted programs, which are run for it here, on this machine.

    Raises:
        UsageError: when none of them passes all cases, so that there is no time to start from.

    """
    # a right program that earns a part stands among the others
    files = {
        re.sub(rf"^mutants/[^/]*-{ACCEPTED}-", "accepted/", name): content for name, content in package.files.items()
    }
    programs = {name: content for name, content in files.items() if not name.startswith("mutants")}
    spec = {**package.spec, "limits": {**package.spec["limits"], "cpu": f"{_LONGEST_S} s"}}
    grades = list(_grades(replace(package, spec=spec, files=programs)))
    right = {grade.student: slowest for grade in grades if (slowest := _slowest(grade)) is not None}
    if not right:
        raise UsageError(
            f"{place}: no time_limit, and no program in submissions/accepted that passes here, from which it would "
            "follow; write a time_limit"
        )
    name = max(right, key=lambda student: right[student])
    limit = rule.limit(right[name])
    note = f"time limit: {limit:g} s, as {name} takes {right[name]:.2f} s here, the longest of {len(right)} programs"
    spec = {**package.spec, "limits": {**package.spec["limits"], "cpu": f"{limit:g} s"}}
    return replace(package, spec=spec, notes=[note, *package.notes])


def _grades(package: Package) -> Iterator[Grade]:
    """Grade the accepted programs."""
    with scratch() as root:
        specs = root / "specs"
        write_package(package, specs / _NAME, is_kept=False)
        course = load_course(specs, (_NAME,))
        assignment = course[_NAME]
        folders = accepted_programs(assignment)
        if not folders:
            return
        grader = Grader(course, isolate(specs, best=None).isolation, root / "work", _JOBS, own_programs=True)
        grader.run([as_submission("accepted", folder.name, assignment, folder) for folder in folders])
        yield from grader.grades()


def _slowest(grade: Grade) -> float | None:
    """The CPU seconds of its slowest case; None unless all cases are right, if only for a part of the points."""
    if any(case.verdict is not Verdict.AC and not case.score for case in grade.cases):
        return None
    return max((case.timing.cpu_s or 0 for case in grade.cases), default=None)
