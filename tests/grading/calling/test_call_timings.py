"""Each case of calls has its times, also where cases share a process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.grading.calling.driver_process import call_timings
from harness.model.observation import Observation
from harness.model.result import CallsReport
from harness.model.verdict import Verdict
from tests.grading.calling.test_call_streams import rows

OK = CallsReport()


def times(observation: Observation, *reports: CallsReport) -> list[tuple[float | None, float | None]]:
    finished = dict(enumerate(reports))
    found = call_timings(finished, observation, dict.fromkeys(finished, 2.0))
    return [(found[index].cpu_s, found[index].wall_s) for index in finished]


def test_cases_share_what_their_process_used() -> None:
    assert times(Observation((), cpu_s=1.0, wall_s=3.0), OK, OK) == [(0.5, 1.5), (0.5, 1.5)]


def test_a_case_that_is_ended_at_its_limit_used_that_much() -> None:
    late = CallsReport(end={"limit": "cpu"})
    assert times(Observation((), cpu_s=2.5, wall_s=3.0), OK, late) == [(0.5, 1.0), (2.0, 2.0)]
    assert times(Observation((), cpu_s=2.5, wall_s=3.0), late) == [(2.5, 3.0)]
    assert times(Observation((), cpu_s=1.0, wall_s=1.0), OK, late) == [
        (0.0, 0.0),
        (2.0, 1.0),
    ]  # never less than the limit


def test_no_time_is_lost_or_made() -> None:
    late = CallsReport(end={"limit": "cpu"})
    for reports in ([late, late, OK], [late, late], [OK, late, CallsReport(end={"signal": 9})]):
        found = times(Observation((), cpu_s=4.5, wall_s=9.0), *reports)
        assert sum(cpu or 0 for cpu, _ in found) == pytest.approx(4.5)
        assert sum(wall or 0 for _, wall in found) == pytest.approx(9.0)


BODIES: dict[str, tuple[dict[str, Any], Verdict]] = {
    "while True: pass": ({"cpu": "1 s"}, Verdict.TLE),
    "__import__('time').sleep(600)": ({"wall": "3 s"}, Verdict.TLE),
    "x = [bytearray(b'x' * 10 ** 6) for _ in range(1000)]": ({"memory": "100 MiB"}, Verdict.MLE),
    "while True: print('x' * 1000)": ({"output": "100 KiB"}, Verdict.OLE),
}


@pytest.mark.parametrize("body", BODIES)
def test_calls_that_are_ended_say_by_which_limit_and_what_they_used(tmp_path: Path, body: str) -> None:
    limits, verdict = BODIES[body]
    source = f"def ok(): pass\ndef f():\n    {body}\n"
    cases = [{"calls": [{"function": name}], "limits": limits} for name in ("ok", "f")]
    (right, late) = rows(tmp_path, "python", source, *cases)
    assert (right.verdict, late.verdict) == (Verdict.AC, verdict)
    for row in (right, late):
        assert None not in (row.timing.cpu_s, row.timing.wall_s, row.timing.cpu_limit_s, row.timing.memory)
    if "while True: pass" in body:
        # On a busy machine the last look at its clock is some time before its end.
        assert (late.timing.cpu_s or 0) >= 0.25


SPINNING = {
    "python": "import time\ndef f():\n    while time.process_time() < 0.7: pass\n    return 1\n",
    "c": "#include <time.h>\nint f(void) { while (clock() < CLOCKS_PER_SEC * 7 / 10) {} return 1; }\n",
    "cpp": "#include <ctime>\nint f() { while (std::clock() < CLOCKS_PER_SEC * 7 / 10) {} return 1; }\n",
}


@pytest.mark.parametrize("language", SPINNING)
def test_a_limit_below_a_second_ends_a_call_within_it(tmp_path: Path, language: str) -> None:
    cases = [{"calls": [{"function": "f", "returns": 1}], "limits": {"cpu": cpu}} for cpu in ("200 ms", "60 s")]
    (late, right) = rows(tmp_path, language, SPINNING[language], *cases)
    assert (late.verdict, right.verdict) == (Verdict.TLE, Verdict.AC)


LATE_ONCE = """\
from pathlib import Path
def f():
    mark = Path({mark!r})
    if mark.exists():
        return 1
    mark.touch()
    while True:
        pass
"""


def test_calls_over_their_limit_are_made_again_alone_before_that_counts(tmp_path: Path) -> None:
    source = LATE_ONCE.format(mark=str(tmp_path / "mark"))
    cases = [{"calls": [{"function": "f", "returns": 1}], "limits": {"cpu": "1.5 s"}}]
    (row,) = rows(tmp_path, "python", source, *cases)
    assert row.verdict is Verdict.AC
    assert row.timing.first_cpu_s is not None
