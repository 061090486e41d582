"""Figures of benchmarks are compared with those of the last release."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support import ROOT

_TITLE = "How long it takes."
_BEFORE = f"""\
### Something else.

Measured on: A, 2 cores; load before: 0.1.

| a / b | 1 x | at most 3 |  |  |

### {_TITLE}

Measured on: A, 2 cores; load before: 1.7.

| measure | figure | goal | met | best peer |
|---|---|---|---|---|
| a / b | 2 x | at most 3 | yes |  |
| time | 100 ms |  |  |  |
| speed-up | 1.8 x | at least 1.5 | yes | 1.9 |
"""


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """The benchmarks' ``compare`` and ``measure``."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    loaded = []
    for name in ("measure", "compare"):
        spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        loaded.append(module)
    return loaded[1], loaded[0]


@pytest.mark.parametrize(
    ("machine", "figures", "worse"),
    [
        ("A, 2 cores", {"a / b": 2.1, "time": 109.0, "speed-up": 1.7}, []),
        ("A, 2 cores", {"a / b": 2.3}, ["a / b: 2 x before, 2.3 x now"]),
        ("A, 2 cores", {"a / b": 1.0, "time": 50.0, "speed-up": 2.5}, []),
        ("A, 2 cores", {"speed-up": 1.5}, ["speed-up: 1.8 x before, 1.5 x now"]),
        ("A, 2 cores", {"time": 120.0}, ["time: 100 ms before, 120 ms now"]),
        ("B, 8 cores", {"time": 120.0, "a / b": 4.0}, ["a / b: 2 x before, 4 x now"]),
        ("A, 2 cores", {"new": 9.0}, []),
    ],
)
def test_what_got_worse_by_a_tenth_is_reported(
    modules: tuple[ModuleType, ModuleType], machine: str, figures: dict[str, float], worse: list[str]
) -> None:
    compare, measure = modules
    known = {
        "a / b": lambda figure: measure.at_most("a / b", figure, 3),
        "time": lambda figure: measure.Row("time", figure, "ms"),
        "speed-up": lambda figure: measure.at_least("speed-up", figure, 1.5),
        "new": lambda figure: measure.Row("new", figure),
    }
    rows = [known[name](figure) for name, figure in figures.items()]

    assert list(compare.worse_figures(_BEFORE, _TITLE, machine, rows)) == worse


def test_a_benchmark_that_is_new_is_compared_with_nothing(modules: tuple[ModuleType, ModuleType]) -> None:
    compare, measure = modules

    assert not list(compare.worse_figures(_BEFORE, "New.", "A, 2 cores", [measure.Row("a / b", 9.0)]))


def test_rows_that_only_one_side_has_are_listed_and_not_compared(modules: tuple[ModuleType, ModuleType]) -> None:
    compare, measure = modules

    assert list(compare.not_compared(_BEFORE, _TITLE, [measure.Row("time", 1.0), measure.Row("a / c", 9.0)])) == [
        "no figure to compare with: a / c",
        "no longer measured: a / b",
        "no longer measured: speed-up",
    ]


def test_each_row_is_shown_with_its_goal_and_its_figure_of_the_last_release(
    modules: tuple[ModuleType, ModuleType],
) -> None:
    compare, measure = modules
    rows = [measure.at_most("a / b", 4.0, 3), measure.Row("a / c", 9.0)]

    assert list(compare.beside_last(_BEFORE, _TITLE, "v1", rows)) == [
        "a / b: 4 x (goal: at most 3) MISSED [v1: 2 x]",
        "a / c: 9 x [nothing to compare with]",
    ]
    assert list(compare.beside_last("", _TITLE, "", rows[1:])) == ["a / c: 9 x [nothing to compare with]"]


@pytest.mark.parametrize(
    ("row", "figure_again", "status", "line"),
    [
        ({"figure": 2.1}, 0.0, 0, "worse than v1 by a tenth: none"),
        ({"figure": 2.2}, 0.0, 1, "worse than v1 by a tenth: a / b: 2 x before, 2.2 x now"),
        ({"figure": 2.2}, 2.1, 0, "worse than v1 by a tenth: none"),
        ({"figure": 2.2}, 2.3, 1, "worse than v1 by a tenth: a / b: 2 x before, 2.3 x now (twice)"),
        ({"figure": 2.2, "ours": False}, 0.0, 0, "worse than v1 by a tenth: none"),
        ({"figure": 1.0, "met": False}, 0.0, 1, "missed: a / b"),
        ({"measure": "a / new", "figure": 9.0}, 0.0, 0, "no figure to compare with: a / new"),
        ({"figure": 9.0, "unit": "ms"}, 0.0, 0, "worse than v1 by a tenth: none"),
        ({"figure": "not measured"}, 0.0, 0, "worse than v1 by a tenth: none"),
    ],
)
def test_a_figure_that_got_worse_or_misses_its_goal_fails_the_run(
    modules: tuple[ModuleType, ModuleType],
    capsys: pytest.CaptureFixture[str],
    row: dict[str, float | str],
    figure_again: float,
    status: int,
    line: str,
) -> None:
    compare, measure = modules
    compared = compare.Compared("v1", _BEFORE)
    rows = [measure.Row(**{"measure": "a / b"} | row)]
    if compared.add(_TITLE, "A, 2 cores", rows) and figure_again:
        compared.add_again(_TITLE, "A, 2 cores", [measure.Row("a / b", figure_again)])

    assert compared.summary() == status
    assert line in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("before", "long", "is_compared"),
    [
        pytest.param(_BEFORE, False, False, id="small-with-earlier-ones"),
        pytest.param(_BEFORE, True, True, id="large-with-earlier-ones"),
        pytest.param(_BEFORE + "### Else. Large.\n", False, True, id="small-with-small"),
        pytest.param(_BEFORE + "### Else. Large.\n", True, False, id="large-with-small"),
    ],
)
def test_figures_are_compared_with_those_of_the_same_size(
    modules: tuple[ModuleType, ModuleType], before: str, long: bool, is_compared: bool
) -> None:
    compare, measure = modules
    title = _TITLE + (compare.LARGE if long else "")
    known = compare.with_large_titles(before, [_TITLE])

    assert bool(list(compare.worse_figures(known, title, "A, 2 cores", [measure.Row("a / b", 9.0)]))) == is_compared


def test_a_benchmark_that_was_ended_does_not_say_what_is_no_longer_measured(
    modules: tuple[ModuleType, ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    compare, measure = modules
    compared = compare.Compared("v1", _BEFORE)
    compared.add(_TITLE, "A, 2 cores", [measure.Row("a / b", 2.0)], whole=False)

    compared.summary()

    assert "no longer measured" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("known", "release", "results"),
    [
        ({"describe": "v1\n", "show v1": "of v1", "show HEAD": "of HEAD"}, "v1", "of v1"),
        ({"describe": "v1\n", "show HEAD": "of HEAD"}, "recorded", "of HEAD"),
        ({"show HEAD": "of HEAD"}, "recorded", "of HEAD"),
        ({}, "recorded", "on the disk"),
    ],
)
def test_without_a_tag_figures_are_compared_with_recorded_ones(
    modules: tuple[ModuleType, ModuleType],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    known: dict[str, str],
    release: str,
    results: str,
) -> None:
    compare, _ = modules
    (tmp_path / "results.md").write_text("on the disk", encoding="utf-8")
    monkeypatch.setattr(compare, "CHECKOUT", tmp_path)
    monkeypatch.setattr(
        compare,
        "_git",
        lambda *words: next((answer for key, answer in known.items() if " ".join(words).startswith(key)), ""),
    )

    assert compare.last_results(tmp_path / "results.md") == (release, results)
