"""Every kind of problem that a spec which can be read may still have."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError, UsageError
from harness.spec.format.folder import assignment_ids, find_specs
from harness.spec.loading.load import load
from harness.spec.yaml.location import KeyPath, Location
from harness.spec.yaml.source import Source
from tests.support import SUM, course, loaded, write


def problems(root: Path, *, goldens: bool = True) -> list[str]:
    with pytest.raises(SpecError) as error:
        loaded(root, goldens=goldens)
    return str(error.value).splitlines()


def with_case(text: str, case: str) -> str:
    return text + "".join(
        f"{'  - ' if number == 0 else '    '}{line}\n" for number, line in enumerate(case.split("\n"))
    )


def test_a_sound_spec_is_loaded(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path))
    assert [case.name for case in assignment.cases] == ["two", "three"]
    assert str(assignment.cases[1].location) == f"{tmp_path}/specs/sum/spec.yaml:10: cases[1]"


def test_where_a_sound_case_stands_is_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[KeyPath] = []
    at = Source.at

    def noted(source: Source, key_path: KeyPath) -> Location:
        looked_up.append(key_path)
        return at(source, key_path)

    monkeypatch.setattr(Source, "at", noted)
    loaded(course(tmp_path))
    assert [path for path in looked_up if path[:1] == ("cases",)] == [("cases", 0), ("cases", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            SUM.replace("clause: sum", "clause: smu", 1),
            '7: cases[0].clause: there is no clause "smu"; did you mean "sum"?',
        ),
        (
            SUM.replace("clauses:\n", "clauses:\n  lonely: {text: t}\n"),
            '4: clauses.lonely: no case judges it; add one, or say "manual" or "untestable" and why',
        ),
        (
            SUM.replace("points: 10", "manual: A person looks."),
            '4: clauses.sum: it is judged by a case and so cannot be "manual" or "untestable"',
        ),
        (SUM + "files: {clause: smu}\n", '14: files.clause: there is no clause "smu"; did you mean "sum"?'),
        (SUM + "build: [{clause: smu}]\n", '14: build[0].clause: there is no clause "smu"; did you mean "sum"?'),
        (SUM + "given: {a.txt: {file: input/a.txt}}\n", "there is no file {folder}/input/a.txt"),
        (SUM + "given: {../a.txt: {text: x}}\n", '14: given.../a.txt: "../a.txt" does not lie in the folder of the'),
        (SUM + "given_for: {python: {a.txt: {text: x}}}\n", "14: given_for: all is in python; write given"),
        (SUM + "given: {a.txt: {}}\n", '14: given.a.txt: give exactly one of "text" and "file"'),
        (SUM + "given: {a.txt: {text: x, file: y}}\n", '14: given.a.txt: give exactly one of "text" and "file"'),
        (SUM + "reference: best\n", "14: reference: there is no folder {root}/reference/sum/best"),
        (SUM + "oracle: orcale\n", '14: oracle: checks.py has no function "orcale"; did you mean "oracle"?'),
        (SUM.replace("name: three", "name: two"), '10: cases[1]: the name "two" occurs twice'),
        (SUM.replace("name: three", "name: a/b"), '10: cases[1]: the name "a/b" may only have letters, digits'),
        (SUM.replace("name: three", "name: ../b"), '10: cases[1]: the name "../b" may only have letters, digits'),
        (SUM.replace("name: three", "name: files"), '10: cases[1]: the name "files" is taken'),
        (SUM.replace("name: three", "name: build"), '10: cases[1]: the name "build" is taken'),
        (with_case(SUM, "name: silent\nclause: sum"), '14: cases[2]: "silent" expects nothing'),
        (
            with_case(SUM, "name: look\nclause: sum\nbuilt: {x: file}\nargs: [x]"),
            '17: cases[2].args: "args" does not go with "built"; such a case may have clause, exists, follows, for',
        ),
        (
            with_case(SUM, "name: talk\nclause: sum\ndialogue: [{send: x}]"),
            '16: cases[2].dialogue[0]: give exactly one of "expect" and "pattern"',
        ),
        (
            with_case(SUM, "name: talk\nclause: sum\ndialogue: [{expect: x, pattern: x}]"),
            '16: cases[2].dialogue[0]: give exactly one of "expect" and "pattern"',
        ),
        (
            with_case(SUM, "name: talk\nclause: sum\ndialogue: [{pattern: '(x'}]"),
            "16: cases[2].dialogue[0].pattern: not a regular expression: ",
        ),
        (
            with_case(SUM, "name: near\nclause: sum\nstdout: x\nnear_misses: {trailing-blank: 0.5}"),
            'there is no near miss "trailing-blank"; did you mean "trailing-blanks"?; known: ',
        ),
        (
            with_case(SUM, "name: near\nclause: sum\nstdout: x\nnear_misses: {blanks: smu}"),
            '17: cases[2].near_misses.blanks: there is no clause "smu"; did you mean "sum"?',
        ),
        (
            with_case(SUM, "name: near\nclause: sum\nstdout: x\nnear_misses: {blanks: 1.5}"),
            "17: cases[2].near_misses.blanks: the part of the points that is kept is a number from 0 to 1, got 1.5",
        ),
        (SUM + "defaults: {near_misses: {blnks: 0.5}}\n", 'there is no near miss "blnks"'),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: {check: regex, pattern: '(x'}"),
            "cases[2].stdout: not a regular expression: ",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: {text: x, golden: true}"),
            'cases[2].stdout: give exactly one of "text", "file" and "golden: true"',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: {check: python, function: orcale}"),
            'cases[2].stdout: checks.py has no function "orcale"; did you mean "oracle"?',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstderr: {text: x, normalise: orcale}"),
            'cases[2].stderr: checks.py has no function "orcale"; did you mean "oracle"?',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: x\nstdin: {file: input/thre.txt}"),
            'there is no file {folder}/input/thre.txt; did you mean "input/three.txt"?',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\ndialogue: [{expect: a, send: b, eof: true}]"),
            'cases[2].dialogue[0]: give only one of "send", "eof: true", "hang_up: true" and "end: waiting"',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\ndialogue: [{hang_up: true}, {expect: a}]"),
            "cases[2].dialogue[0]: nothing can follow, as the dialogue is over then",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nexit: [1, 300]"),
            "cases[2].exit: an exit status is a number from 0 to 255, got 300",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nexit: 0\nfiles: {../x: a}"),
            '17: cases[2].files.../x: "../x" does not lie in the folder of the program',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nexit: 0\nproduces: {/tmp/x: a}"),
            '17: cases[2].produces./tmp/x: "/tmp/x" does not lie in the folder of the program',
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: {file: /etc/passwd}"),
            "cases[2].stdout: /etc/passwd is not in the spec's folder",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdin: {file: ../x}\nexit: 0"),
            "16: cases[2].stdin: ../x is not in the spec's folder",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nexit: 0\ndialogue: [{end: waiting}]"),
            "cases[2].exit: a program that must wait for more input has no exit status",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: x\nfiles: {a: {file: none}}"),
            "there is no file {folder}/none",
        ),
        (
            with_case(SUM, "name: bad\nclause: sum\nstdout: x\nattempts: [{stdin: {file: none}}]"),
            "there is no file {folder}/none",
        ),
    ],
)
def test_each_kind_of_problem_is_reported_with_its_place(tmp_path: Path, text: str, expected: str) -> None:
    folder = tmp_path / "specs" / "sum"
    beside = {"checks.py": "def oracle(args, stdin):\n    return None\n", "input/three.txt": "3\n"}
    lines = problems(course(tmp_path, text, beside=beside))
    wanted = expected.format(folder=folder, root=tmp_path)
    assert any(wanted in line for line in lines), lines
    assert all(line.startswith(f"{folder}/spec.yaml:") for line in lines)


def test_a_clause_that_a_near_miss_is_charged_to_may_not_name_a_case(tmp_path: Path) -> None:
    text = SUM.replace("clauses:\n", "clauses:\n  form: {text: t}\n").replace("name: three", "name: form")
    text += "    near_misses: {blanks: form}\n"
    assert any(
        'the name "form" is taken by a case that the harness makes itself' in line
        for line in problems(course(tmp_path, text))
    )


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    text = SUM.replace("clause: sum", "clause: smu") + "reference: best\n"
    assert len(problems(course(tmp_path, text))) == 3  # two cases, the reference


def test_what_only_follows_from_a_problem_is_not_reported(tmp_path: Path) -> None:
    text = SUM.replace("title: Sums", "titel: Sums").replace("  sum: {text:", "  sum: {txt:")
    lines = problems(course(tmp_path, text))
    assert [line.partition("spec.yaml:")[2].split(";")[0] for line in lines] == [
        '1: titel: unknown key "titel"',
        '4: clauses.sum.txt: unknown key "txt"',
    ]


def test_problems_of_both_kinds_are_reported_together_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = SUM.replace("stdout:", "stdot:", 1).replace("name: three", "name: a b") + "oracle: best\n"
    lines = problems(course(tmp_path, text, beside={"checks.py": "1 / 0\n"}))
    assert [line.rpartition("/")[2].split(":")[:2] for line in lines] == [
        ["checks.py", "1"], ["spec.yaml", "9"], ["spec.yaml", "10"],
    ]  # fmt: skip


def test_of_very_many_problems_the_first_fifty_are_reported(tmp_path: Path) -> None:
    cases = "".join(f"  - {{name: c{number}, clause: sum, stdot: x}}\n" for number in range(80))
    lines = problems(course(tmp_path, SUM + cases))
    assert (len(lines), lines[-1]) == (51, "30 more problems are not shown")


GOLDEN = SUM.replace('stdout: "5\\n"', "stdout: {golden: true}")


def test_a_case_without_its_golden(tmp_path: Path) -> None:
    (line,) = problems(course(tmp_path, GOLDEN))
    folder = tmp_path / "specs" / "sum"
    assert (
        line
        == f"{folder}/spec.yaml:6: cases[0]: its golden {folder}/golden/two.stdout is missing; run: harness golden sum"
    )


def test_a_golden_without_a_case(tmp_path: Path) -> None:
    (line,) = problems(course(tmp_path, GOLDEN, beside={"golden/two.stdout": "5\n", "golden/twoo.stdout": "5\n"}))
    folder = tmp_path / "specs" / "sum"
    expected = 'a golden that no case asks for; did you mean "two.stdout"?; run: harness golden sum'
    assert line == f"{folder}/golden/twoo.stdout: {expected}"


def test_goldens_that_fit_their_cases(tmp_path: Path) -> None:
    root = course(tmp_path, GOLDEN, beside={"golden/two.stdout": "5\n", "golden/provenance.json": "{}"})
    assert loaded(root).golden("two", "stdout").read_bytes() == b"5\n"


def test_goldens_do_not_matter_while_they_are_made(tmp_path: Path) -> None:
    assert loaded(course(tmp_path, GOLDEN), goldens=False).id == "sum"


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        ("x = 1\ndef f(:\n", ":2: SyntaxError: "),
        ("x = 1\n\ny = 1 / 0\n", ":3: ZeroDivisionError: division by zero"),
        ("import no_such_module_at_all\n", ":1: ModuleNotFoundError: "),
    ],
)
def test_a_checks_py_that_cannot_be_loaded(tmp_path: Path, checks: str, expected: str) -> None:
    (line,) = problems(course(tmp_path, beside={"checks.py": checks}))
    assert line.startswith(f"{tmp_path}/specs/sum/checks.py{expected}")


def test_the_functions_of_checks_py_are_its_public_ones(tmp_path: Path) -> None:
    checks = "import _shared.none\ndef _own(): pass\ndef judge(run, expected):\n    return _shared.none.FOUND\n"
    root = course(tmp_path, beside={"checks.py": checks})
    write(root / "specs", {"_shared/none.py": "FOUND = ()\n"})
    assert set(loaded(root).functions) == {"judge"}


def test_nothing_is_written_beside_checks_py(tmp_path: Path) -> None:
    loaded(course(tmp_path, beside={"checks.py": "def f(run, expected):\n    return ()\n"}))
    assert sorted(path.name for path in (tmp_path / "specs" / "sum").iterdir()) == ["checks.py", "spec.yaml"]


def test_the_reference_that_the_spec_names_comes_first(tmp_path: Path) -> None:
    root = course(tmp_path, SUM + "reference: zeta\n")
    for name in ("alpha", "zeta"):
        write(root / "reference" / "sum" / name, {"main.py": ""})
    assert [path.name for path in loaded(root).references()] == ["zeta", "alpha"]


def test_specs_are_found_at_or_above_a_folder(tmp_path: Path) -> None:
    course(tmp_path)
    below = write(tmp_path / "submissions" / "ann" / "sum", {})
    assert find_specs(below) == tmp_path / "specs"
    assert assignment_ids(tmp_path / "specs") == ["sum"]


def test_no_specs_anywhere(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder named specs here or above"):
        find_specs(tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        assignment_ids(tmp_path / "specs")
    with pytest.raises(UsageError, match="no assignment here"):
        assignment_ids(write(tmp_path / "specs", {"readme": ""}))


def test_a_spec_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"spec\.yaml: cannot be read"):
        load(tmp_path, "sum")


def test_a_try_names_a_hint_of_its_recipes_clause(tmp_path: Path) -> None:
    tries = "tries: [{command: [ls], message: It fails., hint: lost}]"
    build = "build: [{clause: %s, commands: [[make]], run: [[./sum]], " + tries + "}]\n"
    text = SUM.replace("points: 10}", "points: 10, hints: {lost: Put it there.}}")
    assert text != SUM
    clause = next(iter(loaded(course(tmp_path / "plain")).clauses))
    loaded(course(tmp_path / "right", text + build % clause))
    (problem,) = problems(course(tmp_path / "wrong", SUM + build % clause))
    assert problem.endswith('build[0].tries[0].hint: the clause of this recipe has no hint "lost"')
