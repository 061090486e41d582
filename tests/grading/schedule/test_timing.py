"""Time limits: CPU time against the reference of the same run, confirmed alone before it costs anything.

The programs here burn CPU time by their own clock, so the machine's speed does not matter.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.explaining.locate_endless import MOST_LOCATED
from harness.grading.grader import Grader
from harness.grading.schedule.confirm_late import MOST_CONFIRMATIONS
from harness.grading.schedule.tasks import Worker
from harness.grading.schedule.timing import Timekeeper
from harness.grading.workspace.workspace import Spent
from harness.judge.messages.translator import sentence
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Speed
language: python
clauses:
  quick: {text: It is as quick as the reference., points: 10}
cases:
  - name: quick
    clause: quick
    stdout: "done\\n"
    time: 6x reference, at least 200 ms
"""


def burning(seconds: float, text: str = "done") -> dict[str, str | bytes]:
    return {"main.py": f"import time\nwhile time.process_time() < {seconds}: pass\nprint('{text}')\n"}


def quick(
    tmp_path: Path, student: dict[str, str | bytes], reference: dict[str, str | bytes] | None, spec: str = SPEC
) -> CaseGrade:
    root = course(tmp_path / "course", spec)
    folder = write(root / "reference" / "sum" / "plain", reference or {})
    assignment = loaded(root)
    if reference is None:  # it was taken away after the spec was read
        folder.rmdir()
    grade = graded(assignment, write(tmp_path / "submission", student))
    return case_of(grade, "quick")


def test_within_the_floor_no_reference_is_needed(tmp_path: Path) -> None:
    case = quick(tmp_path, burning(0.0), None, SPEC.replace("200 ms", "2 s"))
    assert (case.verdict, case.timing.cpu_limit_s, case.timing.reference_s) == (Verdict.AC, 2.0, None)


def test_over_the_floor_but_within_the_multiple_is_accepted(tmp_path: Path) -> None:
    case = quick(tmp_path, burning(0.5), burning(0.4))
    timing = case.timing
    assert case.verdict is Verdict.AC
    assert timing.reference_s is not None
    assert timing.first_cpu_s is not None
    assert timing.cpu_s is not None
    assert timing.reference_s >= 0.4
    assert timing.cpu_limit_s == pytest.approx(6 * timing.reference_s)
    assert timing.first_cpu_s > 0.2
    assert timing.cpu_s >= 0.5


def test_over_the_multiple_is_a_time_limit_with_both_measurements(tmp_path: Path) -> None:
    case = quick(tmp_path, burning(600), burning(0.1))
    timing = case.timing
    assert (case.verdict, case.score) == (Verdict.TLE, 0)
    assert timing.reference_s is not None
    assert timing.first_cpu_s is not None
    assert timing.cpu_s is not None
    assert timing.cpu_limit_s is not None
    assert timing.cpu_limit_s == pytest.approx(max(0.2, 6 * timing.reference_s))
    assert timing.cpu_s > timing.cpu_limit_s
    assert timing.first_cpu_s > 0.2
    assert "s are allowed, and the reference takes 0." in sentence(case.findings[0])


@pytest.mark.parametrize(("fresh_s", "measured"), [(1e9, 1), (-1.0, 2)])
def test_a_references_time_serves_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_s: float, measured: int
) -> None:
    monkeypatch.setattr("harness.grading.schedule.timing._VALID_S", fresh_s)
    root, runs = course(tmp_path / "course", SPEC), tmp_path / "runs"
    mark = f"open({str(runs)!r}, 'a').write('x')\n"
    write(root / "reference" / "sum" / "plain", {"main.py": f"{mark}{burning(0.1)['main.py']!s}"})
    with scratch() as place:
        server = Timekeeper(Worker({"sum": loaded(root)}, Unconfined(), place), Spent())
        runs_by = [(server.reference_seconds("sum", 0) >= 0.1, len(runs.read_text(encoding="utf-8"))) for _ in range(2)]
    assert all(is_long for is_long, _ in runs_by)
    assert runs_by[1][1] == runs_by[0][1] * measured
    assert server.spent.reference > 0.1 * measured
    assert server.spent.programs == 0


def test_the_report_says_where_the_time_went(tmp_path: Path) -> None:
    root = course(tmp_path / "course", SPEC.replace("6x reference, at least 200 ms", "6x reference, at least 60 s"))
    write(root / "reference" / "sum" / "plain", burning(0.0))
    folder = write(tmp_path / "submission", {"main.py": "import time\ntime.sleep(1)\nprint('done')\n"})
    with scratch() as place:
        grader = Grader({"sum": loaded(root)}, Unconfined(), place, 1)
        grader.run([Submission("ann", "sum", folder)])
        assert grader.spent.programs >= 1
        shown = grader.remarks()
    assert re.fullmatch(r"Time: \d+\.\d s; programs [1-9]\d*\.\d, building \d+\.\d, grader \d+\.\d s", shown[0])


def test_the_floor_holds_for_a_very_quick_reference(tmp_path: Path) -> None:
    spec = SPEC.replace("200 ms", "60 s").replace("6x", "0.001x")
    root = course(tmp_path / "course", spec)
    write(root / "reference" / "sum" / "plain", burning(0.01))
    grade = graded(loaded(root), write(tmp_path / "submission", burning(0.3)))
    assert (grade.verdict, case_of(grade, "quick").timing.cpu_limit_s) == (Verdict.AC, 60.0)


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        (None, "has no implementation to measure time against"),
        ({"main.py": "print('wrong')\n"}, "the reference does not pass quick"),
        ({"main.py": "print(\n"}, "the reference cannot be built"),
    ],
)
def test_without_a_right_reference_it_is_our_fault_and_costs_nothing(
    tmp_path: Path, reference: dict[str, str | bytes] | None, shown: str
) -> None:
    case = quick(tmp_path, burning(600), reference)
    assert (case.verdict, case.score, case.max_score) == (Verdict.JE, 0, 0)
    assert shown in sentence(case.findings[0])


def test_a_wrong_answer_within_the_second_limit_is_a_wrong_answer(tmp_path: Path) -> None:
    assert quick(tmp_path, burning(0.5, "wrong"), burning(0.4)).verdict is Verdict.WA


def test_a_plain_limit_is_confirmed_too(tmp_path: Path) -> None:
    spec = SPEC.replace("time: 6x reference, at least 200 ms", "limits: {cpu: 500 ms}")
    mark = tmp_path / "runs"
    program = f"open({str(mark)!r}, 'a').write('x')\nwhile True: pass\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", {"main.py": program}))
    case = case_of(grade, "quick")
    assert (case.verdict, case.timing.cpu_limit_s, case.timing.reference_s) == (Verdict.TLE, 0.5, None)
    assert case.timing.first_cpu_s is not None
    assert mark.read_text(encoding="utf-8") == "xxx", "at first, again alone, and to say where it is"


def test_a_limit_that_is_passed_only_at_first_costs_nothing(tmp_path: Path) -> None:
    spec = SPEC.replace("time: 6x reference, at least 200 ms", "limits: {cpu: 500 ms}")
    mark = tmp_path / "ran-before"
    program = (
        f"import os\nif not os.path.exists({str(mark)!r}):\n"
        f"    open({str(mark)!r}, 'w').close()\n    while True: pass\nprint('done')\n"
    )
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", {"main.py": program}))
    timing = case_of(grade, "quick").timing
    assert grade.verdict is Verdict.AC
    assert timing.cpu_s is not None
    assert timing.first_cpu_s is not None
    assert timing.cpu_s <= 0.5 < timing.first_cpu_s


def test_a_sleeper_is_a_time_limit(tmp_path: Path) -> None:
    spec = SPEC.replace("time: 6x reference, at least 200 ms", "limits: {cpu: 2 s, wall: 3 s}")
    program = {"main.py": "import time\ntime.sleep(600)\n"}
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", program))
    assert grade.verdict is Verdict.TLE
    assert "waits for something that never comes, and hardly computes; it was ended after 3.0 s" in sentence(
        case_of(grade, "quick").findings[0]
    )


def test_after_three_confirmed_limits_the_others_are_not_run_again(tmp_path: Path) -> None:
    spec = SPEC.replace("name: quick", 'name: "quick-{n}"\n    for: {n: 1..6}\n    args: ["{n}"]').replace(
        "time: 6x reference, at least 200 ms", "limits: {cpu: 500 ms}"
    )
    mark = tmp_path / "runs"
    program = f"open({str(mark)!r}, 'a').write('x')\nwhile True: pass\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", {"main.py": program}))
    assert {case.verdict for case in grade.cases} == {Verdict.TLE}
    assert len(mark.read_text(encoding="utf-8")) == 6 + MOST_CONFIRMATIONS + MOST_LOCATED


def test_cases_of_one_run_are_confirmed_by_one_run(tmp_path: Path) -> None:
    spec = SPEC.replace("name: quick", 'name: "quick-{n}"\n    for: {n: 1..6}').replace("done", "done {n}")
    spec = spec.replace("time: 6x reference, at least 200 ms", "limits: {cpu: 500 ms}")
    mark = tmp_path / "runs"
    program = f"open({str(mark)!r}, 'a').write('x')\nwhile True: pass\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", {"main.py": program}))
    assert {case.verdict for case in grade.cases} == {Verdict.TLE}
    assert all(case.timing.first_cpu_s is not None for case in grade.cases)
    assert len(mark.read_text(encoding="utf-8")) == 3  # the third says where the program is
    assert {case.findings[0].where.line for case in grade.cases} == {2}


@pytest.mark.parametrize(
    ("limits", "draws", "runs"),
    [
        (("500 ms", "300 ms"), "", 4),
        (("300 ms", "500 ms"), "", 5),
        (("500 ms", "300 ms"), "import random; random.random()", 5),
    ],
)
def test_what_was_alone_over_a_limit_is_over_a_lower_one(
    tmp_path: Path, limits: tuple[str, str], draws: str, runs: int
) -> None:
    head, name, case = SPEC.partition("  - name: quick")
    cases = [case.replace("time: 6x reference, at least 200 ms", f"limits: {{cpu: {limit}}}") for limit in limits]
    spec = head + "".join(f"{name}-{number}{case}" for number, case in enumerate(cases))
    mark = tmp_path / "runs"
    program = f"open({str(mark)!r}, 'a').write('x'); {draws}\nwhile True: pass\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", {"main.py": program}))
    assert [case.verdict for case in grade.cases] == [Verdict.TLE] * 2
    assert all((case.timing.cpu_s or 0) > (case.timing.cpu_limit_s or 0) for case in grade.cases)
    assert all(case.timing.first_cpu_s is not None for case in grade.cases)
    assert {case.findings[0].where.line for case in grade.cases} == {2}
    assert len(mark.read_text(encoding="utf-8")) == runs, "at first, alone, and once to say where it is"


@pytest.mark.parametrize(("program", "runs"), [("time.sleep(600)", 1), ("while True: pass", 2)])
def test_a_program_that_waits_is_waited_for_once_where_nothing_is_doubted(
    tmp_path: Path, program: str, runs: int
) -> None:
    # Python's own start must stay below a tenth of the limit on any machine, and a loop that shares it above that.
    spec = SPEC.replace("at least 200 ms", "at least 2 s") + "    limits: {wall: 3 s}\n"
    root = course(tmp_path / "course", spec)
    write(root / "reference" / "sum" / "plain", burning(0.0))
    mark = tmp_path / "runs"
    student = {"main.py": f"import time\nopen({str(mark)!r}, 'a').write('x')\n{program}\n"}
    with scratch() as place:
        grader = Grader({"sum": loaded(root)}, Unconfined(), place, 1, needs_confirmation=lambda _submission: False)
        grader.run([Submission("ann", "sum", write(tmp_path / "submission", student))])
        assert [entry.verdict for entry in grader.grades()] == [Verdict.TLE]
    assert mark.read_text(encoding="utf-8") == "x" * runs


def class_of(root: Path, folder: Path, needs: dict[str, float], undoubted: str = "") -> dict[str, CaseGrade]:
    """The result of the case for students whose programs need so many seconds, graded together."""
    submissions = [Submission(name, "sum", write(folder / name, burning(seconds))) for name, seconds in needs.items()]
    with scratch() as place:
        assignment = loaded(root)
        grader = Grader(
            {"sum": assignment},
            Unconfined(),
            place,
            2,
            needs_confirmation=lambda submission: submission.student != undoubted,
        )
        grader.run(submissions)
        return {grade.student: case_of(grade, "quick") for grade in grader.grades()}


def test_of_a_class_only_who_needs_much_runs_again(tmp_path: Path) -> None:
    root = course(tmp_path / "course", SPEC.replace("6x", "20x"))
    write(root / "reference" / "sum" / "plain", burning(0.1))
    needs = {f"s{number}": 0.0 for number in range(6)} | {"within": 0.3, "beyond": 1.8, "endless": 600.0}
    cases = class_of(root, tmp_path, needs)
    assert {name: case.verdict for name, case in cases.items()} == dict.fromkeys(needs, Verdict.AC) | {
        "endless": Verdict.TLE
    }
    again = {name for name, case in cases.items() if case.timing.first_cpu_s is not None}
    assert again == {"beyond", "endless"}


def test_of_a_class_who_is_not_doubted_has_the_whole_limit_at_once(tmp_path: Path) -> None:
    root = course(tmp_path / "course", SPEC.replace("6x", "20x"))
    write(root / "reference" / "sum" / "plain", burning(0.1))
    needs = {f"s{number}": 0.0 for number in range(7)} | {"endless": 600.0}
    timing = class_of(root, tmp_path, needs, undoubted="endless")["endless"].timing
    assert timing.cpu_limit_s is not None
    assert timing.cpu_limit_s > 1.5, "20 times a tenth of a second, and not a quarter of that"
    assert timing.first_cpu_s is None


def test_a_class_whose_reference_is_wrong_is_graded_where_it_is_not_needed(tmp_path: Path) -> None:
    root = course(tmp_path / "course", SPEC.replace("200 ms", "1 s"))
    write(root / "reference" / "sum" / "plain", {"main.py": "print('wrong')\n"})
    needs = {f"s{number}": 0.0 for number in range(8)} | {"slow": 600.0}
    found = {name: case.verdict for name, case in class_of(root, tmp_path, needs).items()}
    assert found == dict.fromkeys(needs, Verdict.AC) | {"slow": Verdict.JE}
