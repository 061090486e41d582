"""Near misses in form: line ends, blanks and blank lines; letter case, and characters that look alike.

Each normalization takes care of its own kind only: blanks at the end of a line are no matter of ``blanks``.
"""

from __future__ import annotations

import re

from harness.judge.differences.confusables import without_confusables
from harness.judge.near_misses.base import NearMiss
from harness.model.output import line_blocks
from harness.model.patterns import lazy_regex

BLANKS = b" \t\v\f"
AS_SPACE = bytes.maketrans(BLANKS, b" " * len(BLANKS))
_PUNCTUATION = b",!\"#$%&'()*/:;<=>?@[\\]^`{|}~"
"""The comma first: with its blanks most are gone, and the others are found faster."""
_SIGNS = b"+-."
# A blank that keeps a number from what could be its sign or its point: "- 5" is not "-5", "1. 5" is not "1.5".
_APART = {
    sign: (lazy_regex(b"%b [0-9]" % re.escape(bytes([sign]))), lazy_regex(b" %b[0-9]" % re.escape(bytes([sign]))))
    for sign in _SIGNS
}


def without_line_ends(output: bytes) -> bytes:
    """Every line ends in a newline: CR LF and a lone CR become one."""
    return output.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in output else output


def without_trailing_blanks(output: bytes) -> bytes:
    """No blank at the end of a line."""
    if not has_trailing_blanks(output):
        return output
    return b"\n".join([line.rstrip(BLANKS) for line in output.split(b"\n")])


def has_trailing_blanks(output: bytes) -> bool:
    """True when a line ends in a blank."""
    marks = [bytes([code]) for code in BLANKS if code in output]
    return output[-1:] in marks or any(mark + b"\n" in output for mark in marks)


def without_blanks(output: bytes) -> bytes:
    """No blank before or inside a line, but one where two words or numbers would grow together without it."""
    if not has_trailing_blanks(output):
        return _tight(output)
    bodies = without_trailing_blanks(output)
    tails = [line[len(body) :] for line, body in zip(output.split(b"\n"), bodies.split(b"\n"), strict=True)]
    return b"\n".join(map(bytes.__add__, _tight(bodies).split(b"\n"), tails))


def _tight(output: bytes) -> bytes:
    """``without_blanks`` for lines that do not end in one. Replacing is ten times as fast here as one pattern is."""
    output = output.translate(AS_SPACE)
    while b"  " in output:
        output = output.replace(b"  ", b" ")
    for code in _PUNCTUATION + _SIGNS:
        mark = bytes([code])
        if mark not in output or (mark + b" " not in output and b" " + mark not in output):
            continue
        if code not in _SIGNS or not any(pattern.search(output) for pattern in _APART[code]):
            output = output.replace(mark + b" ", mark).replace(b" " + mark, mark)
    return output.replace(b"\n ", b"\n").removeprefix(b" ")


def without_blank_lines(output: bytes) -> bytes:
    """No empty line and none of blanks alone, at the end neither; whether the last line has its newline stays."""
    if all(line.strip() for block in line_blocks(output.removesuffix(b"\n")) for line in block.split(b"\n")):
        return output
    kept = (b"\n".join([line for line in block.split(b"\n") if line.strip()]) for block in line_blocks(output))
    return b"\n".join(filter(None, kept)) + (b"\n" if output.endswith(b"\n") else b"")


def without_final_newline(output: bytes) -> bytes:
    """No newline at the very end, however many there are."""
    return output.rstrip(b"\n")


def without_letter_case(output: bytes) -> bytes:
    """All letters small."""
    if output.isascii():
        return output.lower()
    return output.decode("utf-8", "surrogateescape").lower().encode("utf-8", "surrogateescape")


def without_case_and_confusables(output: bytes) -> bytes:
    """All characters as the small ASCII letters, digits and marks that they look like, where there are such."""
    return without_letter_case(without_confusables(output))


NEAR_MISSES = (
    NearMiss(
        name="line-ends",
        sentence="Only the line ends differ: a line ends in a newline alone, without a carriage return.",
        form="the line ends",
        rank=20,
        order=20,
        normalize=without_line_ends,
        ignored_as="line-ends",
        line_by_line=True,
    ),
    NearMiss(
        name="final-newline",
        sentence="Only the newlines at the very end differ.",
        form="the newlines at the very end",
        rank=30,
        order=70,
        normalize=without_final_newline,
        ignored_as="final-newline",
        line_by_line=True,
    ),
    NearMiss(
        name="trailing-blanks",
        sentence="Only blanks at the end of lines differ.",
        form="blanks at the end of lines",
        rank=40,
        order=40,  # a blank before a carriage return is a trailing one
        normalize=without_trailing_blanks,
        ignored_as="trailing-blanks",
        line_by_line=True,
    ),
    NearMiss(
        name="blank-lines",
        sentence="Only blank lines differ.",
        form="blank lines",
        rank=50,
        order=60,
        normalize=without_blank_lines,
        ignored_as="blank-lines",
        line_by_line=True,
    ),
    NearMiss(
        name="blanks",
        sentence="Only blanks before or inside lines differ.",
        form="blanks before or inside lines",
        rank=60,
        order=50,
        normalize=without_blanks,  # whether a blank may go depends on the whole output
        ignored_as="blanks",
    ),
    NearMiss(
        name="letter-case",
        sentence="Only the letter case differs.",
        form="the letter case",
        rank=70,
        order=30,
        normalize=without_letter_case,
        ignored_as="case",
        line_by_line=True,
    ),
    NearMiss(
        name="look-alikes",
        sentence="Only characters differ that look alike, such as curly quotes for straight ones.",
        form="characters that look alike",
        rank=80,
        order=10,  # a no-break blank is a blank
        normalize=without_confusables,
        line_by_line=True,
    ),
)
