"""What is the same about all blanks that are too many or too few, and about signs that stand for others."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.reports.text.blanks import blanks_sentence, signs_sentence


@pytest.mark.parametrize(
    ("wanted", "printed", "sentence"),
    [
        (b"(2, 4, 1)\n(3, 1, 4)\n", b"(2,4,1)\n(3,1,4)\n", 'After each "," print 1 blank, not 0.'),
        (b"(2, 4, 1)\n", b"(2,  4,  1)\n", 'After each "," print 1 blank, not 2.'),
        (b"1 : 2 : 3\n", b"1: 2: 3\n", 'Before each ":" print 1 blank, not 0.'),
        (b"  Q . .\n  . Q .\n", b"Q . .\n. Q .\n", "Begin each line with 2 blanks, not 0."),
        (b"(2, 4)\n(1, 3)\n", b"(2,4)\n(1, 3)\n", ""),  # right after one of them
        (b"(2, 4, 1)\n", b"(2,4,  1)\n", ""),  # too few and too many
        (b"1 2\n", b"1  2\n", ""),
        (b"1 2 3\n", b"1  2  3\n", ""),
        (b"a b, c\n", b"ab,c\n", ""),
        (b"    x = 1\n", b"\tx = 1\n", ""),  # a tab is no blank
        (b"Q-- \n", b"Q--  \n", ""),  # at the end
        (b"\xe2\x99\x9b x\n", b"\xe2\x99\x9b  x\n", 'After each "\u265b" print 1 blank, not 2.'),
        (b"\xc3\xa9, \xff\n", b"\xc3\xa9,\xff\n", 'After each "," print 1 blank, not 0.'),
    ],
)
def test_how_many_blanks_and_where_is_said_if_it_is_the_same_everywhere(
    wanted: bytes, printed: bytes, sentence: str
) -> None:
    finding = Finding("", Place(stream="stdout", line=1), wanted, printed, ("blanks",), "line-differs", {"line": 1})
    assert blanks_sentence(finding, translator()) == sentence


@pytest.mark.parametrize(
    ("wanted", "printed", "sentence"),
    [
        (b"(2, 4)\n(1, 3)\n", b"[2, 4]\n[1, 3]\n", 'Print "(" instead of "[", ")" instead of "]".'),
        (b"2: 4\n", b"2; 4\n", 'Print ":" instead of ";".'),
        (b"(2, 4)\n", b"|2, 4|\n", ""),  # one sign for two
        (b"(2, 4)\n", b"(2  4)\n", ""),  # a blank is no sign
        (b"a 4\n", b"b 4\n", ""),
        (b"2, 4.\n", b"2, 4,\n", ""),  # the other one is right
        (b"(2: 4, 1)\n", b"(2, 4: 1)\n", ""),
        (b'say "x"\n', b"say 'x'\n", ""),  # quotes between quotes cannot be read
        (b"(2, 4)\n", b"[2,4]\n", ""),
        (b"(2, 4)\n(1, 3)\n", b"[2, 4]\n(1, 3)\n", 'Print "(" instead of "[", ")" instead of "]".'),
    ],
)
def test_which_sign_stands_for_another_is_said(wanted: bytes, printed: bytes, sentence: str) -> None:
    finding = Finding("", Place(stream="stdout", line=1), wanted, printed, ("wording",), "line-differs", {"line": 1})
    assert signs_sentence(finding, translator()) == sentence
