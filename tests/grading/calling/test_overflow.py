"""Cases that look for overflows, and traced cases with several ways to hand the input over."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.building.build import build
from harness.grading.calling.trace import observe_traced
from harness.grading.workspace.workspace import Workspace
from harness.model.observation import Limit
from harness.model.verdict import Verdict
from harness.sandbox.isolation.none import Unconfined
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Factorials
language: java
clauses: {counts: {text: It counts to 13 factorial.}, steps: {text: It goes step by step.}}
cases:
  - name: large
    clause: counts
    args: ["13"]
    no_overflow: 2000
    stdout: "6227020800\\n"
  - name: steps-3
    clause: steps
    args: ["3"]
    attempts: [{args: ["3"]}, {args: [-v, "3"]}]
    trace: {step: 6}
"""
PROGRAM = """\
class Prog {
    static long steps = 0;
    static void step() { steps++; }
    public static void main(String[] args) {
        int n = Integer.parseInt(args[%s]);
        %s
        System.out.println(steps);
    }
}
"""
LOOP = "%s f = 1; for (int i = 2; i <= n; i++) f *= i; for (%s i = 0; i < f; i++) step();"


@pytest.mark.parametrize(
    ("argument", "body", "large", "steps"),
    [
        ("0", LOOP % ("long", "long"), Verdict.AC, Verdict.AC),
        ("1", LOOP % ("long", "long"), Verdict.RTE, Verdict.AC),
        ("0", LOOP % ("int", "int"), Verdict.WA, Verdict.AC),
        ("0", LOOP % ("long", "int"), Verdict.WA, Verdict.AC),
        ("0", "steps = 6227020800L;", Verdict.AC, Verdict.WA),
        ("0", "step();", Verdict.WA, Verdict.WA),
    ],
)
def test_a_run_is_ended_at_work_and_judged_where_it_ends_before(
    tmp_path: Path, argument: str, body: str, large: Verdict, steps: Verdict
) -> None:
    submission = write(tmp_path / "ann", {"Prog.java": PROGRAM % (argument, body)})
    grade = graded(loaded(course(tmp_path / "course", SPEC)), submission)
    assert (case_of(grade, "large").verdict, case_of(grade, "steps-3").verdict) == (large, steps)


ANSWERING_SPEC = SPEC + '    stdout: {check: text, text: "6\\n"}\n'
MODES = """\
class Prog {
    static void step() {}
    public static void main(String[] args) {
        boolean verbose = args.length == 2;
        int calls = verbose ? %d : %d;
        for (int i = 0; i < calls; i++) step();
        System.out.println(verbose ? "%s" : "%s");
    }
}
"""


@pytest.mark.parametrize(
    ("calls", "printed", "verdict"),
    [
        ((6, 6), ("6", "6"), Verdict.AC),
        ((6, 0), ("6", "6"), Verdict.WA),  # the mode that answers does not go the way
        ((6, 0), ("6", "usage"), Verdict.AC),  # the mode that goes the way is the only one that answers
        ((0, 6), ("usage", "6"), Verdict.AC),
        ((0, 6), ("6", "usage"), Verdict.WA),  # the way of a mode that does not answer counts for nothing
        ((6, 0), ("7", "5"), Verdict.AC),  # no mode answers: that is charged elsewhere
    ],
)
def test_calls_are_counted_in_the_first_way_that_gives_the_output(
    tmp_path: Path, calls: tuple[int, int], printed: tuple[str, str], verdict: Verdict
) -> None:
    submission = write(tmp_path / "ann", {"Prog.java": MODES % (*calls, *printed)})
    grade = graded(loaded(course(tmp_path / "course", ANSWERING_SPEC)), submission)
    assert case_of(grade, "steps-3").verdict is verdict


ENDLESS = """\
class Prog {
    static void step() {}
    public static void main(String[] args) {
        int n = Integer.parseInt(args[args.length - 1]);
        for (int i = 0; i < n; i++) step();
        while (n == %d) { }
        System.out.println(n);
    }
}
"""
SEVERAL = """\
title: Steps
language: java
limits: {cpu: 0.5 s}
clauses: {steps: {text: It goes step by step.}}
cases:
  - {name: steps-3, clause: steps, args: ["3"], trace: {step: 3}}
  - {name: steps-4, clause: steps, args: ["4"], trace: {step: 4}}
  - {name: steps-5, clause: steps, args: ["5"], trace: {step: 6}}
"""


_SLOWDOWN = 4


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a traced run take less than the 5 seconds that it may: that it is the long limit is seen all the same."""
    monkeypatch.setattr("harness.grading.calling.trace.SLOWDOWN", _SLOWDOWN)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    ("endless", "verdicts"),
    [
        (3, (Verdict.TLE, Verdict.AC, Verdict.WA)),  # what ends is traced, also after a run that did not
        (0, (Verdict.AC, Verdict.AC, Verdict.WA)),
    ],
)
def test_a_program_that_does_not_end_in_one_case_is_traced_where_it_ends(
    tmp_path: Path, endless: int, verdicts: tuple[Verdict, ...]
) -> None:
    submission = write(tmp_path / "ann", {"Prog.java": ENDLESS % endless})
    grade = graded(loaded(course(tmp_path / "course", SEVERAL)), submission)
    assert tuple(case_of(grade, f"steps-{n}").verdict for n in (3, 4, 5)) == verdicts


@pytest.mark.usefixtures("soon")
def test_a_program_that_never_ends_takes_the_long_limit_of_a_traced_run_once(tmp_path: Path) -> None:
    endless = write(tmp_path / "ann", {"Prog.java": ENDLESS.replace("n == %d", "n > 0")})
    assignment = loaded(course(tmp_path / "course", SEVERAL))
    workspace = Workspace(tmp_path / "place", Unconfined())
    workspace.judging.context = {assignment.id: assignment}
    built = build(assignment, endless, workspace)
    first, *others = (observe_traced(assignment, planned, built, workspace) for planned in assignment.cases)
    traced = [any("trace" in word for word in observation.command) for observation in (first, *others)]
    assert traced == [True, False, False]
    assert {observation.ended_by for observation in (first, *others)} == {Limit.CPU}
    assert first.cpu_s > _SLOWDOWN * 0.5 - 0.5  # the limit is half a second, and the tracer slows
    assert all(observation.cpu_s < _SLOWDOWN * 0.5 - 0.5 for observation in others)
