"""Of a key that is misspelt by a letter one line is said, which names the key that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError
from harness.spec.loading.load import load
from tests.support import write

SPEC = """\
title: Sums
language: python
files:
  required: [sums.py]
limits:
  cpu: 2 s
clauses:
  sum:
    text: The sum is printed.
    points: 10
  list:
    text: A list is summed.
    points: 5
cases:
  - name: two-{n}
    clause: sum
    for: {n: [1, 2]}
    run: [python3, sums.py]
    args: ["2", "{n}"]
    stdout:
      check: regex
      pattern: "[0-9]+"
    weight: 2
  - name: list
    clause: list
    calls:
      - function: new_list
        args: [3]
        keep: list
      - function: total
        of: $list
        returns: 6.5
        tolerance: 0.1
"""
KEYS = (
    "title language files required limits cpu clauses text points cases clause for run args stdout check pattern "
    "weight calls function keep of returns tolerance"
)


MISSPELT = [(key, key + key[-1]) for key in KEYS.split() if key != "of"]  # "off" is false in YAML
MISSPELT += [(key, key[0] + key[2:]) for key in KEYS.split() if key != "of"] + [("of", "ofs")]


@pytest.mark.parametrize(("key", "misspelt"), MISSPELT)
def test_one_line_names_the_key_that_was_meant(tmp_path: Path, key: str, misspelt: str) -> None:
    assert SPEC.count(f"{key}: ") + SPEC.count(f"{key}:\n") >= 1
    text = SPEC.replace(f" {key}:", f" {misspelt}:", 1) if f" {key}:" in SPEC else SPEC.replace(key, misspelt, 1)
    write(tmp_path, {"specs/sums/spec.yaml": text})
    with pytest.raises(SpecError) as raised:
        load(tmp_path / "specs", "sums")
    lines = str(raised.value).splitlines()
    assert len(lines) == 1, lines
    assert f'unknown key "{misspelt}"' in lines[0]
    assert f'"{key}"' in lines[0]


def test_the_spec_itself_is_right(tmp_path: Path) -> None:
    write(tmp_path, {"specs/sums/spec.yaml": SPEC})
    assert len(load(tmp_path / "specs", "sums").cases) == 3
