"""Calls that wait without computing: ended soon, each for itself, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.calling import call, reports

PROGRAMS = {
    "python": {"prog.py": "import time\ndef f(ms):\n    time.sleep(ms / 1000)\n    return ms\n"},
    "java": {"Prog.java": "class Prog { static int f(int ms) throws Exception { Thread.sleep(ms); return ms; } }\n"},
    "cpp": {"prog.cc": "#include <unistd.h>\nint f(int ms) { usleep(ms * 1000u); return ms; }\nint main() { }\n"},
}
WAITED = "it did not come back in the time that it may take, and was ended"


@pytest.mark.parametrize("language", PROGRAMS)
def test_who_waits_is_ended_and_blames_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr("harness.grading.calling.calls._MOST_LONG_WAITS", 1)
    monkeypatch.setattr("harness.grading.calling.calls._SHORT_IDLE_S", 1.0)
    times = [10**6, 0, 10**6 + 1, 1]
    cases = [{"calls": [call("f", ms)], "limits": {"wall": "2 s"}} for ms in times]
    outcome = reports(tmp_path, language, PROGRAMS[language], *cases)
    assert [report.ended for report in outcome] == [WAITED if ms > 1 else None for ms in times]


@pytest.mark.parametrize("language", PROGRAMS)
def test_cases_that_wait_a_little_may_together_wait_longer_than_one_may(tmp_path: Path, language: str) -> None:
    times = [500 + number for number in range(6)]
    cases = [{"calls": [call("f", ms)], "limits": {"wall": "2 s"}} for ms in times]
    outcome = reports(tmp_path, language, PROGRAMS[language], *cases)
    assert [[entry.returned for entry in report.results] for report in outcome] == [[ms] for ms in times]
