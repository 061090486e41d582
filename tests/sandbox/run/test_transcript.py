"""The record of a conversation."""

from __future__ import annotations

from harness.sandbox.run.relay import Transcript


def test_lines_stand_in_their_order_and_say_whose_they_are() -> None:
    transcript = Transcript()
    for chunk, from_program in ((b"a", True), (b"b\nc\n", True), (b"yes\nand", False), (b"d", True)):
        transcript.add(chunk, from_program=from_program)
    assert transcript.text() == b"> ab\n> c\n< yes\n< and\n> d\n"


def test_the_middle_of_a_long_one_is_left_out() -> None:
    transcript = Transcript()
    for number in range(100_000):
        transcript.add(b"%d\n" % number, from_program=number % 2 == 0)
    text = transcript.text()
    assert text.startswith(b"> 0\n< 1\n> 2\n")
    assert text.endswith(b"> 99998\n< 99999\n")
    assert text.count(b"[...]\n") == 1
    assert len(text) < 100_000


def test_one_huge_chunk_is_cut() -> None:
    transcript = Transcript()
    transcript.add(b"x" * 10_000_000, from_program=True)
    transcript.add(b"y" * 10_000_000, from_program=True)
    assert len(transcript.text()) < 100_000
