"""Benchmarks keep to their time, and lose no figure that they had."""

from __future__ import annotations

import importlib
import multiprocessing.connection
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support import ROOT

_NAMES = ("measure", "budget", "compare", "limited", "all")
_DOCUMENT = "# Results\n\n<!-- end of the results -->\n"
_BENCHMARK = """\
\"\"\"A benchmark.\"\"\"

import os
import pathlib
import time

import measure


def rows():
    yield measure.Row("process", float(os.getpid()))
    measure.NOTES.append("in a hurry")
"""


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The modules that run the benchmarks."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    for name in _NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield {name: importlib.import_module(name) for name in _NAMES}
    for name in _NAMES:
        sys.modules.pop(name, None)


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Write a benchmark that yields its process's number and then does this; its name."""

    def write(then: str) -> str:
        (tmp_path / "written_benchmark.py").write_text(f"{_BENCHMARK}    {then}\n", encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        return "written_benchmark"

    return write


def test_the_shares_of_all_benchmarks_are_ten_minutes_at_most(modules: dict[str, ModuleType]) -> None:
    budget = modules["budget"]
    have_rows = {
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if "\ndef rows(" in path.read_text(encoding="utf-8")
    }

    assert sum(budget.SHARES_S.values()) <= budget.TOTAL_S
    assert {*budget.SHARES_S, *budget.ONLY_LONG} == have_rows


@pytest.mark.parametrize(
    ("then", "stopped"),
    [
        ("pass", ""),
        ("raise ValueError('no such thing')", "ValueError: no such thing"),
        ("raise SystemExit('grade ended with exit status 7')", "grade ended with exit status 7"),
        ("os._exit(3)", "it died"),
    ],
)
def test_a_benchmark_that_fails_keeps_its_figures(
    modules: dict[str, ModuleType], benchmark: Any, then: str, stopped: str
) -> None:
    shown: list[Any] = []
    measured = modules["limited"].measure_within(benchmark(then), 600.0, 600.0, shown.append)

    assert [row.measure for row in measured.rows] == ["process"]
    assert shown == measured.rows
    assert measured.stopped == stopped
    assert measured.notes == ([] if stopped == "it died" else ["in a hurry"])
    assert not measured.interrupted


def test_an_interrupted_benchmark_keeps_its_figures_and_ends(modules: dict[str, ModuleType], benchmark: Any) -> None:
    def interrupt(_row: object) -> None:
        raise KeyboardInterrupt

    measured = modules["limited"].measure_within(benchmark("time.sleep(600)"), 600.0, 600.0, interrupt)

    assert [row.measure for row in measured.rows] == ["process"]
    assert measured.interrupted
    with pytest.raises(ProcessLookupError):
        os.kill(int(measured.rows[0].figure), 0)


def test_what_came_before_the_end_of_its_time_is_kept(modules: dict[str, ModuleType]) -> None:
    limited, row = modules["limited"], modules["measure"].Row("a / b", 1.0)
    receiving, sending = multiprocessing.connection.Pipe(duplex=False)
    measured = limited.Measured()
    with receiving, sending:
        sending.send(row)
        limited._receive(receiving, 0.0, measured, lambda _: None)  # noqa: SLF001 - the time is over

    assert measured.rows == [row]
    assert measured.stopped == "its time was over"


def test_rounds_end_with_the_time_for_them_but_one_is_measured(
    modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = modules["measure"]
    assert list(measure.rounds(3)) == [0, 1, 2]
    assert measure.NOTES == []
    monkeypatch.setattr(measure, "_ROUNDS_END", 0.0)

    assert list(measure.rounds(3)) == [0]
    assert measure.NOTES == ["1 of 3 rounds, for lack of time"]


def test_a_failing_command_is_shown_with_its_last_lines(modules: dict[str, ModuleType]) -> None:
    with pytest.raises(SystemExit, match=r"ended with exit status 3\nno such course"):
        modules["measure"].run(["sh", "-c", "echo no such course >&2; exit 3"])


def _session(modules: dict[str, ModuleType], document: Path) -> Any:
    document.write_text(_DOCUMENT, encoding="utf-8")
    compared = modules["compare"].Compared("v1", "")
    return modules["all"].Session(compared, long=False, document=document, ends_at=float("inf"))


def test_results_are_written_after_each_benchmark_and_say_what_is_missing(
    modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    row, limited = modules["measure"].Row("a / b", 1.0), modules["limited"]
    answers = iter(
        [limited.Measured([row]), limited.Measured([row], ["1 of 3 rounds"], "interrupted", interrupted=True)]
    )
    monkeypatch.setattr(modules["all"], "measure_within", lambda *_: next(answers))
    session = _session(modules, tmp_path / "results.md")

    assert session.measure("dialogue", 0.0)
    first = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert not session.measure("start_up", 0.0)

    assert "What a terminal costs" in first
    assert "not finished" not in first
    assert "1 of 3 rounds; not finished: interrupted.\n" in (tmp_path / "results.md").read_text(encoding="utf-8")
    assert session.unfinished == ["start_up: interrupted; figures that it had: 1"]


def test_files_that_change_meanwhile_are_named_in_a_note(
    modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured = modules["limited"].Measured([modules["measure"].Row("a / b", 1.0)])
    monkeypatch.setattr(modules["all"], "measure_within", lambda *_: measured)
    session = _session(modules, tmp_path / "results.md")
    session.code = "another"

    session.measure("dialogue", 0.0)

    assert "files changed while it was measured" in (tmp_path / "results.md").read_text(encoding="utf-8")
