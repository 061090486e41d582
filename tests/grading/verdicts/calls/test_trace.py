"""How often a run called the student's functions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from harness.grading.verdicts.calls.trace import judge_trace
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.judge.messages.translator import sentence
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict
from harness.spec.format.model import Case, Limits
from harness.spec.format.units import Seconds, call_range

SEEN = Observation(("./prog",), exit=0)
LIMITS = ResolvedLimits.resolve(Limits(cpu=Seconds(40.0)))


def judged(wanted: dict[str, int | str], counts: Mapping[str, int] | None, seen: Observation = SEEN) -> Judgement:
    return judge_trace(Case(name="c", clause="right", trace=wanted), counts, seen, LIMITS)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (120, (120, 120)),
        ("120", (120, 120)),
        (0, (0, 0)),
        ("119..120", (119, 120)),
        ("1..", (1, None)),
        ("..8", (0, 8)),
        ("0..", (0, None)),
    ],
)
def test_bounds(wanted: int | str, found: tuple[int, int | None]) -> None:
    assert call_range(wanted) == found


def test_a_run_that_the_machine_had_no_time_for_is_no_time_limit() -> None:
    busy = Observation(("./prog",), ended_by=Limit.WALL, wall_s=100.0, starved_s=95.0)
    found = judged({"step": 5}, None, busy)
    assert found.verdict is Verdict.NR
    assert "with 40.0 s allowed" in sentence(found.findings[0])
    assert judged({"step": 5}, None, Observation(("./prog",), ended_by=Limit.WALL)).verdict is Verdict.TLE


@pytest.mark.parametrize(
    ("calls", "right"), [(119, True), (242, True), (121, True), (150, False), (243, False), (0, False)]
)
def test_one_of_several_ranges(calls: int, right: bool) -> None:
    found = judged({"step": "119..121 or 238..242"}, {"step": calls})
    assert (found.verdict is Verdict.AC) is right


def test_the_range_that_is_nearest_is_reported() -> None:
    (finding,) = judged({"step": "119..121 or 238..242"}, {"step": 200}).findings
    assert "takes 238 to 242 calls" in sentence(finding)


@pytest.mark.parametrize("wanted", ["", "..", "a..b", "1...2", "-1", "1-2", "1..2..3", " 1..2", "x", "1.5"])
def test_what_is_no_bound(wanted: str) -> None:
    with pytest.raises(ValueError, match="^" + wanted.replace(".", r"\.") + "$"):
        call_range(wanted)


@pytest.mark.parametrize(
    ("wanted", "right", "wrong"),
    [
        (3, [3], [0, 2, 4]),
        ("2..4", [2, 3, 4], [0, 1, 5]),
        ("2..", [2, 1000], [0, 1]),
        ("..2", [0, 1, 2], [3]),
        (0, [0], [1]),
    ],
)
def test_the_edges_are_inside(wanted: int | str, right: list[int], wrong: list[int]) -> None:
    for count in right:
        assert judged({"f": wanted}, {"f": count}) == RIGHT
    for count in wrong:
        found = judged({"f": wanted}, {"f": count})
        assert (found.verdict, found.kept, found.comparable) == (Verdict.WA, 0.0, False)


@pytest.mark.parametrize(
    ("wanted", "count", "message"),
    [
        (3, 0, "f was never called in this run; the required way takes 3 calls"),
        (3, 1, "f was called 1 time in this run; the required way takes 3 calls"),
        (1, 2, "f was called 2 times in this run; the required way takes 1 call"),
        (0, 2, "f was called 2 times in this run; the required way takes no call"),
        ("2..4", 5, "f was called 5 times in this run; the required way takes 2 to 4 calls"),
        ("1..", 0, "f was never called in this run; the required way takes at least 1 call"),
        ("..8", 9, "f was called 9 times in this run; the required way takes at most 8 calls"),
    ],
)
def test_what_is_reported(wanted: int | str, count: int, message: str) -> None:
    assert [sentence(entry) for entry in judged({"f": wanted}, {"f": count}).findings] == [message]


def test_the_arguments_of_the_run_are_named() -> None:
    for arguments, run in (
        (("5",), "the run with 5"),
        (("-v", "a b"), "the run with -v 'a b'"),
        (("x" * 41,), "this run"),
    ):
        case = Case(name="c", clause="right", trace={"f": "3"}, args=arguments)
        (finding,) = judge_trace(case, {"f": 1}, SEEN, LIMITS).findings
        assert sentence(finding) == f"f was called 1 time in {run}; the required way takes 3 calls"


def test_a_function_that_was_never_called_is_not_in_the_counts() -> None:
    assert judged({"f": 0}, {}) == RIGHT
    assert judged({"f": "..8"}, {"g": 100}) == RIGHT
    assert judged({"f": 1}, {"g": 1}).verdict is Verdict.WA


def test_names_in_other_spellings_add_up() -> None:
    counts = {"Solve": 2, "solve": 1, "SOLVE": 4, "solveAll": 8}
    assert judged({"solve": 1}, counts) == RIGHT
    assert judged({"(?i)solve": 7}, counts) == RIGHT
    assert judged({"solve|solveAll": 9}, counts) == RIGHT
    (finding,) = judged({"(?i)Solve|Find": 1}, counts).findings
    assert sentence(finding).startswith("Solve or Find was called 7 times")


def test_every_function_is_judged() -> None:
    found = judged({"f": 1, "g": 2, "h": 3}, {"f": 1, "g": 1})
    assert [sentence(entry).split()[0] for entry in found.findings] == ["g", "h"]


@pytest.mark.parametrize(
    ("seen", "verdict", "shown"),
    [
        (Observation(("x",), ended_by=Limit.CPU), Verdict.TLE, "the traced run was ended at its cpu limit"),
        (Observation(("x",), signal=11, stderr=b"boom"), Verdict.RTE, "the traced run did not end by itself"),
    ],
)
def test_a_run_without_an_end_is_no_count(seen: Observation, verdict: Verdict, shown: str) -> None:
    found = judged({"f": 0}, None, seen)
    assert (found.verdict, [sentence(entry) for entry in found.findings]) == (verdict, [shown])
    assert found.findings[0].actual == (seen.stderr or None)


def test_a_run_that_never_ends_names_the_function_that_it_never_called() -> None:
    late = Observation(("x",), ended_by=Limit.CPU)
    found = judged({"f": "0..", "g": "20..", "h": "1.."}, {"f": 99, "g": 5}, late)
    assert found.verdict is Verdict.TLE
    assert (
        sentence(found.findings[0]) == "the program is still running when its time is up, and h has never been called"
    )
    assert "never" not in judged({"f": "20.."}, {"f": 5}, late).findings[0].params
    assert judged({"f": "20..", "g": "0.."}, {"f": 10**6}, late).verdict is Verdict.TLE  # calls alone are no search


def test_where_none_of_the_functions_is_called_the_way_is_absent() -> None:
    assert judged({"f": 2, "g": "1.."}, {"h": 3}).absent
    assert not judged({"f": 2, "g": "1.."}, {"f": 1}).absent
