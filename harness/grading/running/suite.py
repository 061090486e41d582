"""Run a course's own test suite with a student's program, in two processes.

The decider, outside of the sandbox, holds the tests and runs them; in place of the student's modules it has mirrors.
The server, in the sandbox, holds the student's program and does what the mirrors ask, over a pipe. No expected value,
no assertion and no result is ever where the student's code has power.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from harness.grading.building.built import Built, check_tools
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.source_places import with_source
from harness.grading.running.interactor import new_partner_folder, observe_with_partner
from harness.grading.running.suite_results import BETWEEN_S, Entries, is_own_loop, read_results, test_s, too_long
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
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, regular_files
from harness.sandbox.process_setup.executables import locate
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, Suite
from harness.spec.format.suite_tests import suite_files, tests_of
from harness.spec.format.units import Seconds

_PROGRAMS = "python/suite"
_SERVER = ("suite_server", "suite_child", "suite_foreign", "suite_objects", "suite_shared", "suite_wire")
_ENDING = ".py"
_EACH_S = 2.0
"""CPU seconds of one test, where the spec says none."""
_MOST_RUNS = 3
"""So often the tests are run: again without the one in which their own process computed too long."""


def run_suites(
    assignment: Assignment, indices: Sequence[int], built: Built, workspace: Workspace
) -> dict[int, CaseResult]:
    """Run the tests of these cases, or say what keeps us from it; those of one suite share a process."""
    groups: dict[str, list[int]] = {}
    outcomes: dict[int, CaseResult] = {}
    for index in indices:
        groups.setdefault(_process_key(assignment.cases[index].case), []).append(index)
    for group in groups.values():
        cases = {index: assignment.cases[index] for index in group}
        try:
            check_tools(assignment, cases[group[0]].case, built)
            outcomes |= _run_group(assignment, cases, built, workspace)
        except JudgeError as error:
            outcomes |= dict.fromkeys(group, CaseResult.not_judged(error))
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
    results: Entries = {}
    observations: list[Observation] = []
    while left := [name for name in names.values() if name not in results]:
        folder, observation = _observe(assignment, first, first.suite, left, built, workspace)
        observations.append(observation)
        entries, slow = read_results(folder, observation, first.name)
        results = entries | results
        if not slow:
            break
        if len(observations) == _MOST_RUNS:  # tests that compute too long are not tried one after the other
            is_own = any(is_own_loop(entry) for entry in results.values())
            results.setdefault("", too_long(is_students=not is_own))
            break
    cpu_s, wall_s = (sum(getattr(run, part) for run in observations) for part in ("cpu_s", "wall_s"))
    limit_s = _limits(assignment, first, len(cases)).cpu
    timing = Timing(cpu_s / len(cases), wall_s / len(cases), limit_s, memory=observations[-1].memory)
    return {index: _outcome(name, results, observations[-1], built, timing) for index, name in names.items()}


def _outcome(name: str, results: Entries, observation: Observation, built: Built, timing: Timing) -> CaseResult:
    if is_own_loop(results.get(name, results.get(""))):
        fault = f"the test {name} computes without end by itself, or what runs before it does: it used up its CPU time"
        return CaseResult.not_judged(fault)
    return _result(name, results, observation, built, timing)


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
) -> tuple[Path, Observation]:
    """Run the tests with these names; return the folder with their results, and how the program was."""
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
        cpu_s = ceil((len(names) + 1) * (settings["between"] + settings["test"]))
        observation = observe_with_partner(invocation, workspace, decider, folder, (python, "-B", "-s"), cpu_s)
    if observation.not_started:
        raise JudgeError(missing_tools(command) or f"{command[0]} could not be started: {observation.not_started}")
    return folder, observation


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
        "between": BETWEEN_S,
        "test": test_s(float(suite.each or _EACH_S)),
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
