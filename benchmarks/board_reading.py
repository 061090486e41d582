"""What reading the boards takes that programs draw, against the programs: three assignments, some accepted programs.

Start it with ``python benchmarks/board_reading.py``. Both sides are CPU times of one grading. What a judging child
does for a run is the reading, so reading a board, finding what is wrong with it and saying it.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from measure import CHECKOUT, Row, at_most, report

from harness.course.assignments import load_course
from harness.grading.child_requests.judge_requests import JudgeRun, JudgeRuns
from harness.grading.grader import Grader
from harness.grading.kinds import across
from harness.grading.plan.mutants import accepted_programs, as_submission
from harness.grading.running.observe_case import observe_case
from harness.grading.schedule.isolation_probe import isolate
from harness.model.run import Run
from harness.sandbox.files.scratch import scratch

ASSIGNMENTS = ("cs689-prog11", "comp333-java", "cs771-8queens")
SAMPLES, STUDENTS, EACH = CHECKOUT / "submissions", ("alice", "bob"), 3
MAX_SHARE, MAX_HOSTILE_S = 0.05, 10.0
LARGE = 1 << 20
"""Bytes of an output that only looks like boards."""


def rows() -> list[Row]:
    """The figures."""
    course = load_course(CHECKOUT / "specs", ASSIGNMENTS)
    judged_s: dict[str, float] = dict.fromkeys(ASSIGNMENTS, 0.0)
    programs_s: dict[str, dict[tuple[float, float], float]] = {name: {} for name in ASSIGNMENTS}
    with scratch() as root:
        log = os.open(root / "times", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        for request in (JudgeRun, JudgeRuns):
            request.run = _timed(request.run, log)  # type: ignore[assignment, method-assign] # children are forks of this process
        vars(across)["observe_case"] = _observed(observe_case, log)
        submissions = [
            as_submission("accepted", path.name, course[name], path)
            for name in ASSIGNMENTS
            for path in chain(accepted_programs(course[name])[::EACH], (SAMPLES / who / name for who in STUDENTS))
        ]
        grader = Grader(course, isolate(CHECKOUT / "specs", best=None).isolation, root / "work", jobs=2)
        grader.run(submissions)
        for line in (root / "times").read_text("ascii").splitlines():
            name, spent, cpu, wall = line.split()
            judged_s[name] += float(spent)
            programs_s[name][float(cpu), float(wall)] = float(cpu)  # cases share runs
    used_s = {name: sum(runs.values()) for name, runs in programs_s.items()}
    what = f"reading the boards of {len(submissions)} programs"
    slowest, took_s = max(_hostile(course), key=lambda item: item[1])
    return [
        at_most(f"{what} / the programs, CPU time", sum(judged_s.values()) / sum(used_s.values()), MAX_SHARE),
        *(Row(f"the same, {name}", judged_s[name] / used_s[name]) for name in ASSIGNMENTS),
        Row(f"{what}, CPU time", sum(judged_s.values()), "s"),
        at_most(f"1 MiB that looks like boards, CPU time (longest: {slowest})", took_s, MAX_HOSTILE_S, unit="s"),
    ]


def _timed(run: Callable[[Any, Any], Any], log: int) -> Callable[[Any, Any], Any]:
    """The same method; it also writes down the assignment, the CPU time that it took, and the program's times."""

    def timed(request: Any, course: Any) -> Any:
        begin = time.process_time()
        try:
            return run(request, course)
        finally:
            spent, observation = time.process_time() - begin, getattr(request, "observation", None)
            _write(log, request.assignment, spent, observation)

    return timed


def _observed(observe: Callable[..., Any], log: int) -> Callable[..., Any]:
    """The same function; it also writes down the times of runs that are judged together alone."""

    def observed(assignment: Any, *args: Any, **options: Any) -> Any:
        case = observe(assignment, *args, **options)
        _write(log, assignment.id, 0.0, case.observation)
        return case

    return observed


def _write(log: int, assignment: str, spent: float, observation: Any) -> None:
    times = (observation.cpu_s, observation.wall_s) if observation else (0.0, 0.0)
    os.write(log, f"{assignment} {spent} {times[0]} {times[1]}\n".encode())


def _hostile(course: Any) -> Iterator[tuple[str, float]]:
    """How long the checks of boards take for outputs of noise in the style of boards, by the style."""
    chance = random.Random(1)  # noqa: S311 - the same each time
    drawn, eight = (course[name].functions["solution"] for name in ASSIGNMENTS[:2])
    styles: dict[str, Callable[[], str]] = {
        "rows": lambda: " ".join(chance.choices("Q..", k=8)),
        "squares of several lines": lambda: chance.choice(
            ["+---" * 8 + "+", "| Q |   " * 4 + "|", "|###|   " * 4 + "|"]
        ),
        "numbers": lambda: " ".join(chance.choices("012345678", k=8)),
        "matrices": lambda: "{" + ", ".join("{" + ",".join(chance.choices("01", k=8)) + "}" for _ in range(8)) + "}",
        "coordinates": lambda: " ".join(f"({row},{chance.randrange(8)})" for row in chance.choices(range(8), k=8)),
        "one line": lambda: "Q." * (LARGE // 2),
    }
    for style, line in styles.items():
        output = "\n".join(line() for _ in range(LARGE // len(line()) + 1)).encode()[:LARGE]
        for check, options in ((drawn, {}), (eight, {"look": "valid"})):
            begin = time.process_time()
            list(check(Run(output, stdin=b"8\n" * 20), b"", **options))
            yield style, time.process_time() - begin


if __name__ == "__main__":
    sys.exit(report(rows()))
