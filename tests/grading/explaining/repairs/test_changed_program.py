"""A changed program gets its input in the way in which the unchanged one does, and a right program's time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.building.changed_build import ChangedBuild
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.repairs import changed_program
from harness.grading.explaining.repairs.changed_program import ChangedProgram, UnchangedProgram
from harness.grading.explaining.repairs.repair_targets import quickest_run_s, way_before
from harness.grading.kinds import run as run_kind
from harness.grading.running.observe_case import observe_case
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.model.grade import Timing
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.model import InputWay
from tests.support import course, graded, loaded, write

WAYS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
defaults:
  attempts: [{args: [--words]}, {args: []}, {args: [--last]}]
cases:
  - {name: three, clause: sum, stdin: "3", stdout: "6\\n"}
  - {name: five, clause: sum, stdin: "5", stdout: "15\\n"}
  - {name: one, clause: sum, stdin: "1", stdout: "1\\n"}
"""
SUMS = """\
import sys
n = int(input())
total = 1
for i in range(2, n):
    total += i
print("" if len(sys.argv) > 1 else total)
"""
WORDS, PLAIN = InputWay(args=("--words",)), InputWay(args=())
WRONG, NOTHING = Judgement(Verdict.WA), Judgement(Verdict.WA, comparable=False)


def noted(path: Path, line: object) -> None:
    """Add a line to a file: the search is in a process of its own."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def test_a_change_is_looked_at_in_one_way_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, begins = tmp_path / "runs", ChangedProgram.begins_to_pass

    def observed(*arguments: Any, **options: Any) -> Any:
        noted(runs, options["way"])
        return observe_case(*arguments, **options)

    def looks(program: ChangedProgram, index: int) -> bool:
        noted(runs, "look")
        is_right = begins(program, index)
        noted(runs, "end")
        return is_right

    monkeypatch.setattr(run_kind, "observe_case", observed)
    monkeypatch.setattr(ChangedProgram, "begins_to_pass", looks)
    grade = graded(loaded(course(tmp_path, WAYS)), write(tmp_path / "ann", {"sums.py": SUMS}), tries_changes=True)
    looked = [part.partition("end")[0].split("\n")[1:-1] for part in runs.read_text("utf-8").split("look")[1:]]
    assert looked
    assert all(ways == [str(PLAIN)] for ways in looked)
    (cause,) = causes(grade)
    assert cause.change is not None
    assert cause.change.where.line == 4


@pytest.mark.parametrize(
    ("results", "way"),
    [
        pytest.param([CaseResult(NOTHING, way=WORDS), CaseResult(RIGHT, way=PLAIN)], PLAIN, id="another-is-right"),
        pytest.param([CaseResult(WRONG, way=WORDS), CaseResult(NOTHING, way=PLAIN)], WORDS, id="it-answered"),
        pytest.param([CaseResult(NOTHING, way=WORDS), CaseResult(WRONG, way=PLAIN)], None, id="unknown"),
    ],
)
def test_the_way_to_get_input_is_that_of_right_cases(
    tmp_path: Path, results: list[CaseResult], way: InputWay | None
) -> None:
    assert way_before(loaded(course(tmp_path, WAYS)), dict(enumerate(results)), 0) == way


def test_no_start_takes_longer_than_the_quickest_whole_run(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, WAYS))
    results = {
        0: CaseResult(Judgement(Verdict.TLE), Timing(0.1)),
        1: CaseResult(RIGHT, Timing(0.4)),
        2: CaseResult(WRONG, Timing(0.3)),
    }
    assert quickest_run_s(assignment, results) == 0.3
    assert quickest_run_s(assignment, {}) > 1e9


def test_headers_are_compiled_once_for_all_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds, changed = tmp_path / "builds", ChangedBuild.changed

    def recorded(self: ChangedBuild, *arguments: Any, **options: Any) -> Built:
        noted(builds, self.headers)
        return changed(self, *arguments, **options)

    monkeypatch.setattr(ChangedBuild, "changed", recorded)
    spec = WAYS[: WAYS.index("defaults")] + WAYS[WAYS.index("cases") :]
    source = "#include <iostream>\nint main() {\n    int n, total = 0;\n    std::cin >> n;\n"
    source += "    for (int i = 1; i < n; i++) total += i;\n    std::cout << total << '\\n';\n}\n"
    assignment = loaded(course(tmp_path, spec.replace("python", "cpp")))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.cpp": source}), tries_changes=True)
    assert [cause.change.where.line for cause in causes(grade) if cause.change] == [5]
    headers = {*builds.read_text("utf-8").splitlines()} - {"None"}
    assert len(headers) == 1


SLOW = """\
def total(n):
    for i in range(10_000_000 if n == 0 else 0):
        pass
    return sum(range(n))
"""
CALLS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: none, clause: sum, calls: [{function: total, args: [0], returns: 0}]}
"""


def test_cases_that_passed_get_the_time_that_they_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits, run = tmp_path / "limits", CasesTask.run

    def limited(task: CasesTask, worker: Worker) -> Any:
        if worker.most_cpu_s is not None and 1 in task.indices:
            noted(limits, worker.most_cpu_s)
        return run(task, worker)

    monkeypatch.setattr(changed_program, "_CPU_S", 0.0)
    monkeypatch.setattr(changed_program, "_STARTING_S", {"python3": 0.5})
    monkeypatch.setattr(changed_program, "_RIGHT_TIMES", 4)
    monkeypatch.setattr(CasesTask, "run", limited)
    grade = graded(loaded(course(tmp_path, CALLS)), write(tmp_path / "ann", {"sums.py": SLOW}), tries_changes=True)
    took_s = grade.cases[1].timing.cpu_s
    assert took_s
    (limit_s,) = [float(line) for line in limits.read_text("utf-8").splitlines()]
    assert limit_s == pytest.approx(0.5 + 4 * took_s)
    (cause,) = causes(grade)
    assert cause.change is not None


class EndsItsProcess(ChangedProgram, frozen=True):
    """A program of which each call ends the process that makes those after it, too."""

    def run(self, indices: Sequence[int], *_limits: object) -> Mapping[int, CaseResult]:
        """Give a result for the first case alone, and none once no more is to be run."""
        return {} if self.is_over() else dict.fromkeys(indices[:1], CaseResult(WRONG))


@pytest.mark.parametrize(("is_over", "expected"), [(False, [0, 3, 5]), (True, [])])
def test_cases_after_a_call_that_ends_its_process_are_run_as_well(*, is_over: bool, expected: list[int]) -> None:
    unused: Any = None
    program = EndsItsProcess(unused, unused, unused, unused, lambda: is_over)
    assert [*program.run_each([0, 3, 5])] == expected


LATE = CaseResult(Judgement(Verdict.TLE))


@pytest.mark.parametrize(
    ("outcome", "reference_s", "most_s"),
    [(LATE, 0.05, 0.3), (LATE, 0.2, 1.0), (LATE, None, None), (CaseResult(WRONG), 0.05, None)],
)
def test_the_first_look_at_what_was_endless_takes_little_more_than_the_reference(
    outcome: CaseResult, reference_s: float | None, most_s: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def measured(index: int, *_: object) -> float | None:
        asked.append(index)
        return reference_s

    monkeypatch.setattr(changed_program, "reference_s", measured)
    before = UnchangedProgram({7: outcome}, 0.0)
    worker, job = Worker({}, Unconfined(), Path()), GradingJob("s0", Submission("ann", "sum", Path()), (7,))
    looks = [before.first_look_s(7, worker, job) for _ in range(3)]
    assert looks == [most_s if most_s is None else pytest.approx(most_s)] * 3
    assert asked == [7] * outcome.is_late


def test_endless_changes_are_ended_by_what_the_reference_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, measured = tmp_path / "runs", changed_program.reference_s
    run_cases = CasesTask.run

    def noted_run(task: CasesTask, worker: Worker) -> Any:
        if "-change-" in task.job.key and worker.most_cpu_s != changed_program.MOST_REFERENCE_S:
            noted(runs, worker.most_cpu_s)
        return run_cases(task, worker)

    def noted_time(index: int, worker: Worker, job: GradingJob) -> float | None:
        seconds = measured(index, worker, job)
        noted(tmp_path / "reference", seconds)
        return seconds

    monkeypatch.setattr(CasesTask, "run", noted_run)
    monkeypatch.setattr(changed_program, "reference_s", noted_time)
    root = course(tmp_path / "course", WAYS + "limits: {cpu: 0.5 s}\n")
    write(root / "reference" / "sum" / "plain", {"sums.py": "n = int(input())\nprint(n * (n + 1) // 2)\n"})
    endless = SUMS.replace("total = 1", "total = n\nwhile n: total += 1")
    graded(loaded(root), write(tmp_path / "ann", {"sums.py": endless}), tries_changes=True)
    (seconds,) = map(float, (tmp_path / "reference").read_text("utf-8").split())
    first_looks = [float(line) for line in runs.read_text("utf-8").split()]
    assert first_looks
    assert min(first_looks) == max(seconds + 0.25, 5 * seconds)
