"""Every message says where: file, line and path; and what would be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from harness.model.errors import SpecError
from harness.spec.conversion.convert import convert
from harness.spec.format.model import Spec
from harness.spec.yaml.source import read
from tests.support import SUM, write


def converted(tmp_path: Path, text: str) -> Spec:
    return convert(read(write(tmp_path, {"spec.yaml": text}) / "spec.yaml"), Spec)


def refused(tmp_path: Path, text: str) -> str:
    """The message, without the folder in front of the file's name."""
    with pytest.raises(SpecError) as error:
        converted(tmp_path, text)
    return str(error.value).removeprefix(f"{tmp_path}/")


def changed(old: str, new: str) -> str:
    assert SUM.count(old) >= 1
    return SUM.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def test_a_spec_as_it_should_be(tmp_path: Path) -> None:
    spec = converted(tmp_path, SUM)
    assert (spec.title, spec.language, [case.name for case in spec.cases]) == ("Sums", "python", ["two", "three"])
    assert spec.clauses["sum"].points == 10
    assert spec.cases[1].args == ("1", "2", "4")


@pytest.mark.parametrize(
    ("old", "new", "where", "expected"),
    [
        ('stdout: "7\\n"', 'stdou: "7\\n"', "cases[1].stdou", 'unknown key "stdou"; did you mean "stdout"?'),
        ('stdout: "7\\n"', 'stdErr: "7\\n"', "cases[1].stdErr", 'unknown key "stdErr"; did you mean "stderr"?'),
        ("language: python", "langauge: python", "langauge", 'unknown key "langauge"; did you mean "language"?'),
        ("points: 10", "point: 10", "clauses.sum.point", 'unknown key "point"; did you mean "points"?'),
        ('stdout: "7\\n"', "stdout: {txt: x}", "cases[1].stdout.txt", 'unknown key "txt"; did you mean "text"?'),
        (
            'stdout: "7\\n"',
            "stdout: {check: regex, patern: x}",
            "cases[1].stdout.patern",
            'unknown key "patern"; did you mean "pattern"?',
        ),
        (
            'stdout: "7\\n"',
            "produces: {out.txt: {goldn: true}}",
            "cases[1].produces.out.txt.goldn",
            'unknown key "goldn"; did you mean "golden"?',
        ),
        ('stdout: "7\\n"', "limits: {cpuu: 2 s}", "cases[1].limits.cpuu", 'unknown key "cpuu"; did you mean "cpu"?'),
        (
            'stdout: "7\\n"',
            "dialogue: [{expct: x}]",
            "cases[1].dialogue[0].expct",
            'unknown key "expct"; did you mean "expect"?',
        ),
    ],
)
def test_an_unknown_key_is_reported_with_the_nearest_known_one(
    tmp_path: Path, old: str, new: str, where: str, expected: str
) -> None:
    text = changed(old, new)
    assert refused(tmp_path, text) == f"spec.yaml:{line_of(text, new)}: {where}: {expected}"


def test_an_unknown_key_unlike_all_others_is_reported_with_all_known_ones(tmp_path: Path) -> None:
    text = changed("points: 10", "zzzzzzzz: 10")
    expected = refused(tmp_path, text)
    assert expected.startswith(
        'spec.yaml:4: clauses.sum.zzzzzzzz: unknown key "zzzzzzzz"; known keys: text, handout, points'
    )


def test_the_key_in_the_guilty_one_of_many_mappings_is_found(tmp_path: Path) -> None:
    clauses = "".join(f"  c{number}: {{text: t, points: 1}}\n" for number in range(20))
    text = SUM.replace("cases:\n", clauses + "  bad: {text: t, pints: 1}\ncases:\n")
    expected = 'clauses.bad.pints: unknown key "pints"; did you mean "points"?'
    assert refused(tmp_path, text) == f"spec.yaml:{line_of(text, 'pints')}: {expected}"


@pytest.mark.parametrize(
    ("old", "new", "where", "expected"),
    [
        ('args: ["2", "3"]', 'args: "2 3"', "cases[0].args", 'expected a list of texts, got "2 3"; write ["2", "3"]'),
        (
            'args: ["2", "3"]',
            "args: [[a]]",
            "cases[0].args[0]",
            "expected a text, got a list; write it without brackets: a",
        ),
        ("points: 10", "points: ten", "clauses.sum.points", 'expected a number of at least 0, got "ten"'),
        ("title: Sums", "title: [Sums]", "title", "expected a text, got a list; write it without brackets: Sums"),
        ("title: Sums", "title:", "title", None),
        ('stdout: "7\\n"', "exit: fine", "cases[1].exit", None),
        ('stdout: "7\\n"', "cleans: 1", "cases[1].cleans", "expected true or false, got 1"),
        ('stdout: "7\\n"', "built: {x: binary}", "cases[1].built.x", None),
        ('stdout: "7\\n"', "stdout: {check: regexp, pattern: x}", "cases[1].stdout.check", None),
        ('stdout: "7\\n"', "weight: 0", "cases[1].weight", "expected a number larger than 0, got 0"),
        ("points: 10", "points: -1", "clauses.sum.points", "expected a number of at least 0, got -1"),
        (
            'stdout: "7\\n"',
            "stdin: {text: 1}",
            "cases[1].stdin.text",
            'expected a text, got the number 1; put it in quotes: "1"',
        ),
    ],
)
def test_a_wrong_type_is_reported_in_plain_words(
    tmp_path: Path, old: str, new: str, where: str, expected: str | None
) -> None:
    text = changed(old, new)
    message = refused(tmp_path, text)
    assert message.startswith(f"spec.yaml:{line_of(text, new)}: {where}: ")
    assert "`" not in message
    assert expected is None or message.endswith(f"{where}: {expected}")


def test_numbers_in_a_list_of_texts_are_taken_as_they_are_written(tmp_path: Path) -> None:
    spec = converted(tmp_path, changed('args: ["2", "3"]', "args: [2, 3.50, 010, 1e3, yes, 2024-01-01, 0x1F]"))
    assert spec.cases[0].args == ("2", "3.50", "010", "1e3", "yes", "2024-01-01", "0x1F")


def test_all_that_does_not_fit_is_reported_at_once(tmp_path: Path) -> None:
    text = changed("points: 10", "points: ten").replace("stdout:", "stdot:").replace("title: Sums", "title: 5")
    lines = refused(tmp_path, text).splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "title", "clauses.sum.points", "cases[0].stdot", "cases[1].stdot",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("new", "where", "expected"),
    [
        ("limits: {cpu: fast}", "limits.cpu", 'expected a duration such as "2 s", got "fast"'),
        ("limits: {cpu: 2}", "limits.cpu", 'expected a duration such as "2 s", got "2"; write "2 s"'),
        ("limits: {memory: 64}", "limits.memory", 'expected a size such as "64 MiB", got "64"; write "64 MiB"'),
        (
            "time: 20 x",
            "time",
            (
                "expected a multiple of the reference's time such as "
                '"20x reference, at least 2 s", got "20 x"; write "20x reference"'
            ),
        ),
    ],
)
def test_a_quantity_that_is_none_is_reported_with_an_example(
    tmp_path: Path, new: str, where: str, expected: str
) -> None:
    text = changed('stdout: "7\\n"', new)
    assert refused(tmp_path, text) == f"spec.yaml:{line_of(text, new[:8])}: cases[1].{where}: {expected}"


@pytest.mark.parametrize(
    ("text", "where", "key"),
    [
        (changed("title: Sums\n", ""), "spec.yaml:1", "title"),
        (changed("text: The sum of the arguments is printed., ", ""), "spec.yaml:4: clauses.sum", "text"),
        (changed("  - name: three\n    clause: sum\n", "  - name: three\n"), "spec.yaml:10: cases[1]", "clause"),
        (changed('stdout: "7\\n"', "stdout: {check: regex}"), "spec.yaml:13: cases[1].stdout", "pattern"),
    ],
)
def test_a_missing_key_is_named(tmp_path: Path, text: str, where: str, key: str) -> None:
    assert refused(tmp_path, text).startswith(f'{where}: the key "{key}" is missing')


@pytest.mark.parametrize("name", ["Sum", "sum_1", "1", "sum-"])
def test_a_clauses_name_is_lower_case_with_dashes(tmp_path: Path, name: str) -> None:
    expected = refused(tmp_path, SUM.replace("  sum:", f'  "{name}":'))
    assert re.match(r"spec\.yaml:\d+: clauses", expected)
    assert "names are lower case with dashes" in expected


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "3\n"])
def test_a_file_that_is_no_mapping(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text).startswith("spec.yaml:1: expected a mapping with the keys title, ")


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("{golden: true}", "text"),
        ("{text: x}", "text"),
        ("{check: lines, text: x}", "lines"),
        ("{check: one-of, texts: [a]}", "one-of"),
        ("{check: tokens, text: x}", "tokens"),
        ("{check: python, function: f}", "python"),
        ("{check: regex, pattern: x}", "regex"),
    ],
)
def test_the_default_checkers_name_may_be_left_out(tmp_path: Path, written: str, tag: str) -> None:
    spec = converted(tmp_path, changed('stdout: "7\\n"', f"stdout: {written}\n    produces: {{a.txt: {written}}}"))
    checker: Any = spec.cases[1].stdout
    assert checker.__struct_config__.tag == tag
    assert spec.cases[1].produces == {"a.txt": checker}


def test_a_message_stays_on_one_line_whatever_a_key_holds(tmp_path: Path) -> None:
    message = refused(tmp_path, SUM + '"a\\nb\\u2028\\e[31m": 1\n')
    assert message.splitlines() == [message]
    assert "\x1b" not in message
    assert r"a\nb\u2028\x1b[31m: unknown key" in message
