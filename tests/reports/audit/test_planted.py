"""The audit on planted faults: it names the check that is wrong, and is silent if none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.app.cli.harness import main
from tests.reports.audit.planted import CS771, CSE30, FAULTS, PROLOG, Fault, class_of, course_with
from tests.support import ROOT

RIGHT = {
    CSE30: {"argparse", "crlf-and-tabs", "global-n", "latin-1", "search-in-a-method", "helper-modules"},
    CS771: {"python-plain", "python-while-true", "python-crlf", "perl-angle", "awk-script", "python-prompts"},
    PROLOG: {"bits", "diagonal-lists", "foldl-lambda", "findall-members", "search-by-hand", "every-list"},
}
WRONG = {
    CSE30: {
        "count-format-full-stop", "usage-any-case", "recursion-loop", "find-solutions-counts-on", "order-right-to-left",
    },
    CS771: {"row-tie-largest", "words-upper-case", "verdict-none", "state-format-commas", "queen-tie-last-column"},
    PROLOG: {"all-cut", "once-last-test-twice", "right-neighbours-only", "name-letter-case"},
}  # fmt: skip
SAMPLE = ("words-with-a-mark", "golden-of-a-start", "any-newline-is-refused")
LINES = 3


def first_lines(class_folder: Path, specs: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["audit", str(class_folder), "--specs", str(specs), "--isolation", "E"])
    return capsys.readouterr().out.splitlines()[:LINES]


def names_the_check(fault: Fault, apart: Path, capsys: pytest.CaptureFixture[str], few: int | None = None) -> None:
    right, wrong = (sorted(names[fault.assignment])[:few] for names in (RIGHT, WRONG))
    folder = class_of(fault.assignment, apart, right.__contains__, wrong.__contains__)
    lines = first_lines(folder, course_with(fault, apart, alone=few is not None), capsys)
    assert any(check in line for check in fault.checks for line in lines), lines


def test_there_are_twenty_faults_in_three_assignments() -> None:
    assert len({fault.name for fault in FAULTS}) == 20
    assert len({fault.assignment for fault in FAULTS}) == 3


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.name in SAMPLE], ids=lambda fault: fault.name)
def test_a_planted_fault_is_among_the_first_lines(
    fault: Fault, apart: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names_the_check(fault, apart, capsys, few=3)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.name not in SAMPLE], ids=lambda fault: fault.name)
def test_each_planted_fault_is_among_the_first_lines(
    fault: Fault, apart: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names_the_check(fault, apart, capsys)


def test_some_accepted_programs_are_not_spoken_of(apart: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = class_of(CS771, apart, {"python-plain", "python-crlf", "perl-angle"}.__contains__, lambda _name: False)
    assert first_lines(folder, ROOT / "specs", capsys) == []


@pytest.mark.slow
@pytest.mark.parametrize("assignment", [CSE30, CS771, PROLOG])
def test_the_accepted_programs_are_not_spoken_of(
    assignment: str, apart: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = class_of(assignment, apart, lambda _name: True, lambda _name: False)
    assert first_lines(folder, ROOT / "specs", capsys) == []
