"""However a spec is broken, each message is a line with a place, and no exception of another kind comes out."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.language import language_words
from harness.model.errors import SpecError
from harness.spec.loading.load import load
from tests.support import write

EXAMPLES = int(os.environ.get("GRADE_FUZZ_EXAMPLES", "60"))
SPEC = """\
title: Sums
language: python
files: {clause: sum, required: [sum.py]}
clauses:
  sum: {text: The sum is printed., points: 10, hint: Add., hints: {TLE: Faster.}}
  usage: {text: It says how it is called., points: 5}
build:
  - commands: [[python3, -m, py_compile, "{files:*.py}"]]
    run: [[python3, "{main}"]]
limits: {cpu: 2 s, memory: 64 MiB}
defaults: {near_misses: {blanks: 0.5}}
cases:
  - name: sum-{n}
    clause: sum
    for: {n: 1..3}
    args: ["{n}", "2"]
    stdout: {check: tokens, text: "{n}", tolerance: 0.1}
    time: 20x reference, at least 2 s
  - {name: usage, clause: usage, stderr: {check: regex, pattern: "(?s).+"}, exit: [1, 2]}
  - name: calls
    clause: sum
    calls:
      - {function: add, args: [1, {a: [2]}], returns: 3.5}
  - name: asks
    clause: sum
    dialogue: [{expect: "Number: ", send: "2"}]
examples: [{case: sum-1, accept: ["1"]}]
"""
WORDS = st.sampled_from(
    ["", " ", "\t", "\n", "  ", "- ", ": ", "[", "]", "{", "}", "'", '"', "|", ">", "&a ", "*a", "!var ", "!x ", "#",
     "%", "@", "`", "\\", "\x00", "\u2028", "é", "no", "~", "1e9", "2024-01-01", "? ", "---\n", "<<: ", "{n}", "0x1F"]
)  # fmt: skip
KEYS = st.sampled_from(["check", "text", "golden", "name", "n", "file", "points"]) | st.integers()
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["", "x", "{n}", "1..3", "any", "2 s"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


def load_text(text: str) -> list[str]:
    """The messages on a spec; none if it is sound."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "specs" / "sum", {"spec.yaml": text.encode("utf-8", "surrogatepass")})
        write(Path(folder) / "reference" / "sum" / "own", {"main.py": ""})
        try:
            load(Path(folder) / "specs", "sum", languages=language_words())
        except SpecError as error:
            return str(error).replace(f"{folder}/specs/sum/", "").splitlines()
    return []


def hold(lines: list[str]) -> None:
    for line in lines:
        assert re.match(r"spec\.yaml(:\d+){0,2}: \S|\d+ more problems", line), line


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_a_text_that_is_broken_anywhere(data: st.DataObject) -> None:
    text = SPEC
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 3))
        text = text[:begin] + data.draw(WORDS) + text[end:]
    hold(load_text(text))


def put(value: Any, path: list[Any], new: Any) -> Any:
    if not path:
        return new
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def paths(value: Any) -> list[list[Any]]:
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [[], *([key, *rest] for key, item in inner for rest in paths(item))]


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_a_value_that_does_not_belong_anywhere(data: st.DataObject) -> None:
    value = yaml.safe_load(SPEC)
    for _ in range(data.draw(st.integers(1, 2))):
        value = put(value, data.draw(st.sampled_from(paths(value))), data.draw(VALUES))
    hold(load_text(yaml.safe_dump(value, sort_keys=False)))


def test_the_whole_spec_is_sound() -> None:
    assert load_text(SPEC) == []


def test_variables_that_are_a_word_or_a_number() -> None:
    for variables in ("yes", "2.5", "abc"):
        (line,) = load_text(SPEC.replace("for: {n: 1..3}", f"for: {variables}"))
        assert line.startswith("spec.yaml:15: cases[0].for: expected a mapping or a list of mappings"), line
