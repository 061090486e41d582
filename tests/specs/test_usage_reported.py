"""A usage message is judged on the stream where it stands."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
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
        (b"", USAGE + b"Bye.\n", True, True),
        (USAGE + b"Bye.\n", b"", True, False),
        (b"", b"Sorry.\n" + USAGE, False, True),
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


@pytest.mark.parametrize("more", [b"Bye.\n", b"5 was the number.\n"])
def test_what_follows_the_message_is_charged_once_elsewhere(more: bytes) -> None:
    assert faults("message_alone", b"", USAGE) == []
    (finding,) = faults("message_alone", b"", USAGE + more)
    assert finding.near_misses == ("extra-lines",)
    assert faults("message_alone", b"", USAGE + EXCEPTION) == []  # which the end of the program tells


PYTHON = b"Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions\n"
TRACEBACK = b'Traceback (most recent call last):\n  File "Queens.py", line 9, in <module>\nValueError: x\n'


@pytest.mark.parametrize(
    ("stdout", "stderr", "words", "stream", "alone"),
    [
        (b"", PYTHON, True, True, True),
        (b"", PYTHON + TRACEBACK, True, True, True),
        (b"", PYTHON + b"Bye.\n", True, True, False),
        (b"Only -v may stand there.\n", PYTHON, True, True, False),
        (b"Usage: wrong\n", PYTHON, True, False, True),
        (PYTHON + b"Bye.\n", b"", True, False, False),
        (PYTHON, TRACEBACK, True, False, True),
        (b"", TRACEBACK, False, False, False),
    ],
)
def test_words_stream_and_what_stands_beside_them_in_python(
    stdout: bytes, stderr: bytes, words: bool, stream: bool, alone: bool
) -> None:
    checks = load(ROOT / "specs", "cse30-pa2", goldens=False).functions
    run = Run(stdout=stdout, stderr=stderr, exit=1, args=("x",))
    found = {name: not [*checks[name](run, None)] for name in ("has_right_words", "on_stderr", "refuses")}
    assert found == {"has_right_words": words, "on_stderr": stream, "refuses": alone}


@pytest.mark.parametrize(
    ("stdout", "stderr", "shown"),
    [(b"", PYTHON * 2, 4), (PYTHON * 2, b"", 4), (b"", PYTHON + b"Bye.\n", 0), (PYTHON + b"Bye.\n", b"", 0)],
)
def test_a_whole_message_that_comes_twice_is_no_single_line(stdout: bytes, stderr: bytes, shown: int) -> None:
    refuses = load(ROOT / "specs", "cse30-pa2", goldens=False).functions["refuses"]
    (finding,) = refuses(Run(stdout=stdout, stderr=stderr, exit=1, args=("x",)), None)
    sentences = ["Everything is right, but it comes twice."] if shown else []
    assert translator().near_misses(finding) == sentences
    assert (finding.actual or b"").count(b"\n") == shown


def test_a_result_beside_the_right_message_is_shown_alone() -> None:
    (finding,) = faults("message_alone", b")\n0-Queens has 1 solutions\n", USAGE)
    assert (finding.expected, finding.actual) == (None, b"0-Queens has 1 solutions")  # which came first is not known
    assert "the usage message is right, but a result is printed as well" in finding.message
    (finding,) = faults("message_alone", b"0-Queens has 1 solutions\n", b"Sorry.\n")
    assert (finding.expected, finding.actual) == (USAGE, b"0-Queens has 1 solutions\nSorry.\n")


def test_a_number_before_the_option_is_the_same_fault_where_the_program_goes_on() -> None:
    printed = Run(stdout=b"0-Queens has 1 solutions\n", stderr=USAGE, exit=1, args=("8", "-v"))
    checks = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions
    assert [*checks["usage_or_solutions"](printed, None)] == [*checks["message_alone"](printed, None)] != []
