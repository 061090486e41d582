"""What is no YAML: all faults at once, each with line and column, and what is sound beside them is checked too."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError
from harness.spec.yaml.source import parse, read
from tests.spec.loading.test_broken_specs import load_text
from tests.support import write

SPEC = """\
title: Sums
language: python
clauses:
  sum:
    text: The sum is printed.
    points: 10
cases:
  - name: two
    clause: sum
    args: ["2", "3"]
    stdout: "5\\n"
"""


def places(text: str) -> list[str]:
    """The places of the messages on a spec."""
    return [line.removeprefix("spec.yaml").split(": ")[0] for line in load_text(text)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"title: Sums": "title: @sums", "The sum is": "Output: the sum is"}, [":1:8", ":5:11"]),
        (
            {"title: Sums": "title:Sums", "points:": "pionts:", '["2", "3"]': "[*, @a]"},
            [":1:7", ":6", ":10:12", ":10:15"],
        ),
        ({"    points": "\tpoints", "    clause": "\tclause"}, [":6:1"]),
        ({"    clause": "     clause", "    args": "     args", "    stdout": "     stdout"}, [":9:6"]),
        ({"    clause": "   clause", "    args": "   args", "    stdout": "   stdout"}, [":9:4"]),
        ({"    clause": "      clause", '["2"': '["2" "5"'}, [":9:7", ":10:16"]),
        ({"points: 10": "points = 10", '"3"]': '"3"'}, [":6:5", ":10:11"]),
        ({'"5\\n"': '"5\\n', "The sum is printed.": '"The" sum'}, [":5:11", ":11:13"]),
        ({"    points": "    \u00a0points", '"5\\n"': "\u201c5\u201d"}, [":6", ":11"]),
        ({"cases:": "---\ncases:", "  - name": "  -name"}, [":7:1", ":9:4"]),
    ],
)
def test_all_faults_are_reported_at_once(changes: dict[str, str], expected: list[str]) -> None:
    text = SPEC
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    assert places(text) == expected


def test_one_fault_has_one_message_where_the_rest_is_sound() -> None:
    assert load_text(SPEC) == []
    for old, new in (("The sum is", "Output: the sum is"), ('["2", "3"]', '["2" "3"]'), ("points: 10", "points:10")):
        assert len(load_text(SPEC.replace(old, new))) == 1


def test_tabs_are_one_message() -> None:
    (message,) = load_text(SPEC.replace("    ", "\t"))
    assert message.startswith("spec.yaml:5:1: not valid YAML: there is a tab ")
    assert message.endswith("; also in lines 6, 9, 10, 11")


def test_what_is_reported_is_what_would_be_right(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.yaml": "a: b: c\nd: [*, 'Don't']\ne: \"x\" y\n"}) / "a.yaml"
    assert parse(path).value == {"a": "b: c", "d": ["*", "Don't"], "e": '"x" y'}
    with pytest.raises(SpecError):
        read(path)


def test_nothing_is_guessed_where_it_may_mean_two_things(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.yaml": "a:\n  b: 1\n   c: 2\n"}) / "a.yaml"
    with pytest.raises(SpecError, match=":3:4: not valid YAML"):
        parse(path)


def test_a_quote_over_two_lines_is_not_to_blame_for_a_fault_below(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.yaml": 'a: "b\n  c"\nd:\n  e: [1 2\n'}) / "a.yaml"
    with pytest.raises(SpecError) as error:
        parse(path)
    assert ":4:6: " in str(error.value)


def test_a_text_over_two_lines_in_brackets_lacks_a_comma(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.yaml": "a: [b.py\n  c.py]\nd: {e: one\n  text}\n"}) / "a.yaml"
    assert [str(problem).removeprefix(f"{path}") for problem in parse(path).problems] == [
        ':1: a[0]: the lines are one text here, "b.py c.py"; a comma is missing, or put it in quotes'
    ]


def test_an_anchor_that_nothing_uses_was_a_text(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.yaml": "a: &b c\nd: &e f\ng: *e\nh: &i [1]\n"}) / "a.yaml"
    (problem,) = parse(path).problems
    assert str(problem).startswith(f'{path}:1:4: "&b" gives a name')


def test_very_many_faults_come_to_an_end() -> None:
    assert len(load_text(SPEC + "".join(f"    x{number}: @\n" for number in range(500)))) == 30


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("{text: It prints Hello, World, points: 3}", 'unless it is in quotes: text: "It prints Hello, World"'),
        ("{points: 3, text: one, two words, three.}", 'unless it is in quotes: text: "one, two words, three."'),
        ("{text: one, pionts, points: 3}", 'unknown key "pionts"; did you mean "points"?'),
        ("\n    text: one\n    two words:\n    points: 3", 'unknown key "two words"'),
        ("{text: one, points: 3, World: 4}", 'unknown key "World"'),
    ],
)
def test_a_text_in_braces_that_ends_at_a_comma(clause: str, expected: str) -> None:
    (message,) = load_text(SPEC.replace("\n    text: The sum is printed.\n    points: 10", f" {clause}"))
    assert expected in message
