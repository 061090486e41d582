"""Each near miss by example: when it is named, and above all when it is not."""

from __future__ import annotations

import pytest

from harness.judge.comparing.comparison import explain
from harness.judge.near_misses import NEAR_MISSES
from harness.judge.near_misses import lines as lines_module
from harness.judge.near_misses import wording as wording_module
from harness.model import output

QUEENS = b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n4-Queens has 2 solutions\n"
USAGE = b"Usage: Queens [-v] number\nOption: -v verbose output, print all solutions\n"

NAMED: list[tuple[tuple[str, ...], bytes, bytes]] = [
    # form
    (("line-ends",), QUEENS.replace(b"\n", b"\r\n"), QUEENS),
    (("line-ends",), QUEENS.replace(b"\n", b"\r"), QUEENS),
    (("line-ends",), b"a\nb\r\nc\n", b"a\nb\nc\n"),
    (("final-newline",), QUEENS[:-1], QUEENS),
    (("final-newline",), QUEENS + b"\n", QUEENS),
    (("final-newline",), QUEENS + b"\n\n\n", QUEENS),
    (("final-newline",), b"a\n", b"a"),
    (("final-newline",), b"\n\n", b"\n"),
    (("trailing-blanks",), QUEENS.replace(b")\n", b") \n"), QUEENS),
    (("trailing-blanks",), QUEENS + b" ", QUEENS),
    (("trailing-blanks",), b"a\nb", b"a\t\nb"),
    (("blank-lines",), b"\n" + QUEENS, QUEENS),
    (("blank-lines",), QUEENS.replace(b"\n", b"\n\n"), QUEENS),
    (("blank-lines",), b"a\n \t\nb\n", b"a\nb\n"),
    (("blank-lines",), b"a\nb\n", b"a\n\nb\n"),
    (("blanks",), QUEENS.replace(b", ", b","), QUEENS),
    (("blanks",), QUEENS.replace(b"2 s", b"2  s"), QUEENS),
    (("blanks",), QUEENS.replace(b"2 s", b"2\ts"), QUEENS),
    (("blanks",), b"  " + QUEENS, QUEENS),
    (("blanks",), USAGE.replace(b"-v v", b"-v    v"), USAGE),
    (("letter-case",), QUEENS.lower(), QUEENS),
    (("letter-case",), "\u00c4".encode(), "\u00e4".encode()),
    (("look-alikes",), QUEENS.replace(b"-", "\u2013".encode()), QUEENS),
    (("look-alikes",), QUEENS.replace(b" ", "\u00a0".encode()), QUEENS),
    (("look-alikes",), b"\xef\xbb\xbf" + QUEENS, QUEENS),
    (("look-alikes",), b"a \x96 b", b"a - b"),
    # content
    (("line-order",), b"(3, 1, 4, 2)\n(2, 4, 1, 3)\n4-Queens has 2 solutions\n", QUEENS),
    (("line-order",), b"4-Queens has 2 solutions\n(2, 4, 1, 3)\n(3, 1, 4, 2)\n", QUEENS),
    (("repeated-line",), b"(2, 4, 1, 3)\n" + QUEENS, QUEENS),
    (("repeated-line",), QUEENS + b"4-Queens has 2 solutions\n", QUEENS),
    (("extra-lines",), b"debug: start\n" + QUEENS, QUEENS),
    (("extra-lines",), QUEENS.replace(b"(3", b"i = 3, j = 4\ntrying\n(3") + b"done!\n", QUEENS),
    (("prefix",), b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n", QUEENS),
    (("prefix",), b"(2, 4, 1, 3)\n(3, 1,", QUEENS),
    (("prefix",), b"(2, 4, 1, 3)", QUEENS),
    (("last-line",), QUEENS.replace(b"has 2", b"has 12"), QUEENS),
    (("last-line",), b"a\nx\n", b"a\nb\n"),
    (("last-line",), b"a\nx", b"a\nb"),
    (("wording",), QUEENS.replace(b"solutions", b"solutions."), QUEENS),
    (("wording",), QUEENS.replace(b"4-Queens has", b"4 queens: there are"), QUEENS),
    (("wording",), QUEENS.replace(b"(", b"[").replace(b")", b"]"), QUEENS),
    (("wording",), b"1-Queens has 1 solution\n", b"1-Queens has 1 solutions\n"),
    (("wording",), b"Found 92 solutions for 8 queens", b"Counted 92 solutions for 8 queens"),
    (("off-by-one",), b"(1, 3, 0, 2)\n(2, 0, 3, 1)\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    (("off-by-one",), b"n = 10", b"n = 9"),
    # more than one of form
    (("line-ends", "trailing-blanks"), QUEENS.replace(b"\n", b" \r\n"), QUEENS),
    (("final-newline", "letter-case"), QUEENS[:-1].upper(), QUEENS),
    (("final-newline", "trailing-blanks"), QUEENS[:-1] + b" ", QUEENS),
    (("trailing-blanks", "look-alikes"), QUEENS.replace(b"\n", "\u00a0\n".encode()), QUEENS),
    (("trailing-blanks", "blanks"), QUEENS.replace(b")", b") ").replace(b", ", b","), QUEENS),
    (("letter-case", "look-alikes"), "\uff21".encode(), b"a"),
    (
        ("line-ends", "final-newline", "trailing-blanks", "blank-lines", "blanks", "letter-case", "look-alikes"),
        b"\n" + QUEENS.replace(b"\n", b" \r\n").replace(b",", b"").upper().replace(b"-", "\u2212".encode())[:-3],
        QUEENS.replace(b",", b"").replace(b"4-Q", b"4-  Q"),
    ),
    # form and one of content
    (("trailing-blanks", "last-line"), b"(2, 4, 1, 3) \n(3, 1, 4, 2) \n4-Queens has 3 solutions\n", QUEENS),
    (("line-ends", "last-line"), b"a\r\nx\r\n", b"a\nb\n"),
    (("final-newline", "last-line"), b"a\nx", b"a\nb\n"),
    (("blanks", "last-line"), b"(2,4)\n(4,2)\nx\n", b"(2, 4)\n(4, 2)\ny\n"),
    (("final-newline", "line-order"), b"b\nc\na", b"a\nb\nc\n"),
    (("trailing-blanks", "line-order"), b"b \nc\na\n", b"a\nb\nc\n"),
    (("blank-lines", "extra-lines"), b"debug: here\n\na 1\nb 1\n", b"a 1\nb 1\n"),
    (("final-newline", "prefix"), b"a\n\n", b"a\nb\nc\n"),
    (("trailing-blanks", "prefix"), b"a \nb \n", b"a\nb\nc\nd\n"),
    (("trailing-blanks", "wording"), QUEENS.replace(b")\n", b") \n").replace(b"solutions", b"solutions."), QUEENS),
    (("blank-lines", "wording"), QUEENS.replace(b"solutions", b"answers").replace(b"4-", b"\n4-"), QUEENS),
    (("letter-case", "off-by-one"), b"N = 2", b"n = 1"),
    # several of content, in a list of results
    (("line-order", "wording"), b"[3, 1, 4, 2]\n[2, 4, 1, 3]\n4-Queens has 2 solutions\n", QUEENS),
    (("blanks", "line-order"), b"(3,1,4,2)\n(2,4,1,3)\n4-Queens has 2 solutions\n", QUEENS),
    (("blanks", "extra-lines"), b"found one\n(2,4,1,3)\nfound one\n(3,1,4,2)\n4-Queens has 2 solutions\n", QUEENS),
    (("line-order", "extra-lines"), b"go\n(3, 1, 4, 2)\n(2, 4, 1, 3)\n4-Queens has 2 solutions\n", QUEENS),
    (("extra-lines", "wording"), b"go\n2 4 1 3\n3 1 4 2\n4-Queens has 2 solutions\n", QUEENS),
    (("line-order", "off-by-one"), b"(2, 0, 3, 1)\n(1, 3, 0, 2)\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    (("wording", "off-by-one"), b"[1, 3, 0, 2]\n[2, 0, 3, 1]\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    (("blank-lines", "line-order", "wording"), b"3 1 4 2\n\n2 4 1 3\n\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    (("line-order", "extra-lines", "wording"), b"go\n3 1 4 2\n2 4 1 3\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    (("line-ends", "repeated-line"), QUEENS.replace(b"\n", b"\r\n") + b"4-Queens has 2 solutions\r\n", QUEENS),
]


@pytest.fixture(params=[0, 1, 20])
def _in_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at so many bytes and lines at a time, as at those of a large output; 0: as it is."""
    if request.param:
        monkeypatch.setattr(output, "_BLOCK_SIZE", request.param)
        monkeypatch.setattr(lines_module, "_PART_BITS", 3)
        monkeypatch.setattr(wording_module, "_LINES_AT_ONCE", request.param)
        monkeypatch.setattr(wording_module, "_MOST_FORMS", request.param)


@pytest.mark.usefixtures("_in_parts")
@pytest.mark.parametrize(("names", "actual", "expected"), NAMED)
def test_named(names: tuple[str, ...], actual: bytes, expected: bytes) -> None:
    assert explain(actual, expected) == names


NOT_NAMED: dict[str, tuple[bytes, bytes]] = {
    "equal": (QUEENS, QUEENS),
    "nothing printed": (b"", QUEENS),
    "nothing expected": (QUEENS, b""),
    "only a newline": (b"\n", QUEENS),
    "only blanks": (b"  \n \n", b"a\nb\n"),
    "another answer": (b"5\n", b"7\n"),
    "one wrong number": (QUEENS.replace(b"(2", b"(3"), QUEENS),
    "blanks that join numbers": (b"12 3\n", b"1 23\n"),
    "a blank that splits a number": (b"1 2\n", b"12\n"),
    "a blank between minus and number": (b"x = - 5\n", b"x = -5\n"),
    "difference or negative number": (b"1 -5\n", b"1-5\n"),
    "a queen in another column": (b" Q  \n", b"Q   \n"),
    "queens in other columns": (b" Q\n   Q\nQ\n  Q\n", b"  Q\nQ\n   Q\n Q\n"),
    "rows of a board in another order": (b"Q...\n..Q.\n.Q..\n...Q\n", b".Q..\n...Q\nQ...\n..Q.\n"),
    "a queen moved between walls": (b"|   Q |\n", b"| Q   |\n"),
    "a line too often and another missing": (b"a\na\n", b"a\nb\nc\n"),
    "two lines repeated": (b"a 1\na 1\nb 2\nb 2\n", b"a 1\nb 2\n"),
    "one more of lines that come often": (b"yes\nno\nno\nyes\n", b"yes\nno\nyes\n"),
    "an extra line that could be a result": (b"(1, 2)\n" + QUEENS, QUEENS),
    "every permutation printed": (b"(1, 2)\n(2, 1)\n(1, 1)\n", b"(2, 1)\n"),
    "an extra word among words": (b"yes\nno\n", b"yes\n"),
    "all numbers printed": (b"1\n2\n3\n4\n", b"2\n"),
    "extra lines but one right line missing": (b"debug: a\n(2, 4, 1, 3)\ndebug: b\n", QUEENS),
    "the first line cut": (b"(2, 4,", QUEENS),
    "the only line cut": (b"4-Queens", b"4-Queens has 2 solutions\n"),
    "one line and it is wrong": (b"x\n", b"a\n"),
    "the last line is all there is": (b"\nx\n", b"\ny\n"),
    "two wrong lines": (b"a\nx\ny\n", b"a\nb\nc\n"),
    "the rest of the last line could be another result": (b"2", b"25\n"),
    "success or failure": (b"1 2 3\nFailure\n7\n", b"1 2 3\nSuccess\n7\n"),
    "an answer turned round": (b"7 is not prime", b"7 is prime"),
    "an answer turned round, contracted": (b"7 isn't prime", b"7 is prime"),
    "yes or no": (b"1: yes", b"1: no"),
    "a number in words": (b"8 has two", b"8 has three"),
    "another letter": (b"1. B\n2. a", b"1. C\n2. a"),
    "a square of the board": (b"Queen on a4", b"Queen on b4"),
    "a hexadecimal number": (b"is 0x1F", b"is 0x1E"),
    "an exponent": (b"is 1e-5", b"is 1e5"),
    "the sign": (b"sum is -5", b"total is 5"),
    "the sign apart": (b"sum is - 5", b"total is 5"),
    "the point": (b"sum is .5", b"total is 5"),
    "the decimals": (b"sum is 1.5", b"total is 1,5"),
    "numbers in another line": (b"a 1 2\nb", b"x 1\ny 2"),
    "numbers in another order": (b"a 1 2", b"b 2 1"),
    "words rearranged": (b"1 .Q..\n2 ..Q.", b"1 ..Q.\n2 .Q.."),
    "pictures": (b"1 ##..", b"1 #..."),
    "text without a number": (b"Usage: Queen", b"Usage: Queens"),
    "a picture below a number": (b"4 queens\nQQ\n", b"4 queens\nQ.\n.Q\n"),
    "only some numbers off by one": (b"1 3 5\n", b"1 2 4\n"),
    "numbers off in both directions": (b"2 1\n", b"1 2\n\n3"),
    "numbers off by two": (b"3 4\n", b"1 2\n"),
    "negative numbers off": (b"-4 -3", b"-5 -4"),
    "decimals off": (b"2.6", b"1.5"),
    "off by one with a leading nought": (b"08", b"07"),
    "off by one and another text": (b"m = 2", b"n = 1"),
    "names of other results in another order": (b"b = 1\na = 2\n", b"a = 1\nb = 2\n"),
    "names of other results in other words": (b"Bob has 2\nAlice has 1\n", b"Bob: 1\nAlice: 2\n"),
    "another order, and a solution that is none": (b"[1, 2]\n[3, 1]\n[2, 4]\n", b"(2, 4)\n(3, 1)\n"),
    "another order, and a solution twice": (b"[3, 1]\n[2, 4]\n[3, 1]\n", b"(2, 4)\n(3, 1)\n"),
    "another order, and a solution missing": (b"[3, 1]\n[2, 4]\n", b"(2, 4)\n(3, 1)\n(4, 2)\n"),
    "another order, and a line cut": (b"go\n(3, 1, 4, 2)\n(2, 4, 1, 3)\n(2, 4, 1\n", b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n"),
    "other columns in other words": (b"[2, 3]\n[4, 5]\n", b"(1, 2)\n(3, 4)\n"),
    "rows of a board in another order, with words": (b"go\nQ.\n.Q\n", b".Q\nQ.\n"),
    "blanks that join numbers, in another order": (b"12 3\n4 5\n", b"4 5\n1 23\n"),
    "two of content": (b"b\na\na\n", b"a\nb\n"),
}


@pytest.mark.usefixtures("_in_parts")
@pytest.mark.parametrize("why", NOT_NAMED)
def test_not_named(why: str) -> None:
    assert explain(*NOT_NAMED[why]) == ()


def test_a_difference_in_form_is_not_taken_for_wording() -> None:
    actual = QUEENS.replace(b", ", b",").replace(b"solutions", b"answers")
    assert explain(actual, QUEENS) == ("blanks", "wording")


def test_blanks_may_not_be_added_here_and_left_out_there() -> None:
    assert explain(b"( 1,2)\n", b"(1, 2)\n") == ()
    assert explain(b"(1,2)\n( 3, 4)\n", b"(1, 2)\n(3, 4)\n") == ()
    assert explain(b"( 1, 2 )\n( 3, 4 )\n", b"(1, 2)\n(3, 4)\n") == ("blanks",)


def test_enormous_numbers_do_no_harm() -> None:
    assert explain(b"9" * 10_000, b"8" * 10_000) == ()


def test_each_name_has_a_sentence() -> None:
    assert len(NEAR_MISSES) == 16
    for near_miss in NEAR_MISSES.values():
        assert near_miss.sentence[0].isupper()
        assert near_miss.sentence.endswith(".")
