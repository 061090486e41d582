"""What holds for the near misses of any two outputs, and of any mechanical edit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.judge.comparing.comparison import TESTS, explain, surplus_lines
from harness.judge.comparing.formatting import NORMALIZATIONS, equal_without, normalize_pair
from harness.judge.differences.line_shapes import numbers
from harness.judge.near_misses import NEAR_MISSES

Lines = list[bytes]
Edit = Callable[[Lines, Random], Lines]

# Small alphabets, so that two outputs are alike more often than not.
ALIKE = st.text("1 2\n\r-.aA\u2013\t", max_size=10).map(str.encode)


@st.composite
def results(draw: st.DrawFn) -> Lines:
    """The lines of a result, each unlike the others in more than its form, as ``7-Queens has 40 solutions``."""
    count = draw(st.integers(2, 6))
    start = draw(st.integers(2, 90))
    verbs = draw(st.lists(st.sampled_from([b"has", b"gives", b"found"]), min_size=count, max_size=count))
    return [b"%d-Queens %b %d Solutions" % (start + 3 * at, verbs[at], 7 * at + 4) for at in range(count)]


def text(lines: Lines) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def some(lines: Lines, random: Random, change: Callable[[bytes], bytes]) -> Lines:
    """The lines with one or more of them changed."""
    chosen = set(random.sample(range(len(lines)), random.randint(1, len(lines))))
    return [change(line) if index in chosen else line for index, line in enumerate(lines)]


def insert(lines: Lines, random: Random, line: bytes) -> Lines:
    at = random.randrange(len(lines))
    return [*lines[:at], line, *lines[at:]]


def repeat(lines: Lines, random: Random) -> Lines:
    at = random.randrange(len(lines))
    return [*lines[: at + 1], *lines[at:]]


FORM: dict[str, Edit] = {
    "look-alikes": lambda lines, random: some(lines, random, lambda line: line.replace(b"-", "\u2212".encode())),
    "letter-case": lambda lines, random: some(lines, random, bytes.upper),
    "blanks": lambda lines, random: some(lines, random, lambda line: line.replace(b" ", b"  ", random.randint(1, 3))),
    "blank-lines": lambda lines, random: insert(lines, random, random.choice([b"", b"  "])),
    "trailing-blanks": lambda lines, random: some(
        lines, random, lambda line: line + random.choice([b" ", b"\t", b"   "])
    ),
    "line-ends": lambda lines, random: some(lines, random, lambda line: line + b"\r"),
}
CONTENT: dict[str, Edit] = {
    "line-order": lambda lines, _: [*lines[1:], lines[0]],
    "repeated-line": repeat,
    "extra-lines": lambda lines, random: insert(insert(lines, random, b"debug: trying"), random, b"queen: 3"),
    "prefix": lambda lines, random: lines[: random.randrange(1, len(lines))],
    "last-line": lambda lines, _: [*lines[:-1], b"Exception!"],
    "wording": lambda lines, random: some(lines, random, lambda line: line.replace(b"Solutions", b"answers in all")),
    "off-by-one": lambda lines, _: [re.sub(rb"\d+", lambda found: b"%d" % (int(found[0]) + 1), line) for line in lines],
}
RANDOM = st.randoms(use_true_random=False)


@given(ALIKE, ALIKE)
def test_an_explanation_is_sound_and_the_smallest(actual: bytes, expected: bytes) -> None:
    names = explain(actual, expected)
    assert list(names) == sorted(set(names), key=tuple(NEAR_MISSES).index)
    forms = [name for name in names if name in NORMALIZATIONS]
    if len(names) - len(forms) > 1:
        return
    if names and len(forms) == len(names):
        assert equal_without((actual, expected), forms)
        assert not any(
            equal_without((actual, expected), fewer) for fewer in itertools.combinations(forms, len(forms) - 1)
        )
    elif names and not {"blanks", "line-order"} <= {*names} and not {"blanks", "extra-lines"} <= {*names}:
        bare = normalize_pair((actual, expected), forms)
        assert TESTS[(set(names) - set(forms)).pop()](*bare, surplus_lines(bare))


@given(ALIKE, ALIKE)
def test_numbers_are_never_explained_away(actual: bytes, expected: bytes) -> None:
    names = set(explain(actual, expected))
    if names and names <= {*NORMALIZATIONS, "line-order", "wording"}:
        assert sorted(numbers(actual)) == sorted(numbers(expected))
    if names and names <= {*NORMALIZATIONS, "wording"}:
        assert numbers(actual) == numbers(expected)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_can_be_explained(actual: bytes, expected: bytes) -> None:
    assert set(explain(actual, expected)) <= set(NEAR_MISSES)
    assert explain(actual, actual) == ()
    assert explain(b"", expected) == explain(actual, b"") == ()


@pytest.mark.parametrize("name", FORM)
@given(lines=results(), random=RANDOM)
def test_a_mechanical_edit_of_form_is_named(name: str, lines: Lines, random: Random) -> None:
    assert explain(text(FORM[name](lines, random)), text(lines)) == (name,)
    assert explain(text(lines), text(FORM[name](lines, random))) == (name,)


@given(lines=results(), newlines=st.sampled_from([b"", b"\n\n", b"\n\n\n"]))
def test_a_changed_end_is_named(lines: Lines, newlines: bytes) -> None:
    assert explain(text(lines)[:-1] + newlines, text(lines)) == ("final-newline",)


@pytest.mark.parametrize("name", CONTENT)
@given(lines=results(), random=RANDOM)
def test_a_mechanical_edit_of_content_is_named(name: str, lines: Lines, random: Random) -> None:
    assert explain(text(CONTENT[name](lines, random)), text(lines)) == (name,)


@given(lines=results(), random=RANDOM, chosen=st.sets(st.sampled_from(sorted(FORM)), min_size=2))
def test_edits_of_form_go_together(lines: Lines, random: Random, chosen: set[str]) -> None:
    edited = lines
    for name, edit in FORM.items():
        edited = edit(edited, random) if name in chosen else edited
    assert set(explain(text(edited), text(lines))) <= chosen
    assert explain(text(edited), text(lines))


@pytest.mark.parametrize("content", CONTENT)
@pytest.mark.parametrize("name", ["line-ends", "trailing-blanks", "letter-case", "look-alikes"])
@settings(max_examples=30)
@given(lines=results(), random=RANDOM)
def test_form_goes_with_content(content: str, name: str, lines: Lines, random: Random) -> None:
    edited = FORM[name](CONTENT[content](lines, random), random)
    found = explain(text(edited), text(lines))
    # What is right except for its last line is reported so, whatever else there is to say about that line.
    assert set(found) == {name, content} or found in {(content,), ("last-line",)}


@given(lines=results(), random=RANDOM, step=st.sampled_from([-2, -1, 1, 2]))
def test_one_wrong_number_is_never_explained(lines: Lines, random: Random, step: int) -> None:
    at = random.randrange(len(lines) - 1)
    wrong = [*lines]
    wrong[at] = re.sub(rb"\d+", lambda found: b"%d" % abs(int(found[0]) + step), lines[at], count=1)
    assume(wrong[at] not in lines)
    assert explain(text(wrong), text(lines)) == ()
    assert explain(text(FORM["trailing-blanks"](wrong, random)), text(lines)) == ()
    assert explain(text(FORM["letter-case"](wrong, random)), text(lines)) == ()


@pytest.mark.parametrize("second", ["extra-lines", "wording", "trailing-blanks", "blanks", "letter-case"])
@given(lines=results(), random=RANDOM)
def test_another_order_goes_with_another_fault(second: str, lines: Lines, random: Random) -> None:
    edited = [*lines]
    if second == "wording":
        edited = [line.replace(b"Solutions", b"answers in all") for line in CONTENT["line-order"](lines, random)]
        edited = [re.sub(rb" has | gives | found ", b": ", line) for line in edited]
        lines = [re.sub(rb" gives | found ", b" has ", line) for line in lines]
    else:
        edited = {**FORM, **CONTENT}[second](CONTENT["line-order"](edited, random), random)
    found = explain(text(edited), text(lines))
    assert set(found) == {"line-order", second}


@given(lines=results(), random=RANDOM, step=st.sampled_from([-2, -1, 1, 2]))
def test_a_wrong_number_in_another_order_is_never_explained(lines: Lines, random: Random, step: int) -> None:
    at = random.randrange(len(lines))
    wrong = [*lines]
    wrong[at] = re.sub(rb"\d+", lambda found: b"%d" % abs(int(found[0]) + step), lines[at], count=1)
    assume(wrong[at] not in lines)
    wrong = CONTENT["line-order"](wrong, random)
    for edit in (FORM["blanks"], CONTENT["extra-lines"], CONTENT["wording"]):
        assert explain(text(edit(wrong, random)), text(lines)) == ()


@given(lines=results(), random=RANDOM)
def test_a_line_that_comes_twice_in_another_order_is_not_explained(lines: Lines, random: Random) -> None:
    edited = CONTENT["extra-lines"](CONTENT["line-order"](repeat(lines, random), random), random)
    assert explain(text(edited), text(lines)) == ()
