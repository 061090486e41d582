"""Run a course's own test suite with a student's program, in two processes.

The decider, outside of the sandbox, holds the tests and runs them; instead of the student's modules it has mirrors.
The server, in the sandbox, holds the student's program and does what the mirrors ask, over a pipe. No expected value,
no assertion and no result is ever where the student's code has power.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from harness.grading.building.build import build
from harness.grading.building.built import Built, check_tools
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import with_source
from harness.grading.running.interactor import new_partner_folder, observe_with_partner
from harness.grading.running.suite_hosts import SuiteHost, SuiteRun, java_host, javascript_host, python_host
from harness.grading.verdicts.suite import (
    BETWEEN_S,
    Entries,
    is_own_loop,
    judge_test,
    not_run,
    read_results,
    test_s,
    too_long,
)
from harness.grading.workspace.workspace import Workspace
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.finding import NOWHERE, Place
from harness.model.grade import Timing
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, Suite
from harness.spec.format.suite_tests import RUNNER_LANGUAGES, suite_files, tests_of
from harness.spec.format.units import Seconds

_HOSTS: Mapping[str, Callable[[SuiteRun, Path, Path], SuiteHost]] = {
    "python": python_host, "java": java_host, "javascript": javascript_host,
}  # fmt: skip
_EACH_S = 2.0
"""CPU seconds of one test, where the spec says none."""
_LARGEST_SOURCE, _LARGEST_RESULTS, _MOST_ABOVE = 1 << 20, 16 << 20, 6
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
        written, observation = _observe(assignment, first, first.suite, left, built, workspace)
        observations.append(observation)
        entries, slow = read_results(written, observation, first.name)
        results = entries | results
        if not slow:
            break
        if len(observations) == _MOST_RUNS:  # tests that compute too long are not tried one after the other
            is_own = any(is_own_loop(entry) for entry in results.values())
            results.setdefault("", too_long(is_students=not is_own))
            break
    own = _faults_of_tests(assignment, first, results, workspace)
    cpu_s, wall_s = (sum(getattr(run, part) for run in observations) for part in ("cpu_s", "wall_s"))
    limit_s = _limits(assignment, first, len(cases)).cpu
    timing = Timing(cpu_s / len(cases), wall_s / len(cases), limit_s, memory=observations[-1].memory)
    return {
        index: CaseResult.not_judged(own[name])
        if name in own
        else _outcome(name, results, observations[-1], built, timing)
        for index, name in names.items()
    }


def _faults_of_tests(assignment: Assignment, case: Case, results: Entries, workspace: Workspace) -> dict[str, str]:
    """The tests that do not compile with the reference either, each with what is to be said about it."""
    lacking = [name for name, entry in results.items() if name and entry.get("why") == "missing"]
    if not lacking or case.suite is None or not assignment.references():
        return {}
    right = build(assignment, assignment.references()[0], workspace)
    if right.folder is None:
        return {}
    written, observation = _observe(assignment, case, case.suite, lacking, right, workspace)
    entries, _ = read_results(written, observation, case.name)
    also = {name: entries[name] for name in lacking if entries.get(name, {}).get("why") == "missing"}
    return {
        name: f"the test {name} does not compile with the reference either: {entry['message']}"
        for name, entry in also.items()
    }


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
            begin = _declaration(built, path, line, name) if entry.get("why") == "assertion" else line
            return with_source(Place(path=path, line=begin, function=name), built.folder)
    return NOWHERE


def _declaration(built: Built, path: str, line: int, function: str) -> int:
    """The line where a function begins: a class file of Java says where its first statement is."""
    content = read_bounded(built.folder or Path(), path, _LARGEST_SOURCE) or b""
    before = content.splitlines()[max(0, line - _MOST_ABOVE) : line]
    word = f"{function.rpartition('.')[2]}(".encode()
    above = next((number for number, text in enumerate(reversed(before)) if word in text.replace(b" (", b"(")), 0)
    return line - above


def _observe(
    assignment: Assignment, case: Case, suite: Suite, names: list[str], built: Built, workspace: Workspace
) -> tuple[bytes, Observation]:
    """Run the tests with these names; return what was written of their results, and how the program was."""
    folder = new_partner_folder(workspace, b"")
    data = {name: assignment.content(content) for name, content in case.files.items()}
    (folder / "course").mkdir()
    for name in suite_files(assignment.folder, suite):
        prepare_new_file(folder / "course", name).write_bytes((assignment.folder / name).read_bytes())
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or Path(), workdir)
        for name, content in data.items():
            prepare_new_file(workdir, name).write_bytes(content)
            prepare_new_file(folder / "feedback", name).write_bytes(content)
        host = _HOSTS[RUNNER_LANGUAGES[suite.runner]](SuiteRun(assignment, suite, names, built), folder, workdir)
        settings = _settings(assignment, suite, names, folder / "course") | host.settings
        (folder / "input").write_text(json.dumps(settings), encoding="utf-8")
        invocation = Invocation(host.command, workdir, home, _limits(assignment, case, len(names)))
        cpu_s = ceil((len(names) + 1) * (settings["between"] + settings["test"]))
        observation = observe_with_partner(invocation, workspace, host.program, folder, host.start, cpu_s)
    if observation.not_started:
        start = host.command[0]
        raise JudgeError(missing_tools(host.command) or f"{start} could not be started: {observation.not_started}")
    return read_bounded(folder / "feedback", "results.jsonl", _LARGEST_RESULTS) or b"", observation


def _limits(assignment: Assignment, case: Case, tests: int) -> ResolvedLimits:
    """The limits of the whole process: unless the spec says some, enough for tests that do not hang."""
    each = (case.suite.each if case.suite is not None else None) or _EACH_S
    cpu = case.limits.cpu or assignment.spec.limits.cpu or Seconds(10 + tests + 3 * each)
    return ResolvedLimits.resolve(replace(case.limits, cpu=cpu), assignment.spec.limits)


def _settings(assignment: Assignment, suite: Suite, names: list[str], folder: Path) -> dict[str, Any]:
    """What every decider is started with."""
    files = dict.fromkeys(test.file for test in tests_of(assignment.folder, suite) if test.name in names)
    each = float(suite.each or _EACH_S)
    return {
        "runner": suite.runner,
        "folder": str(folder),
        "files": [*files],
        "tests": names,
        "each": each,
        "between": BETWEEN_S,
        "test": test_s(each),
    }
