"""Sealed answers: a right output opens its row and says which wrong programs it catches; nothing else does."""

from __future__ import annotations

import json
from itertools import permutations

import msgspec
import pytest

from harness.grading.running.sealed_examples import Example, example_inputs, look_up, output_name, seal

OUTPUTS = {b"3 4\n": (b"triangle\n", [0, 9]), b"0 1\n": (b"none\n", []), b"5 5\n": (b"triangle\n", range(10))}
SEALED = seal("salt", OUTPUTS, 10, ("*.in",))


@pytest.mark.parametrize("given", OUTPUTS)
def test_a_right_output_is_valid_and_says_what_it_catches(given: bytes) -> None:
    output, caught = OUTPUTS[given]
    assert look_up(SEALED, given, output) == Example(known=True, valid=True, caught=frozenset(caught))


@pytest.mark.parametrize("output", [b"none\n", b"", b"triangle triangle", b"Triangle", b" triangle"])
def test_a_wrong_output_is_not_valid_and_reveals_nothing(output: bytes) -> None:
    assert look_up(SEALED, b"3 4\n", output) == Example(known=True)


@pytest.mark.parametrize("given", [b"4 3\n", b"", b"3  4", b"3\n4\n"])
def test_nothing_is_known_of_another_input(given: bytes) -> None:
    assert look_up(SEALED, given, b"triangle\n") == Example(known=False)


@pytest.mark.parametrize("given", [b"3 4", b"3 4\r\n", b"3 4 \n\n"])
def test_blanks_at_ends_are_no_other_input_or_output(given: bytes) -> None:
    assert look_up(SEALED, given, b"triangle  \r\n\r\n").valid


def test_rows_reveal_neither_inputs_nor_outputs_nor_that_two_are_the_same() -> None:
    text = json.dumps(msgspec.to_builtins(SEALED)).encode()
    assert not [word for word in (b"triangle", b"none", b"3 4") if word in text or word.hex().encode() in text]
    rows = list(SEALED.rows.values())
    assert len({row[:32] for row in rows}) == len({row[32:] for row in rows}) == 3


def test_a_row_of_one_input_does_not_open_for_another() -> None:
    keys = list(SEALED.rows)
    for first, second in permutations(keys, 2):
        swapped = msgspec.structs.replace(SEALED, rows={**SEALED.rows, first: SEALED.rows[second]})
        judged = [look_up(swapped, given, output).valid for given, (output, _) in OUTPUTS.items()]
        assert judged.count(False) == 1


def test_files_with_examples() -> None:
    names = ["b/2.in", "1.in", "1.out", "b/2.ans", "3.out", "4.in"]
    assert {given: output_name(given, names) for given in example_inputs(names)} == {
        "1.in": "1.out",
        "4.in": None,
        "b/2.in": "b/2.ans",
    }
