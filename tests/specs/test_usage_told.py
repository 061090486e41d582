"""A usage message is judged on the stream where it stands."""

from __future__ import annotations

import pytest

from harness.model.finding import Finding
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

USAGE = b"Usage: Queens [-v] number\nOption: -v    verbose output, print all solutions\n"
EXCEPTION = b'Exception in thread "main" java.lang.IllegalStateException\n\tat Queens.main(Queens.java:9)\n'


def faults(function: str, stdout: bytes, stderr: bytes) -> list[Finding]:
    check = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions[function]
    return list(check(Run(stdout=stdout, stderr=stderr, exit=1, args=("x",)), None))


@pytest.mark.parametrize(
    ("stdout", "stderr", "words", "stream"),
    [
        (b"", USAGE, True, True),
        (b"", USAGE + EXCEPTION, True, True),
        (b"Unknown option: x\n", USAGE, True, True),
        (USAGE, b"", True, False),
        (USAGE, EXCEPTION, True, False),
        (USAGE, USAGE, True, False),
        (b"", EXCEPTION, False, False),
        (b"", b"", False, False),
        (b"", USAGE.replace(b"Queens", b"java Queens"), False, True),
        (b"", b"8-Queens has 92 solutions\n", False, False),
    ],
)
def test_words_and_stream(stdout: bytes, stderr: bytes, words: bool, stream: bool) -> None:
    assert (not faults("has_right_words", stdout, stderr)) is words
    assert (not faults("on_stderr", stdout, stderr)) is stream


def test_a_blank_in_front_is_not_other_words() -> None:
    (finding,) = faults("has_right_words", b"", USAGE.replace(b"Option", b" Option"))
    assert finding.near_misses == ("blanks",)
