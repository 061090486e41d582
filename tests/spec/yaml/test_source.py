from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
import yaml

from harness.model.errors import SpecError
from harness.spec.yaml import node_values
from harness.spec.yaml.location import dotted
from harness.spec.yaml.source import read
from tests.support import write

TEXT = """\
title: x
cases:
  - name: one
    args: [a, b]
  - name: two
    limits:
      cpu: fast
"""


def source(tmp_path: Path, text: str | bytes) -> Path:
    return write(tmp_path, {"spec.yaml": text}) / "spec.yaml"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((), "1"),
        (("title",), "1: title"),
        (("cases",), "2: cases"),
        (("cases", 0), "3: cases[0]"),
        (("cases", 0, "args", 1), "4: cases[0].args[1]"),
        (("cases", 1), "5: cases[1]"),
        (("cases", 1, "limits", "cpu"), "7: cases[1].limits.cpu"),
    ],
)
def test_every_value_has_its_line(tmp_path: Path, place: tuple[str | int, ...], expected: str) -> None:
    path = source(tmp_path, TEXT)
    assert str(read(path).at(place)) == f"{path}:{expected}"


def test_a_place_that_is_not_there_has_the_line_of_the_nearest_one_that_is(tmp_path: Path) -> None:
    path = source(tmp_path, TEXT)
    assert str(read(path).at(("cases", 1, "stdout", "text"))) == f"{path}:5: cases[1].stdout.text"


def test_a_merged_mapping_stands_where_it_was_merged(tmp_path: Path) -> None:
    merged = read(source(tmp_path, "a: &x\n  b: 2.50\nc:\n  <<: *x\n  d: yes\n"))
    lines = [merged.at(path).line for path in (("a", "b"), ("c", "b"), ("c", "<<"), ("c", "d"))]
    assert lines == [2, 3, 4, 5]
    assert (merged.written(("a", "b")), merged.written(("c", "d")), merged.written(("c", "b"))) == ("2.50", "yes", None)


@pytest.mark.parametrize("text", ['"x"', "x"])
def test_a_text_lies_as_deep_as_any_other_value(tmp_path: Path, text: str) -> None:
    for depth, fits in ((49, True), (50, False)):
        nested = "{a: " * depth + f"{{a: {text}}}" + "}" * depth
        with contextlib.nullcontext() if fits else pytest.raises(SpecError, match="nested too deeply"):
            read(source(tmp_path, nested))


def test_the_value_is_plain(tmp_path: Path) -> None:
    assert read(source(tmp_path, TEXT)).value["cases"][0] == {"name": "one", "args": ["a", "b"]}


def test_what_a_scalar_is_does_not_hang_on_how_it_was_written_elsewhere(tmp_path: Path) -> None:
    words = ("yes", "12", "~", "1.5", "abc", "2001-01-01")
    text = "".join(
        f"- [{word}, \"{word}\", '{word}', !!str {word}, {word}, [{word}], {{{word}: {{}}}}]\n" for word in words
    )
    assert read(source(tmp_path, text)).value == yaml.safe_load(text)


def test_dotted() -> None:
    assert dotted(("cases", 2, "limits", "cpu")) == "cases[2].limits.cpu"
    assert dotted((0, 1)) == "[0][1]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", ':3: a: the key "a" occurs twice (first in line 1)'),
        ("x:\n  - b: 1\n    c: 2\n    b: 1\n", ':4: x[0].b: the key "b" occurs twice (first in line 2)'),
        ("a: {b: 1, b: 1}\n", ':1: a.b: the key "b" occurs twice (first in line 1)'),
    ],
)
def test_a_key_that_stands_twice_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = source(tmp_path, text)
    with pytest.raises(SpecError) as error:
        read(path)
    assert str(error.value) == f"{path}{expected}"


def test_the_same_key_in_two_mappings_is_fine(tmp_path: Path) -> None:
    assert read(source(tmp_path, "- {a: 1}\n- {a: 2}\n")).value == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize(
    ("text", "line"), [("a: b: c\n", 1), ("a: 1\nb: [1, 2\n", 2), ("a: 1\n\tb: 2\n", 2), ('a: 1\nb: "x\n', 2)]
)
def test_what_is_no_yaml_is_reported_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = source(tmp_path, text)
    with pytest.raises(SpecError) as error:
        read(path)
    assert re.match(rf"{path}:{line}:\d+: not valid YAML: ", str(error.value))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        b"a: \xff\xfe\n",
        b"\0",
        b"a: !!python/object:os.system x\n",
        b"a: !!int ''\n",
        b"a: !!bool x\n",
        b"a: !!timestamp x\n",
        b"? [a]\n: b\n",
        b"? !!str [a]\n: b\n",
        b"? !!str {a: 1}\n: b\n",
        b"[" * 3000,
        b"a: {<<: 3}\n",
        b"a: !!binary x\n",
    ],
)
def test_no_text_whatsoever_breaks_the_reader(tmp_path: Path, text: bytes) -> None:
    path = source(tmp_path, text)
    with pytest.raises(SpecError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}")
    assert "not valid YAML" in str(error.value) or "nested too deeply" in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [*a]\n",
        "a: &a {b: *a}\n",
        "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 'y'}]\n" for n in range(12)),
    ],
    ids=["list-in-itself", "mapping-in-itself", "nine-to-the-twelfth"],
)
def test_aliases_cannot_make_a_few_lines_endless(tmp_path: Path, text: str) -> None:
    with pytest.raises(SpecError, match="nested too deeply or too large"):
        read(source(tmp_path, text))


@pytest.mark.parametrize("text", ["{a: 1, b: 2, c: 3}", "[1, 2, 3]"])
def test_keys_do_not_count_towards_the_most_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = source(tmp_path, text)
    monkeypatch.setattr(node_values, "_MAX_VALUES", 4)
    assert len(read(path).value) == 3
    monkeypatch.setattr(node_values, "_MAX_VALUES", 3)
    with pytest.raises(SpecError, match="nested too deeply or too large"):
        read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    with pytest.raises(SpecError) as error:
        read(path)
    assert str(error.value) == f"{path}: cannot be read: No such file or directory"


def test_an_empty_file_has_no_value(tmp_path: Path) -> None:
    assert read(source(tmp_path, "")).value is None
