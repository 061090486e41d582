"""Lines that come the last one first are called that, and no other order is."""

from __future__ import annotations

import pytest

from harness.judge.comparing.comparison import compare_texts
from harness.judge.messages.translator import translator

LINES = ("1 3", "2 4", "3 5", "4 6")


def output(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.parametrize(
    ("printed", "is_reversed"),
    [
        pytest.param(LINES[::-1], True, id="all"),
        pytest.param((*LINES[2::-1], LINES[3]), True, id="all-but-the-last"),
        pytest.param((LINES[1], LINES[0], *LINES[2:]), False, id="two"),
        pytest.param((*LINES[1:], LINES[0]), False, id="turned"),
        pytest.param((LINES[3], LINES[1], LINES[2], LINES[0]), False, id="both-ends"),
    ],
)
def test_the_reverse_order_is_named(printed: tuple[str, ...], *, is_reversed: bool) -> None:
    (finding,) = compare_texts(output(*printed), output(*LINES))
    sentences = translator().near_misses(finding)
    named = "The right lines come in the reverse order."
    assert finding.near_misses == ("line-order",)
    assert sentences == ([named] if is_reversed else ["Each line is right, but the order is not."])
