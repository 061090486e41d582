from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.model.errors import SpecError
from harness.spec.format.assignment import PlannedCase
from tests.support import course, loaded

HEAD = """\
title: t
language: python
clauses:
  one: {text: t, points: 1}
"""


def planned(tmp_path: Path, case: str, head: str = HEAD) -> list[PlannedCase]:
    body = "\n".join("    " + line for line in case.splitlines()).lstrip()
    return list(loaded(course(tmp_path, f"{head}cases:\n  - {body}\n")).cases)


def refused(tmp_path: Path, case: str) -> str:
    with pytest.raises(SpecError) as error:
        planned(tmp_path, case)
    return str(error.value)


def test_a_range_has_both_ends(tmp_path: Path) -> None:
    cases = planned(tmp_path, 'name: n-{n}\nclause: one\nfor: {n: 2..5}\nargs: ["{n}"]\nstdout: "{n}{n}"')
    assert [(expanded.name, expanded.case.args, expanded.case.stdout) for expanded in cases] == [
        ("n-2", ("2",), "22"),
        ("n-3", ("3",), "33"),
        ("n-4", ("4",), "44"),
        ("n-5", ("5",), "55"),
    ]
    assert [expanded.values for expanded in cases] == [{"n": 2}, {"n": 3}, {"n": 4}, {"n": 5}]


def test_a_range_may_go_below_zero(tmp_path: Path) -> None:
    cases = planned(tmp_path, 'name: n-{k}{n}\nclause: one\nfor: {n: -1..1, k: [x]}\nstdout: "{n}"')
    assert [expanded.case.stdout for expanded in cases] == ["-1", "0", "1"]


def test_several_variables_give_every_combination(tmp_path: Path) -> None:
    cases = planned(tmp_path, 'name: "{a}-{b}"\nclause: one\nfor: {a: [x, y], b: 1..2}\nstdout: "{a}{b}"')
    assert [expanded.name for expanded in cases] == ["x-1", "x-2", "y-1", "y-2"]


def test_a_list_of_mappings_is_a_case_each_and_a_list_is_spliced_in(tmp_path: Path) -> None:
    cases = planned(
        tmp_path,
        "name: u-{what}\nclause: one\nfor: [{what: none, argv: []}, {what: two, argv: [-v, 3]}]\n"
        'args: [first, "{argv}", last]\nstdout: ""',
    )
    assert [(expanded.name, expanded.case.args) for expanded in cases] == [
        ("u-none", ("first", "last")),
        ("u-two", ("first", "-v", "3", "last")),
    ]


def test_variables_reach_every_string_of_the_case(tmp_path: Path) -> None:
    (expanded,) = planned(
        tmp_path,
        "name: c-{x}\nclause: one\nfor: {x: [v]}\nrun: [prog, '{x}']\nargs: ['--{x}=1']\nstdin: {text: '{x}!'}\n"
        "files: {'{x}.txt': '{x}'}\nstdout: {text: '{x}', ignore: [case]}\nstderr: {check: one-of, texts: ['{x}', b]}\n"
        "produces: {'{x}.out': 'is {x}'}\n",
    )
    case: Any = expanded.case
    assert (case.run, case.args, case.stdin.text, case.files) == (("prog", "v"), ("--v=1",), "v!", {"v.txt": "v"})
    assert (case.stdout.text, case.stdout.ignore, case.stderr.texts) == ("v", ("case",), ("v", "b"))
    assert case.produces == {"v.out": "is v"}


def test_doubled_braces_are_braces_in_a_case_with_for(tmp_path: Path) -> None:
    (expanded,) = planned(tmp_path, 'name: c-{n}\nclause: one\nfor: {n: [7]}\nstdout: "{{{n}}} {{x}}"')
    assert expanded.case.stdout == "{7} {x}"


def test_braces_are_plain_in_a_case_without_for(tmp_path: Path) -> None:
    (expanded,) = planned(tmp_path, 'name: c\nclause: one\nstdout: "{n} {{x}} }"')
    assert expanded.case.stdout == "{n} {{x}} }"


def test_variables_reach_the_rules_on_sources_and_leave_their_expressions(tmp_path: Path) -> None:
    (expanded,) = planned(
        tmp_path,
        "name: c-{x}\nclause: one\nfor: {x: [v], n: [8]}\nsource:\n  functions: {'get_{x}': {params: ['{x}']}}\n"
        "  variables: {'{x}': int}\n  forbidden_numbers: {'{x}': ['{n}']}\n"
        "  mentions: {'{x}.java': ['{x}\\d{1,2}', {pattern: '{{x}} {x}', message: 'no {x}'}]}\n",
        HEAD.replace("python", "java"),
    )
    rules: Any = expanded.case.source
    assert (rules.variables, rules.forbidden_numbers) == ({"v": "int"}, {"v": (8,)})
    assert rules.functions["get_v"].params == ("v",)
    first, second = rules.mentions["v.java"]
    assert (first, second.pattern, second.message) == (r"v\d{1,2}", "{x} v", "no v")


@pytest.mark.parametrize("word", ["{files:*.java}", "{main}", "{files:**/*.py}"])
def test_what_is_filled_in_later_passes_through(tmp_path: Path, word: str) -> None:
    (expanded,) = planned(
        tmp_path, f'name: c-{{n}}\nclause: one\nfor: {{n: [1]}}\nrun: [x, "{word}", "a{{n}}"]\nstdout: ""'
    )
    assert expanded.case.run == ("x", word, "a1")


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ('name: c-{m}\nclause: one\nfor: {n: [1]}\nstdout: ""', '"{m}" is no variable of this case; it has n'),
        (
            "name: c-{n}\nclause: one\nfor: {n: [1]}\nsource: {mentions: {'{m}.txt': [a]}}",
            '"{m}" is no variable of this case; it has n',
        ),
        ('name: c-{n}\nclause: one\nfor: {n: 5..1}\nstdout: ""', 'the range "5..1" of "n" is empty'),
        ('name: c-{n}\nclause: one\nfor: {n: []}\nstdout: ""', '"n" takes a range such as 1..10 or a list of values'),
        ('name: c-{n}\nclause: one\nfor: {n: word}\nstdout: ""', "got 'word'"),
        ('name: c-{n}\nclause: one\nfor: {n: [1]}\nstdout: "a } b"', 'write "}}" for a brace in a case with "for"'),
        ('name: c-{n}\nclause: one\nfor: {n: [1]}\nstdout: "a { b"', 'write "{{" for a brace in a case with "for"'),
    ],
)
def test_a_mistake_is_reported_with_the_cases_place(tmp_path: Path, case: str, expected: str) -> None:
    message = refused(tmp_path, case)
    assert message.startswith(f"{tmp_path}/specs/sum/spec.yaml:6: cases[0]: ")
    assert expected in message


def test_defaults_are_put_on_what_a_case_leaves_open(tmp_path: Path) -> None:
    head = HEAD + (
        "defaults:\n"
        "  {exit: 3, near_misses: {blanks: 0.5}, output_files: [o], attempts: [{args: [x]}], visibility: hidden}\n"
    )
    plain, own = (
        planned(tmp_path / "plain", 'name: c\nclause: one\nstdout: ""', head)[0].case,
        planned(
            tmp_path / "own",
            'name: c\nclause: one\nstdout: ""\nexit: any\nnear_misses: {}\noutput_files: []\n'
            "attempts: []\nvisibility: visible",
            head,
        )[0].case,
    )
    assert (plain.exit, plain.near_misses, plain.output_files, plain.visibility) == (
        3,
        {"blanks": 0.5},
        ("o",),
        "hidden",
    )
    assert [way.args for way in plain.attempts or ()] == [("x",)]
    assert (own.exit, own.near_misses, own.output_files, own.attempts, own.visibility) == ("any", {}, (), (), "visible")
