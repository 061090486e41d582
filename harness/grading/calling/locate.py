"""Find where a program is that does not end: one more run, which is never judged.

What it finds depends on the student's program, which runs in the same process; it says where, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.building.rebuild import rebuild
from harness.grading.calling.driver_process import run_prepare_command, run_program
from harness.grading.child_requests.submitted_sources import LARGEST_SOURCE, innermost_place, with_source
from harness.grading.running.observe_case import case_limits, start_commands, with_way
from harness.grading.workspace.workspace import Workspace
from harness.language import languages
from harness.language.driver import LocatingDriver, NotCallable, RebuildingDriver, drivers
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Place
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import copy_tree, read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, InputWay

LONGEST_S = 3.0
"""CPU seconds after which the look begins at the latest."""
SPAN_S = 0.5
"""CPU seconds that it takes."""
_SPARE_S = 1.0
_REPORT = "located.txt"
_LARGEST_REPORT = 1 << 16
_LINES = lazy_regex(rb"^lines:(?P<numbers>(?: \d{1,9}){0,1000})$", re.MULTILINE)


class Located(Struct, frozen=True):
    """Where a program was."""

    where: Place = NOWHERE
    in_loop: bool = False
    """Whether ``where`` is a loop that it did not leave during the look."""
    unchanged: tuple[str, ...] = ()
    """The variables of that loop's condition, where nothing in the loop can change any."""
    changed: tuple[int, ...] = ()
    """The lines of the loop that change any of them, where there are some, and nothing else can change any."""
    seconds: float = 0.0
    """CPU seconds after which it was there."""


class ReadStack(Struct, frozen=True):
    """Find the place that a report of the driver's means."""

    language: str
    report: bytes
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> Located:
        """Return the innermost place in the student's files: the loop around its lines, if there is one."""
        from harness.language.oddities.endless.condition_changes import condition_changes  # noqa: PLC0415 - parsers
        from harness.language.oddities.endless.loops import loop_around  # noqa: PLC0415 - likewise

        place = innermost_place(self.language, self.report.decode(errors="replace"), self.files, self.folder)
        if not place.path or place.line is None:
            return Located()
        match = _LINES.search(self.report)
        lines = {int(number) for number in match["numbers"].split()} if match else set[int]()
        lines = lines if place.line in lines else {place.line}
        source = read_bounded(self.folder, place.path, LARGEST_SOURCE) or b""
        loop = loop_around(place.path, source, lines) if len(source) <= LARGEST_SOURCE and match else None
        if loop is not None:
            place = with_source(replace(place, line=loop, source=b"", marked=None), self.folder)
        alone = sum(path.endswith(".java") for path in self.files) == 1
        names, changed = ((), ()) if loop is None else condition_changes(place.path, source, loop, alone=alone)
        changed = () if changed == (loop,) else changed
        return Located(place, in_loop=loop is not None, unchanged=() if changed else names, changed=changed)


def locate(
    assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace, cpu_limit_s: float
) -> Located:
    """Run the case's program until shortly after it should have ended, and find where it is."""
    case = with_way(planned.case, next(iter(planned.case.attempts or ()), InputWay()))
    seconds = min(cpu_limit_s, LONGEST_S)
    for language, driver in _drivers_for(assignment, case, built):
        program = _rebuilt(built, workspace, driver) if isinstance(driver, RebuildingDriver) else built
        report = _run(assignment, case, program, workspace, driver, seconds) if program else b""
        if not report:
            continue
        request = ReadStack(language, report, built.folder or Path(), tuple(built.kept_files))
        located = workspace.judging.call_or(request, workspace.key, None)
        return Located() if located is None else replace(located, seconds=seconds + SPAN_S)
    return Located()


def _drivers_for(assignment: Assignment, case: Case, built: Built) -> Iterator[tuple[str, LocatingDriver]]:
    """The driver of the assignment's language; of any language, the one whose tool starts the program."""
    started_by = {Path(way[0]).name for way in start_commands(case, built)}
    for name, driver in drivers().items():
        known = languages().get(name)
        is_started = known is not None and bool(started_by & {tool.name for tool in known.tools})
        if isinstance(driver, RebuildingDriver):
            is_started = known is not None and any(path.endswith(known.suffixes) for path in built.kept_files)
        is_meant = assignment.spec.language == name or (assignment.spec.language not in drivers() and is_started)
        if is_meant and isinstance(driver, LocatingDriver):
            yield name, driver


def _rebuilt(built: Built, workspace: Workspace, driver: RebuildingDriver) -> Built | None:
    """The submission built again for the driver; None if that does not work."""
    key: Hashable = ("locate", driver.locate_flags)
    if key not in workspace.variants:
        workspace.variants[key] = _rebuild(built, workspace, driver)
    variant: Any = workspace.variants[key]
    return variant if isinstance(variant, Built) else None


def _rebuild(built: Built, workspace: Workspace, driver: RebuildingDriver) -> Built | None:
    if not built.commands or built.staged is None:
        return None
    folder, home = workspace.new("locating"), workspace.new("home")
    copy_tree(built.staged, folder)
    try:
        for command in driver.prepare_locating(folder):
            run_prepare_command(command, folder, home, workspace)
    except (NotCallable, JudgeError):
        return None
    failed = rebuild(built, folder, driver.locate_flags, workspace).failed
    return None if failed else replace(built, folder=folder)


def _run(
    assignment: Assignment, case: Case, built: Built, workspace: Workspace, driver: LocatingDriver, seconds: float
) -> bytes:
    """Run the program under the driver; the report, empty if there is none."""
    limits = case_limits(assignment, case)
    cpu = seconds + 2 * SPAN_S + _SPARE_S
    limits = replace(limits, cpu=cpu, wall=max(limits.wall, 3 * cpu), memory=limits.memory * 2)

    def command_of(folder: Path, ways: tuple[tuple[str, ...], ...], path: str) -> tuple[str, ...]:
        return driver.locate_command(folder, ways, path, seconds, SPAN_S)

    return run_program(assignment, case, built, workspace, command_of, limits, (_REPORT, _LARGEST_REPORT))
