"""Whether a judgement speaks against what a program does."""

from __future__ import annotations

import pytest

from harness.grading.verdicts.judgement import LINE_ORDER, RIGHT, Judgement
from harness.model.finding import Finding
from harness.model.verdict import Verdict


@pytest.mark.parametrize(
    ("near_miss", "charged", "is_wrong"),
    [
        (LINE_ORDER, ("order",), True),
        (LINE_ORDER, (), False),
        ("extra-lines", ("alone",), True),
        ("repeated-line", ("alone",), True),
        ("blanks", ("form",), False),
    ],
)
def test_lines_in_another_order_are_wrong(near_miss: str, charged: tuple[str, ...], *, is_wrong: bool) -> None:
    judgement = Judgement(Verdict.AC, (Finding(near_misses=(near_miss,)),), charged=charged)
    assert judgement.is_wrong is is_wrong
    assert judgement.is_right is not bool(charged)


def test_a_failed_case_is_wrong() -> None:
    assert Judgement(Verdict.WA).is_wrong
    assert not RIGHT.is_wrong
