"""What stood on stderr is shown where something else is wrong, and once."""

from __future__ import annotations

from typing import Any

import pytest

from harness.grading.verdicts.judgement import Judgement
from harness.model.finding import Finding
from harness.model.observation import Interaction, Limit
from harness.model.verdict import Verdict
from tests.grading.verdicts.test_judge import case, judged, seen

UNBOUND = b"main.sh: line 3: total: unbound variable\n"


def stderr_of(judgement: Judgement) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.kind == "said-on-stderr"]


@pytest.mark.parametrize(
    ("facts", "settings"),
    [
        ({"stdout": b"6\n"}, {}),
        ({"stdout": b""}, {}),
        ({"exit": 3}, {"exit": 0}),
        ({"stdout": b"6\n", "exit": 3}, {"exit": 0}),
        ({}, {"produces": {"out.txt": "5\n"}, "stdout": None}),
        ({"ended_by": Limit.CPU, "cpu_s": 2.5}, {}),
        ({"interaction": Interaction(43, "It is too high.", None, "")}, {"interactor": "game.py"}),
    ],
)
def test_it_is_shown_whatever_else_is_wrong(facts: dict[str, Any], settings: dict[str, Any]) -> None:
    (finding,) = stderr_of(judged(seen(stderr=UNBOUND, **facts), case(**settings)))
    assert (finding.actual, finding.params) == (UNBOUND, {})
    judgement = judged(seen(stderr=UNBOUND, **facts), case(**settings))
    assert judgement.findings[-1] is not judgement.findings[0]
    assert judged(seen(**facts), case(**settings)) == Judgement(
        judgement.verdict, judgement.findings[:-1], judgement.kept, judgement.charged, comparable=judgement.comparable
    )


@pytest.mark.parametrize(
    ("facts", "settings"),
    [
        ({}, {}),
        ({"stdout": b"6\n", "stderr": b" \n\n"}, {}),
        ({"stdout": b"6\n", "stderr": b"\n%s\nin another way\n" % (b"gk" * 32)}, {}),
        ({"stdout": b"6\n"}, {"stderr": "total\n"}),
        ({"stdout": b"", "stderr": b"5\n"}, {}),
        ({"stdout": b"", "stderr": b"usage: total NUMBER\n"}, {}),
        ({"signal": 11, "exit": None}, {}),
    ],
)
def test_it_is_not_shown_twice_nor_for_what_is_right(facts: dict[str, Any], settings: dict[str, Any]) -> None:
    assert stderr_of(judged(seen(**{"stderr": UNBOUND, **facts}), case(**settings))) == []


@pytest.mark.parametrize(
    ("stderr", "shown", "more"),
    [
        (b"\n1\n\n2\n3\n4\n5\n6\n", b"1\n2\n3\n4\n", 2),
        (b"debug\n" * 50 + b"a.cc:3:1: error: no x\n  3 | x;\n", b"a.cc:3:1: error: no x\n  3 | x;\n", 0),
        (b"x" * 10_000 + b"\r\n", b"x" * 300 + b"\n", 0),
        (b"one\nDeprecationWarning: two\n", b"DeprecationWarning: two\n", 0),
    ],
)
def test_a_few_lines_from_the_first_that_names_a_fault(stderr: bytes, shown: bytes, more: int) -> None:
    (finding,) = stderr_of(judged(seen(stdout=b"6\n", stderr=stderr)))
    assert finding.actual == shown
    assert finding.params.get("more", 0) == more


def test_a_verdict_does_not_change_for_it() -> None:
    near = case(near_misses={"trailing-blanks": 0.5})
    judgement = judged(seen(stdout=b"5 \n", stderr=UNBOUND), near)
    assert (judgement.verdict, judgement.kept, len(stderr_of(judgement))) == (Verdict.WA, 0.5, 1)
