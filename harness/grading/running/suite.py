"""Run a course's own test suite with a student's program, in two processes.

The decider, outside of the sandbox, holds the tests and runs them; in place of the student's modules it has mirrors.
The server, in the sandbox, holds the student's program and does what the mirrors ask, over a pipe. No expected value,
no assertion and no result is ever where the student's code has power.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from harness.grading.building.built import Built, check_tools
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_places import with_source
from harness.grading.running.interactor import new_partner_folder, observe_with_partner
from harness.grading.verdicts.suite import judge_test, not_run
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import FOLDER, copy_program
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Place
from harness.model.grade import Timing
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.patterns import alternatives
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded, regular_files
from harness.sandbox.process_setup.executables import locate
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, Suite
from harness.spec.format.suite_tests import suite_files, tests_of
from harness.spec.format.units import Seconds

_PROGRAMS = "python/suite"
_SERVER = ("suite_server", "suite_child", "suite_foreign", "suite_objects", "suite_shared", "suite_wire")
_RESULTS = "results.jsonl"
_LARGEST = 16 << 20
_DONE = 43
_ENDING = ".py"
_EACH_S = 2.0
"""CPU seconds of one test, where the spec says none."""


def run_suites(
    assignment: Assignment, indices: Sequence[int], built: Built, workspace: Workspace
) -> dict[int, CaseResult | str]:
    """Run the tests of these cases, or say what keeps us from it; those of one suite share a process."""
    groups: dict[str, list[int]] = {}
    outcomes: dict[int, CaseResult | str] = {}
    for index in indices:
        groups.setdefault(_process_key(assignment.cases[index].case), []).append(index)
    for group in groups.values():
        cases = {index: assignment.cases[index] for index in group}
        try:
            check_tools(assignment, cases[group[0]].case, built)
            outcomes |= _run_group(assignment, cases, built, workspace)
        except JudgeError as error:
            outcomes |= dict.fromkeys(group, str(error))
    return outcomes


def _process_key(case: Case) -> str:
    suite = None if case.suite is None else replace(case.suite, test="", tests={})
    return repr((suite, case.files, case.limits))


def _run_group(
    assignment: Assignment, cases: Mapping[int, PlannedCase], built: Built, workspace: Workspace
) -> dict[int, CaseResult]:
    first = next(iter(cases.values())).case
    if first.suite is None or built.folder is None:
        raise ValueError("only a suite, with a submission that was built, is run so")
    names = {index: planned.case.suite.test for index, planned in cases.items() if planned.case.suite is not None}
    observation, results = _observe(assignment, first, first.suite, [*names.values()], built, workspace)
    limits = _limits(assignment, first, len(cases))
    timing = Timing(
        observation.cpu_s / len(cases), observation.wall_s / len(cases), limits.cpu, memory=observation.memory
    )
    return {index: _result(name, results, observation, built, timing) for index, name in names.items()}


def _result(
    name: str, results: Mapping[str, Mapping[str, Any]], observation: Observation, built: Built, timing: Timing
) -> CaseResult:
    entry, failed_file = results.get(name), results.get("")
    where = _place(entry or failed_file or {}, built)
    judgement = not_run(failed_file, where, observation) if entry is None else judge_test(entry, where)
    return CaseResult(judgement, timing, over_time=judgement.verdict is Verdict.TLE)


def _place(entry: Mapping[str, Any], built: Built) -> Place:
    """The innermost line of the submission that is known; the program names it, so it may be none."""
    for path, line, function in reversed(entry.get("frames") or []):
        if path in built.intake.files and line > 0:
            name = "" if function == "<module>" else function
            return with_source(Place(path=path, line=line, function=name), built.folder)
    return NOWHERE


def _observe(
    assignment: Assignment, case: Case, suite: Suite, names: list[str], built: Built, workspace: Workspace
) -> tuple[Observation, dict[str, dict[str, Any]]]:
    """Run the tests with these names; return how the program was, and the results by test."""
    decider = Path(sys.modules["harness.language"].__file__ or "").parent / _PROGRAMS / "suite_decider.py"
    python = locate("python3")
    if python is None:
        raise JudgeError(missing_tools(("python3",)) or "there is no python3")
    folder = new_partner_folder(workspace, b"")
    data = {name: assignment.content(content) for name, content in case.files.items()}
    (folder / "course").mkdir()
    for name in suite_files(assignment.folder, suite):
        prepare_new_file(folder / "course", name).write_bytes((assignment.folder / name).read_bytes())
    settings = _settings(assignment, suite, built, names) | {"folder": str(folder / "course")}
    (folder / "input").write_text(json.dumps(settings), encoding="utf-8")
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or Path(), workdir)
        for name, content in data.items():
            prepare_new_file(workdir, name).write_bytes(content)
            prepare_new_file(folder / "feedback", name).write_bytes(content)
        copy_program(workdir, _PROGRAMS, tuple(f"{name}.py" for name in _SERVER))
        command = ("python3", "-s", f"{FOLDER}/suite_server.py")
        invocation = Invocation(command, workdir, home, _limits(assignment, case, len(names)))
        observation = observe_with_partner(invocation, workspace, decider, folder, (python, "-B", "-s"))
    if observation.not_started:
        raise JudgeError(missing_tools(command) or f"{command[0]} could not be started: {observation.not_started}")
    return observation, _read_results(folder, observation, case)


def _limits(assignment: Assignment, case: Case, tests: int) -> ResolvedLimits:
    """The limits of the whole process: unless the spec says some, enough for tests that do not hang."""
    each = (case.suite.each if case.suite is not None else None) or _EACH_S
    cpu = case.limits.cpu or assignment.spec.limits.cpu or Seconds(10 + tests + 3 * each)
    return ResolvedLimits.resolve(replace(case.limits, cpu=cpu), assignment.spec.limits)


def _settings(assignment: Assignment, suite: Suite, built: Built, names: list[str]) -> dict[str, Any]:
    """What the decider is started with."""
    tests = tests_of(assignment.folder, suite)
    own = [*handed_in_modules(assignment)]
    if suite.runner == "doctest":
        own += [Path(test.file).stem for test in tests if test.file.endswith(_ENDING)]
    others = [name for name in _modules(built.intake.files) if name not in sys.stdlib_module_names]
    files = dict.fromkeys(test.file for test in tests if test.name in names)
    return {
        "runner": suite.runner,
        "files": [*files],
        "tests": names,
        "first": [*dict.fromkeys(own)],
        "rest": others,
        "each": float(suite.each or _EACH_S),
    }


def handed_in_modules(assignment: Assignment) -> Iterator[str]:
    """The modules that students hand in: those that the spec requires, and those of the references."""
    required = [name for pattern in assignment.spec.files.required for name in alternatives(pattern)]
    yield from _modules(required)
    for folder in assignment.references():
        yield from (name for name in _modules(regular_files(folder)) if name not in sys.stdlib_module_names)


def _modules(files: Sequence[str] | Iterator[str]) -> list[str]:
    """The modules and packages at the top of a folder with these files."""
    names = [PurePosixPath(name).parts[0] for name in files if name.endswith(_ENDING)]
    return [*dict.fromkeys(stem for name in names if (stem := name.removesuffix(_ENDING)).isidentifier())]


def _read_results(folder: Path, observation: Observation, case: Case) -> dict[str, dict[str, Any]]:
    """The results by test; that of a file that could not be loaded under an empty name.

    Raises:
        JudgeError: when a file of the course's fails by itself, or the decider does.

    """
    content = read_bounded(folder / "feedback", _RESULTS, _LARGEST) or b""
    results: dict[str, dict[str, Any]] = {}
    for line in content.splitlines():
        entry = json.loads(line)
        if entry.get("broken"):
            where, why = entry["file"] or "a class", f"{entry['error']}: {entry['message']}"
            raise JudgeError(f"{case.name}: the tests in {where} fail by themselves: {why}")
        results.setdefault(entry.get("test", ""), entry)
    interaction = observation.interaction
    failed = interaction is not None and interaction.status not in (_DONE, None) and not observation.ended_by
    if interaction is not None and failed and not interaction.deadlock:
        raise JudgeError(f"{case.name}: the tests could not be run to their end: {interaction.complaint[-300:]}")
    return results
