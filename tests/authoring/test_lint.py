"""Each piece of advice comes where it is due, and not if it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.lint import advice
from harness.spec.loading.load import load
from harness.spec.yaml.source import parse, with_case_list
from tests.support import ROOT, SUM, course, loaded, write

GOOD = """\
title: Sums
language: python
clauses:
  sum: {text: The sum of the arguments is printed., points: 10, hint: Add them.}
cases:
  - name: two
    clause: sum
    args: ["2", "3"]
    stdout: "5\\n"
    near_misses: {trailing-blanks: 0.5}
"""
STDOUT = '    stdout: "5\\n"\n    near_misses: {trailing-blanks: 0.5}\n'
PROOF = {"mutants/sum-zero/sum.py": "print(0)\n"}


def lines(root: Path, text: str, beside: dict[str, str] | None = None) -> list[str]:
    course(root, text, beside={**PROOF, **(beside or {})})
    write(root / "reference" / "sum" / "python", {"sum.py": ""})
    assignment = loaded(root, goldens=False)
    source = with_case_list(parse(assignment.folder / "spec.yaml"))
    return [line.replace(f"{assignment.folder}/", "") for line in advice(source, assignment)]


def test_of_a_good_spec_nothing_is_said(tmp_path: Path) -> None:
    assert lines(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"5\\n"', '"5"', "spec.yaml:9: cases[0].stdout: this text has no newline at its end"),
        (
            '"5\\n"',
            "{check: regex, pattern: 'sum.*5'}",
            "spec.yaml:9: cases[0].stdout: the pattern must match",
        ),
        ('"5\\n"', '"5.0417\\n"', "spec.yaml:9: cases[0].stdout: numbers with decimals are compared digit by digit"),
        ('"3"]', '"{n}"]', 'spec.yaml:8: cases[0].args[1]: "{n}" is handed over as it is'),
        (", points: 10", "", "spec.yaml:3: clauses: no clause has points"),
        ("    near_misses: {trailing-blanks: 0.5}\n", "", "spec.yaml:5: cases: a blank or a capital letter too many"),
        ('"5\\n"', "{golden: true}", "cases[0]: its golden golden/two.stdout is missing; run: harness golden sum"),
        ('"5\\n"', "{golden: true}", "spec.yaml:5: cases: goldens come from the reference alone"),
        ("title", "# yaml-language-server: $schema=../none.json\ntitle", "spec.yaml:1: the schema"),
    ],
)
def test_advice_is_given_where_it_is_due(tmp_path: Path, old: str, new: str, expected: str) -> None:
    given = lines(tmp_path, GOOD.replace(old, new, 1))
    assert any(expected in line for line in given), given


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"5\\n"', '{text: "5", ignore: [final-newline]}'),
        ('"5\\n"', '""'),
        ('"5\\n"', "{check: regex, pattern: '(?s).*5.*'}"),
        ('"5\\n"', "{check: regex, pattern: '5\\n'}"),
        ('"5\\n"', '{check: tokens, text: "5.0417", tolerance: 0.001}'),
        ('"5\\n"', '"version 1.2.345\\n"'),
        (", hint: Add them.", ""),
        (STDOUT, '    stdout: ""\n'),
        (STDOUT, "    stdout: {check: json, text: '[5]'}\n"),
        (STDOUT, '    stdout: {check: tokens, text: "5"}\n    stderr: ""\n'),
    ],
)
def test_and_not_where_it_is_not(tmp_path: Path, old: str, new: str) -> None:
    assert lines(tmp_path, GOOD.replace(old, new, 1)) == []


def test_twins_are_reported_once(tmp_path: Path) -> None:
    twin = GOOD.partition("cases:\n")[2].replace("name: two", "name: again")
    (line,) = lines(tmp_path, GOOD + twin)
    assert line == 'spec.yaml:11: cases[1]: the case "again" is the same as "two"'


def test_a_clause_that_nothing_proves_and_a_file_that_nothing_takes(tmp_path: Path) -> None:
    text = GOOD.replace("cases:\n", "  form: {text: t, points: 1, hint: h}\ncases:\n").replace("0.5}", "form}")
    given = lines(tmp_path, text, {"input/in.txt": "x", "input/__pycache__/a.cpython-311.pyc": "x"})
    unused, unproven = (line.partition(": ")[2] for line in given)
    assert unused == "no case takes this file"
    assert unproven.startswith(
        "clauses: no wrong program shows that these clauses can be lost: form; put some into mutants"
    )


def test_a_clause_without_a_hint_beside_others_that_have_one(tmp_path: Path) -> None:
    text = GOOD.replace("cases:\n", "  form: {text: t, points: 1}\ncases:\n").replace("0.5}", "form}")
    given = lines(tmp_path, text, {"mutants/form-blank/sum.py": ""})
    assert given == ["spec.yaml:3: clauses: without a hint, which a student reads below a failure: form"]


def test_a_wrong_program_of_no_clause(tmp_path: Path) -> None:
    beside = {"mutants/greeting-other/sum.py": "", "mutants/mutants.yaml": "", "mutants/.x/y": ""}
    (line,) = lines(tmp_path, GOOD, beside)
    assert line == "mutants/greeting-other: the name begins with no clause; call it CLAUSE-WHAT, or take it out"


def test_what_nothing_proves_is_reported_in_one_line(tmp_path: Path) -> None:
    course(tmp_path, GOOD)
    assignment = loaded(tmp_path)
    (line,) = advice(with_case_list(parse(assignment.folder / "spec.yaml")), assignment)
    assert "no program proves the spec: put a right one into" in line


def test_there_is_no_reference(tmp_path: Path) -> None:
    course(tmp_path, SUM, beside=PROOF)
    assignment = loaded(tmp_path)
    assert any("there is no reference" in line for line in advice(parse(assignment.folder / "spec.yaml"), assignment))


def test_the_schema_of_this_version_is_fine(tmp_path: Path) -> None:
    from harness.authoring.skeleton import SCHEMA_LINE, schema_text  # noqa: PLC0415 - slow to make

    write(tmp_path / "specs", {"spec.schema.json": schema_text()})
    assert lines(tmp_path, f"{SCHEMA_LINE}\n{GOOD}") == []
    write(tmp_path / "specs", {"spec.schema.json": "{}"})
    assert "is not that of this version" in lines(tmp_path, f"{SCHEMA_LINE}\n{GOOD}")[0]


@pytest.mark.parametrize("name", sorted(path.parent.name for path in (ROOT / "specs").glob("*/spec.yaml")))
def test_of_specs_that_are_proven_nothing_but_hints_is_missed(name: str) -> None:
    assignment = load(ROOT / "specs", name)
    given = advice(with_case_list(parse(assignment.folder / "spec.yaml")), assignment)
    assert all("without a hint, which a student reads below a failure" in line for line in given)


@pytest.mark.parametrize(("more", "given"), [("", True), ('    stdout: "5\\n"\n', False)])
def test_memory_errors_alone_are_no_proof_of_a_program(tmp_path: Path, more: str, given: bool) -> None:
    spec = GOOD.replace("language: python", "language: c")
    spec += f"  - name: sound\n    clause: sum\n    args: ['2', '3']\n    sanitize: [address]\n{more}"
    assert (
        any("cases[1].sanitize: a program that does nothing passes" in line for line in lines(tmp_path, spec)) is given
    )


def test_a_word_in_place_of_what_it_means_is_reported(tmp_path: Path) -> None:
    golden = lines(tmp_path / "golden", GOOD.replace('"5\\n"', "golden"))
    assert any('this is the text "golden"; what the reference prints is {golden: true}' in line for line in golden)
    calls = "calls: [{function: f, args: [!text nil], returns: [None]}]"
    text = GOOD.replace('args: ["2", "3"]', calls).replace('    stdout: "5\\n"\n', "")
    text = text.replace("    near_misses: {trailing-blanks: 0.5}\n", "")
    assert [line for line in lines(tmp_path / "calls", text) if "null" in line] == [
        'spec.yaml:8: cases[0].calls[0]: this is the text "None"; what is nothing is null, and this text !text None'
    ]


def test_input_with_line_ends_of_windows_is_reported(tmp_path: Path) -> None:
    text = GOOD.replace("name: two", 'from: "tests/*.in"').replace('    args: ["2", "3"]\n    stdout: "5\\n"\n', "")
    advice_on = lines(tmp_path, text, beside={"tests/1.in": "1\r\n", "tests/1.out": "1\n"})
    assert [line for line in advice_on if "carriage return" in line] != []
