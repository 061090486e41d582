"""One budget of time for all build commands of a submission, however they are spread over commands, files and ways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.grading.building import rebuild, run_recipe
from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.workspace.workspace import Workspace
from harness.judge.child.client import JudgingClient
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.model import Limits, Recipe
from harness.spec.format.units import Seconds
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Hello
language: any
submission_file: true
clauses:
  greets: {text: It greets., points: 5}
cases:
  - {name: greets, clause: greets, stdout: "hello\\n"}
"""
SOURCE = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'
BUILD = "build:\n"
RUN = "run: ./hello\n"


def own_file(*commands: str) -> str:
    return BUILD + "".join(f"  - {command}\n" for command in commands) + RUN


class Clock:
    """Runs nothing: each command takes the seconds that it is said to take, and is ended at its limits."""

    def __init__(self, cpu_s: float = 0.0, wall_s: float = 0.0, *, starved_s: float = 0.0, last: int = 0) -> None:
        self.cpu_s, self.wall_s, self.starved_s, self.last = cpu_s, wall_s, starved_s, last
        self.commands: list[tuple[str, ...]] = []
        self.spent_cpu_s = self.spent_wall_s = 0.0

    def __call__(
        self, command: tuple[str, ...], _workdir: Path, limits: ResolvedLimits, _workspace: Workspace
    ) -> Observation:
        self.commands.append(command)
        cpu_s, wall_s = min(self.cpu_s, limits.cpu), min(self.wall_s, limits.wall + self.starved_s)
        limit = Limit.CPU if cpu_s < self.cpu_s else Limit.WALL if wall_s < self.wall_s else None
        self.spent_cpu_s += cpu_s
        self.spent_wall_s += wall_s
        status = None if limit else int(len(self.commands) == self.last)
        return Observation(command, exit=status, ended_by=limit, cpu_s=cpu_s, wall_s=wall_s, starved_s=self.starved_s)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Built]:
    """Build files by a clock instead of programs."""

    def run(clock: Clock, files: dict[str, str], spec: str = SPEC) -> Built:
        monkeypatch.setattr(run_recipe, "observe_build", clock)
        assignment = loaded(course(tmp_path / "course", spec))
        judging = JudgingClient(context={assignment.id: assignment})
        workspace = Workspace(tmp_path / "scratch", Unconfined(), judging=judging)
        return build(assignment, write(tmp_path / "submission", files), workspace)

    return run


def problems(result: Built) -> list[Finding]:
    return [failure.problem for failure in result.failed]


def test_twenty_commands_below_their_own_limits_end_after_one_budget(built: Callable[..., Built]) -> None:
    clock = Clock(wall_s=170.0)
    result = built(clock, {"hello.c": SOURCE, "submission.yaml": own_file(*["sleep 170"] * 20)})
    assert (result.folder, result.review) == (None, None)
    assert clock.spent_wall_s == 240.0
    assert len(clock.commands) == 2
    assert sentence(problems(result)[0]) == (
        "the build was ended at sleep 170: all its commands together may take 240 s"
    )


def test_cpu_time_has_a_budget_too(built: Callable[..., Built]) -> None:
    clock = Clock(cpu_s=50.0, wall_s=50.0)
    result = built(clock, {"hello.c": SOURCE, "submission.yaml": own_file(*["yes"] * 20)})
    assert (result.folder, clock.spent_cpu_s) == (None, 80.0)
    assert problems(result)[0].kind == "build-over-budget-cpu"


def test_the_usual_ways_share_the_budget_with_the_students_own(built: Callable[..., Built]) -> None:
    clock = Clock(wall_s=100.0, last=2)
    files = {"hello.c": SOURCE, "Makefile": "all:\n\tsleep 100\n", "submission.yaml": own_file("true", "false")}
    result = built(clock, files)
    assert [problem.kind for problem in problems(result)[:2]] == ["build-failed", "build-over-budget-wall"]
    assert all(problem.kind == "build-over-budget-wall" for problem in problems(result)[1:])
    assert clock.spent_wall_s == 240.0


def test_what_looks_at_the_build_is_part_of_it(built: Callable[..., Built]) -> None:
    tries = ", ".join("{command: [make], message: it fails}" for _ in range(9))
    spec = SPEC.replace("language: any\n", f"language: c\nbuild: [{{commands: [[make]], tries: [{tries}]}}]\n")
    clock = Clock(wall_s=170.0)
    result = built(clock, {"hello.c": SOURCE, "Makefile": "all:\n"}, spec)
    assert (result.folder, clock.spent_wall_s) == (None, 240.0)


def test_after_a_command_that_hangs_the_usual_way_has_its_time(built: Callable[..., Built]) -> None:
    clock = Clock(wall_s=50.0)

    def hang_first(*given: object) -> Observation:
        clock.wall_s = 500.0 if not clock.commands else 50.0
        return Clock.__call__(clock, *given)  # type: ignore[arg-type]

    result = built(hang_first, {"hello.c": SOURCE, "submission.yaml": own_file("sleep 500")})
    assert [problem.kind for problem in problems(result)] == ["build-ended-at-wall"]
    assert result.folder is not None


def test_time_that_a_busy_machine_withholds_is_not_the_students(built: Callable[..., Built]) -> None:
    clock = Clock(cpu_s=1.0, wall_s=100.0, starved_s=98.0)
    result = built(clock, {"hello.c": SOURCE, "submission.yaml": own_file(*["true"] * 20)})
    assert clock.commands.count(("true",)) == 20
    assert all(not problem.kind.startswith("build-over") for problem in problems(result))


def test_a_recipe_that_may_take_longer_has_a_larger_budget() -> None:
    budget = run_recipe.BuildBudget.of([Recipe(limits=Limits(cpu=Seconds(300), wall=Seconds(600)))])
    assert (budget.cpu, budget.wall) == (400.0, 800.0)
    assert budget.limits(ResolvedLimits(300.0, 600.0)) == ResolvedLimits(300.0, 600.0)


def test_each_time_that_it_is_built_again_has_one_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(wall_s=170.0)
    monkeypatch.setattr(rebuild, "observe_build", clock)
    once = Built(intake=None, folder=tmp_path, commands=(("make",),) * 20)  # type: ignore[arg-type]
    failed = rebuild.rebuild(once, tmp_path, ("-g",), Workspace(tmp_path / "scratch", Unconfined())).failed
    assert failed == ("make", "-g")
    assert clock.spent_wall_s == 240.0


def test_real_commands_spend_it_and_the_student_is_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_recipe, "DEFAULT_BUILD_LIMITS", Limits(cpu=Seconds(30), wall=Seconds(3)))
    files = {"hello.c": SOURCE, "submission.yaml": own_file(*["sleep 1"] * 20)}
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "submission", files))
    row = case_of(grade, "build")
    assert row.verdict in (Verdict.CE, Verdict.WA)
    assert row.findings[0].kind == "build-over-budget-wall"
    assert not any(case.verdict in (Verdict.NR, Verdict.JE) for case in grade.cases)
