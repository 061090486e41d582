"""The line of every failing case, pasted in a clean copy of the hand-in, does what the grader saw.

Programs of the project's own, run by hand as a student would. ``BY_HAND=all`` takes all mutants; else a few of each
assignment, and of several cases that fail in one clause the first.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.calling.call_results import reproduction_of_calls
from harness.grading.calling.calls import call_all
from harness.grading.child_requests.judge_in_child import judge_case_calls
from harness.grading.child_requests.judge_requests import JudgeCalls
from harness.grading.child_requests.misnamed_functions import under_near_names
from harness.grading.kinds import run_case
from harness.grading.plan.mutants import mutants
from harness.grading.running.case_kind import Runner
from harness.grading.running.observe_case import observe_case
from harness.grading.running.reproduce import Reproduction, command_line, reproduce_build, reproduce_run
from harness.grading.schedule.tasks import Worker
from harness.grading.workspace.workspace import Workspace
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.model.result import CallsReport
from harness.model.verdict import Verdict
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.spec.format.assignment import Assignment, PlannedCase
from tests.support import ROOT, WORKSPACES, loaded

ALL = os.environ.get("BY_HAND") == "all"
ASSIGNMENTS = sorted(path.parent.name for path in (ROOT / "specs").glob("*/spec.yaml"))
FEW = {
    "cmps12a-pa5": ("next-after-last-stays", "count-one-has-none"),
    "comp333-java": ("conflict-no-row", "snapshot-placed-only"),
    "comp333-prolog": ("right-one-diagonal",),
    "cs689-prog11": ("util-last-row-left-out",),
    "cs771-8queens": (),
    "cse30-pa2": ("place-queen-misses-a-diagonal", "tuple-format-brackets"),
}
UNREPEATABLE = re.compile(r"\b(?:rand|random|nanoTime|time)\b")
SEEDED_BY_TIME = re.compile(r"(?:srand|seed)\(.*\btime\b")
"""Another second, another answer, also where the case has no clock of its own."""
LONGEST_S = 20


@cache
def _assignment(name: str) -> Assignment:
    return loaded(ROOT, name)


def _paste(text: str, folder: Path, tmp: Path, *, script: bool = False) -> subprocess.CompletedProcess[bytes] | None:
    """Run a line in a clean copy of the folder; None when it does not end."""
    copy = tmp / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    environment = {name: ENVIRONMENT[name] for name in ("PATH", "LANG", "COLUMNS")} | {"HOME": str(tmp)}
    (tmp / "case.sh").write_text(text, encoding="utf-8")
    words = ["sh", str(tmp / "case.sh")] if script else ["sh", "-c", text]
    limits = ("prlimit", "--fsize=20000000", f"--cpu={LONGEST_S}")
    try:
        return subprocess.run(
            [*limits, *words], cwd=copy, env=environment, capture_output=True, check=False, timeout=3 * LONGEST_S
        )
    except subprocess.TimeoutExpired:
        return None


def _plain(output: bytes) -> bytes:
    """An output without the names of folders, which are another's on every machine."""
    return re.sub(rb"/[\w./-]*/", b"", output)


def _check_run(again: subprocess.CompletedProcess[bytes], observation: Observation) -> None:
    if observation.not_started:
        assert again.returncode in (126, 127)
        return
    if observation.ended_by is not None:  # by the grader's limit; here by the longer one of a paste
        assert again.returncode != 0
        return
    shown = b"".join(observation.files.values()) if observation.exit == 0 and not observation.files_left else b""
    assert _plain(again.stderr).endswith(_plain(observation.stderr))
    if observation.files_left:
        assert again.returncode == observation.exit
        if observation.exit != 0:
            return
        assert {name.split("/")[0].encode() for name in observation.files_left} <= set(again.stdout.split(b"\n"))
        return
    assert _plain(again.stdout).endswith(_plain(read_whole(observation.stdout) + shown))
    expected = {observation.exit} if observation.exit is not None else {-(observation.signal or 0)}
    expected |= {128 + observation.signal} if observation.signal else set()
    assert again.returncode in expected


def _check_calls(again: subprocess.CompletedProcess[bytes], report: CallsReport, language: str) -> None:
    """What was printed and returned comes in the same order."""
    words, position = " ".join(_words(again.stdout.decode())), 0
    for result in report.results:
        pieces = [result.stdout.decode(errors="replace"), *_values(result.solutions or ())]
        pieces += [] if language == "prolog" else _values((result.returned,))
        for piece in filter(None, (" ".join(_words(piece)) for piece in pieces)):
            position = words.find(piece, position)
            assert position >= 0, (piece, words, again.stderr)
        if result.raised is not None:
            named = {"cpp": b"", "prolog": b"ERROR"}.get(language, result.raised.encode())
            assert named in again.stderr
            return
    assert report.ended or language == "prolog" or again.returncode == 0, again.stderr


def _words(text: str) -> list[str]:
    return re.findall(r"-?\w+", text.lower())


def _values(values: tuple[Any, ...]) -> list[str]:
    return [str(value) for value in values if value is not None and not isinstance(value, dict)]


def _each(cases: Iterator[tuple[PlannedCase, Any]], seen: set[str]) -> Iterator[Any]:
    """Of several cases of one clause the first, unless all are wanted."""
    for planned, rest in cases:
        if ALL or planned.case.clause not in seen:
            seen.add(planned.case.clause)
            yield planned, rest


def _text(assignment: Assignment, name: str, reproduction: Reproduction, workspace_root: Path) -> tuple[str, bool]:
    line = command_line(assignment, name, reproduction)
    is_script = line.startswith("harness reproduce")
    assert "\n" not in line
    assert str(workspace_root) not in line
    return (reproduction.script(name) if is_script else line), is_script


def _failing_runs(assignment: Assignment, built: Built, workspace: Workspace) -> Iterator[tuple[PlannedCase, None]]:
    for planned in assignment.cases:
        case = planned.case
        if case.calls or case.source or case.built or case.trace or case.time:
            continue
        result = run_case(planned, Runner(assignment, built, workspace))
        if result.judgement.verdict in (Verdict.WA, Verdict.RTE) or result.judgement.charged:
            yield planned, None


def _failing_calls(
    assignment: Assignment, built: Built, workspace: Workspace
) -> Iterator[tuple[PlannedCase, tuple[CallsReport, Reproduction | None]]]:
    planned_cases = dict(enumerate(under_near_names(planned, built.near_names.chosen) for planned in assignment.cases))
    cases = {index: planned for index, planned in planned_cases.items() if planned.case.calls}
    batch = call_all(assignment, cases, built.folder or Path(), workspace) if cases else None
    for index, planned in cases.items():
        report = batch.reports[index] if batch else CallsReport()
        request = JudgeCalls(assignment.id, planned, report)
        judgement = judge_case_calls(workspace.judging, workspace.key, request)
        if batch and judgement.verdict in (Verdict.WA, Verdict.RTE):
            yield planned, (report, reproduction_of_calls(batch, index, built, workspace))


def _check(assignment: Assignment, folder: Path, tmp: Path) -> tuple[int, list[str]]:
    """Paste the lines of all failing cases; how many there were, and the cases of calls without one."""
    workspace = Worker({assignment.id: assignment}, Unconfined(), tmp / "scratch").workspace("ann")
    built = build(assignment, folder, workspace)
    if built.folder is None:
        failed = next((failed for failed in built.failed if failed.observation), None)
        if failed is None:  # nothing that could be built was handed in
            return 0, []
        again = _paste(reproduce_build(assignment, failed, built).line(), folder, tmp)
        assert again is not None
        assert failed.observation is not None
        assert _plain(again.stderr).endswith(_plain(failed.observation.stderr))
        assert again.returncode != 0
        return 1, []
    sources = "".join(path.read_text("utf-8", "replace") for path in folder.rglob("*") if path.is_file())
    pasted, without, seen = 0, [], set[str]()
    for planned, _ in _each(_failing_runs(assignment, built, workspace), seen):
        observed = observe_case(assignment, planned, built, workspace)
        reproduction = reproduce_run(assignment, observed.case, built, observed.observation)
        text, is_script = _text(assignment, planned.name, reproduction, tmp)
        again = _paste(text, folder, tmp, script=is_script)
        assert again is not None, text
        is_random = (planned.case.clock != "real" and UNREPEATABLE.search(sources)) or SEEDED_BY_TIME.search(sources)
        if not is_random:
            _check_run(again, observed.observation)
        pasted += 1
    for planned, (report, calls) in _each(_failing_calls(assignment, built, workspace), seen):
        if calls is None:
            without += [planned.name] if any(result.missing is None for result in report.results) else []
            continue
        text, is_script = _text(assignment, planned.name, calls, tmp)
        again = _paste(text, folder, tmp, script=is_script)
        assert again is not None or report.ended, text
        if again is not None and UNREPEATABLE.search(sources):
            assert report.ended or again.returncode == 0, again.stderr
        elif again is not None:
            _check_calls(again, report, assignment.spec.language)
        pasted += 1
    return pasted, without


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_bobs_lines(name: str, tmp_path: Path) -> None:
    pasted, without = _check(_assignment(name), ROOT / "submissions/bob" / name, tmp_path)
    assert pasted
    assert not without


def _mutants() -> Iterator[Any]:
    for name in ASSIGNMENTS:
        patches = sorted(path for path in (ROOT / "specs" / name / "mutants").iterdir() if path.name[0] != ".")
        names = [path.stem.partition(".")[0] if path.suffix == ".patch" else path.name for path in patches]
        yield from (pytest.param(name, mutant, id=f"{name}-{mutant}") for mutant in names if ALL or mutant in FEW[name])


@pytest.mark.parametrize(("name", "mutant"), list(_mutants()))
def test_mutants_lines(name: str, mutant: str, tmp_path: Path) -> None:
    assignment = _assignment(name)
    programs = {program.name: program for program in mutants(assignment, tmp_path / "patched")}
    _, without = _check(assignment, programs[mutant].folder, tmp_path)
    assert not without


@pytest.mark.parametrize("workspace", ["languages", "verdicts"])
def test_workspaces_lines(workspace: str, tmp_path: Path) -> None:
    root = WORKSPACES / workspace
    (name,) = (path.parent.name for path in root.glob("specs/*/spec.yaml"))
    assignment, pasted = loaded(root, name), 0
    for folder in sorted(root.glob(f"submissions/*/{name}")):
        verdict = folder.parent.name
        if verdict.startswith(("wrong_answer", "run_time_error", "compile_error")) and "no_program" not in verdict:
            pasted += _check(assignment, folder, tmp_path / verdict)[0]
    assert pasted
