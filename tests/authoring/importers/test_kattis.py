"""Plain problem packages: their flags and limits, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, harness, loaded, write

SUM = "a, b = map(int, input().split())\n"


def package(root: Path, answer: str, *lines: str) -> Path:
    files = {"sample/1": ("1 2\n", "Sum 3\n"), "secret/1": ("4 5\n", answer)}
    content = {
        f"data/{name}{end}": text
        for name, pair in files.items()
        for end, text in zip((".in", ".ans"), pair, strict=True)
    }
    return write(root / "there", content | {"problem.yaml": "\n".join(("name: Sum", *lines)) + "\n"})


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"main.py": program})
    return graded(loaded(root, "sum"), folder).score


@pytest.mark.parametrize(
    ("flags", "answer", "right", "wrong"),
    [
        ("", "Sum 9\n", 'print("SUM", a + b)', 'print("Sum", 3)'),
        ("case_sensitive", "Sum 9\n", 'print("Sum\\n", a + b)', 'print("SUM", a + b)'),
        ("float_tolerance 1e-3", "Sum 9.0\n", 'print("sum", a + b + 0.001)', 'print("sum", a + b + 0.05)'),
        ("space_change_sensitive", "Sum 9\n", 'print("SUM", a + b)', 'print("Sum ", a + b)'),
        ("space_change_sensitive", "Sum 9\n", 'print("sum", a + b)', 'print("Sum", a + b, end="")'),
        ("space_change_sensitive", "Sum 9", 'print("sum", a + b, end="\\n" * (a == 1))', 'print("Sum", a + b)'),
        ("space_change_sensitive", "Sum 9\n", 'print("sum", a + b)', 'print("Sum", 3, end="\\n")'),
        ("case_sensitive space_change_sensitive", "Sum 9\n", 'print("Sum", a + b)', 'print("SUM", a + b)'),
        (
            "space_change_sensitive float_tolerance 1e-3",
            "Sum 9\n",
            'print("sum", f"{a + b:.1e}")',
            'print("sum", "", f"{a + b:.1e}")',
        ),
        ("float_absolute_tolerance 0.1", "Sum 9\n", 'print("sum", a + b + 0.09)', 'print("sum", a + b + 0.2)'),
        ("float_absolute_tolerance 0.1", "Sum 9\n", 'print("sum", a + b - 0.09)', 'print("sum", "inf")'),
        ("float_relative_tolerance 0.1", "Sum 9\n", 'print("sum", (a + b) * 1.09)', 'print("sum", (a + b) * 1.2)'),
        ("float_relative_tolerance 0.1", "Sum 9", 'print("sum", a + b + 0.2)', 'print("sum", a + b, 0)'),
        (
            "float_relative_tolerance 0.5 float_absolute_tolerance 2",
            "Sum 9\n",
            'print("sum", a + b + (2 if a == 1 else 4))',
            'print("sum", a + b + 5)',
        ),
        ("float_absolute_tolerance 0.5", "Sum 0.1\n", 'print("sum", 3 * (a == 1))', 'print("sum", (a + b) / 9)'),
        ("", "Sum 9\n", 'print("Sum", a + b)', 'print("Sum", a + b); raise SystemExit(1)'),
        ("", "Sum 9\n", 'print("Sum", a + b)', 'print("Sum", a + b)\nwhile True: pass'),
    ],
)
def test_a_submission_passes_all_or_nothing(tmp_path: Path, flags: str, answer: str, right: str, wrong: str) -> None:
    source = package(tmp_path, answer, f"validator_flags: {flags}", "limits: {time_limit: 0.5, memory: 512}")
    write_package(importers()["kattis"].read(source), tmp_path / "specs/sum")
    assert points(tmp_path, SUM + right) == 100
    assert points(tmp_path, SUM + wrong) == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("type: interactive", "there is no output_validator"),
        ("validation: custom", "there is no output_validator"),
        ("validator_flags: ignore_order", "ignore_order cannot be expressed"),
        ("validator_flags: float_absolute_tolerance", 'float_absolute_tolerance takes a number, got ""'),
        ("validator_flags: float_relative_tolerance 1 float_relative_tolerance 2", "occurs twice"),
        ("validator_flags: float_tolerance 1 float_absolute_tolerance 2", "does not go together"),
        ("validator_flags: float_tolerance much", "takes a number"),
        ("problem_format_version: 2031-01", "2031-01 is not known"),
        ("grading: {objective: min}", "more points are better"),
        ("constants: {most: [1]}", "constants.most: expected a number or a text"),
        ("limits: {memory: 64}", "no time_limit"),
    ],
)
def test_what_cannot_be_expressed_is_named(tmp_path: Path, line: str, message: str) -> None:
    extra = () if line.startswith("limits") else ("limits: {time_limit: 1}",)
    with pytest.raises(UsageError, match=message):
        importers()["kattis"].read(package(tmp_path, "Sum 9\n", line, *extra))


@pytest.mark.parametrize("settings", [".timelimit", "domjudge-problem.ini"])
def test_the_time_is_read_where_domjudge_has_it(tmp_path: Path, settings: str) -> None:
    text = "0.5\n" if settings == ".timelimit" else "name = Sum\ntimelimit = '0.5'\n"
    source = write(package(tmp_path, "Sum 9\n"), {settings: text})
    write_package(importers()["kattis"].read(source), tmp_path / "specs/sum")
    assert points(tmp_path, SUM + "print('Sum', a + b)") == 100
    assert points(tmp_path, SUM + "print('Sum', a + b)\nwhile True: pass") == 0


@pytest.mark.parametrize(
    ("ini", "message"),
    [
        ("special_compare = tolerant", "domjudge-problem.ini.special_compare: this key is not known"),
        ("special_run='talk'", "domjudge-problem.ini.special_run: this key is not known"),
        ("timelimit = 5", r"time limits that differ: .*time_limit 1, .*timelimit 5"),
        ("timelimit = 0", "expected a number of seconds above 0, got 0"),
        ("[", "domjudge-problem.ini: cannot be read"),
    ],
)
def test_settings_of_domjudge_are_never_passed_over(tmp_path: Path, ini: str, message: str) -> None:
    source = write(package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}"), {"domjudge-problem.ini": ini + "\n"})
    with pytest.raises(UsageError, match=message):
        importers()["kattis"].read(source)


@pytest.mark.parametrize(
    "name",
    ["data/testdata.yaml", "data/secret/testdata.yaml", "data/secret/g/1.in", "data/secret/2.in", "data/odd/1.in"],
)
def test_unknown_settings_and_halves_of_pairs_are_refused(tmp_path: Path, name: str) -> None:
    source = write(package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}"), {name: "1"})
    with pytest.raises(
        UsageError, match=r"1.ans is not there|2.ans is not there|expected a mapping|test data is not known"
    ):
        importers()["kattis"].read(source)


PERL = "my ($a, $b) = split ' ', <STDIN>;\nprint 'Sum ', $a + $b, qq{\\n};\n"


@pytest.mark.parametrize(("listed", "right_perl"), [("[python3, cpp, kotlin]", 0), ("python3", 0), ("all", 100)])
def test_only_programs_in_a_language_of_the_list_pass(tmp_path: Path, listed: str, right_perl: int) -> None:
    source = package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}", f"languages: {listed}")
    write(source, {"include/python3/more.py": "NAME = 'Sum'\n"})
    write_package(importers()["kattis"].read(source), tmp_path / "specs/sum")
    assert points(tmp_path, SUM + "import more\nprint(more.NAME, a + b)") == 100
    assert graded(loaded(tmp_path, "sum"), write(tmp_path / "perl", {"sum.pl": PERL})).score == right_perl
    beside = write(tmp_path / "both", {"sum.pl": PERL, "sum.py": SUM + "print('Sum', a + b)"})
    assert graded(loaded(tmp_path, "sum"), beside).score == (0 if listed.startswith("[") else 100)


def test_languages_that_are_not_known_here_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="languages: none of them is known here"):
        importers()["kattis"].read(package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}", "languages: [apl, ada]"))


def test_what_made_the_test_data_is_reported_and_left_out(tmp_path: Path) -> None:
    others = {"data/make.py": "", "data/secret/make.sh": "", "data/secret/notes": "", "data/grading_notes/a.txt": ""}
    source = write(package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}"), others)
    notes = importers()["kattis"].read(source).notes
    assert f"{source.name}/data: make.py: no test data, left out" in notes
    assert "data/secret: make.sh and 1 more files: no test data, left out" in notes


def test_it_is_said_that_only_the_samples_judge(tmp_path: Path) -> None:
    files = {"data/sample/1.in": "1 2\n", "data/sample/1.ans": "Sum 3\n", "problem.yaml": "limits: {time_limit: 1}\n"}
    source = write(tmp_path / "there", files)
    assert importers()["kattis"].read(source).notes[0] == "data/secret: no case in it, so that the samples alone judge"
    notes = importers()["kattis"].read(write(source, {"generators/generators.yaml": ""})).notes
    assert notes[0].endswith("alone judge; those that generators/ makes are not there")


ACCEPTED = "print('Sum', a + b)\n"
PROGRAMS = {
    "accepted/sum.py": SUM + ACCEPTED,
    "accepted/two_files/main.py": SUM + "from other import answer\nanswer(a + b)\n",
    "accepted/two_files/other.py": "def answer(value):\n    print('Sum', value)\n",
    "wrong_answer/first.py": SUM + "print('Sum', 3)\n",
    "run_time_error/crash.py": SUM + "print('Sum', 9 // (a - 4) + 6)\n",
    "run_time_error/status.py": SUM + ACCEPTED + "raise SystemExit(a > 1)\n",
    "time_limit_exceeded/loop.py": SUM + ACCEPTED + "while a > 1: pass\n",
}


def verified(root: Path, apart: Path, programs: dict[str, str], *lines: str, expect: int) -> list[str]:
    """Import the package with these programs, prove it, and return the failures."""
    source = write(package(root, "Sum 9\n", "limits: {time_limit: 1}", *lines), {"data/sample/1.ans": "Sum 3\n"})
    write(source / "submissions", programs)
    write_package(importers()["kattis"].read(source), root / "specs/sum")
    ended = harness("verify", "sum", cwd=root, apart=apart, expect=expect)
    return [line.removeprefix("FAIL sum: ") for line in ended.out.splitlines() if line.startswith("FAIL")]


def test_the_programs_of_the_jury_are_held_to_their_verdicts(tmp_path: Path, apart: Path) -> None:
    assert verified(tmp_path, apart, PROGRAMS, expect=0) == []


VALIDATOR = """\
#include <cstdio>
#include <cstdlib>
#include "most.h"
int main(int count, char **words) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2) return 1;
    if (a > (count > 1 ? atoi(words[1]) : MOST)) { fprintf(stderr, "%d is too large", a); return 43; }
    return 42;
}
"""


@pytest.mark.parametrize(
    ("flags", "most", "failure"),
    [
        ("input_validator_flags: 4", 1, ""),
        ("input_validator_flags: 3", 1, "most.cpp rejects the input of case secret-1 (exit status 43): 4 is too large"),
        ("input_validator_args: {most: [4]}", 1, ""),
        ("input_validator_args: {other: [4]}", 9, ""),
        ("{}", 3, "most.cpp rejects the input of case secret-1 (exit status 43): 4 is too large"),
    ],
)
def test_inputs_are_held_to_the_validators_of_the_package(
    tmp_path: Path, apart: Path, flags: str, most: int, failure: str
) -> None:
    validators = {"input_validators/most.cpp": VALIDATOR, "input_validators/most.h": f"#define MOST {most}\n"}
    write(tmp_path / "there", validators | {"data/secret/testdata.yaml": f"{flags}\n"})
    python = {"input_validators/two.py": "import sys\nsys.exit(42 if len(input().split()) == 2 else 43)\n"}
    write(tmp_path / "there", python | {"input_validators/two.ctd": "INT(0, 9)\n"})
    programs = {name: PROGRAMS[name] for name in ("accepted/sum.py", "wrong_answer/first.py")}
    lines = verified(tmp_path, apart, programs, expect=1 if failure else 0)
    assert [line for line in lines if not line.startswith("FAILED")] == (
        [f"input_validators/{failure}"] if failure else []
    )


@pytest.mark.parametrize(
    ("version", "failures"),
    [
        (
            "legacy",
            {
                "wrong_answer-crash.py": "fails case secret-1 with RTE, where mutants.yaml permits WA",
                "run_time_error-first.py": "fails no case with RTE, as mutants.yaml requires",
                "time_limit_exceeded-first.py": "fails no case with TLE, as mutants.yaml requires",
            },
        ),
        (
            "2025-09",
            {
                "wrong_answer-crash.py": "fails case secret-1 with RTE, where mutants.yaml permits WA",
                "run_time_error-first.py": "fails case secret-1 with WA, where mutants.yaml permits RTE",
                "time_limit_exceeded-first.py": "fails case secret-1 with WA, where mutants.yaml permits TLE",
                "brute_force-first.py": "fails case secret-1 with WA, where mutants.yaml permits RTE and TLE",
            },
        ),
    ],
)
def test_a_program_with_another_verdict_is_a_failure(
    tmp_path: Path, apart: Path, version: str, failures: dict[str, str]
) -> None:
    wrong, crash = PROGRAMS["wrong_answer/first.py"], PROGRAMS["run_time_error/crash.py"]
    programs = {"accepted/x.py": wrong, "wrong_answer/right.py": PROGRAMS["accepted/sum.py"]}
    programs |= {name.replace("-", "/", 1): crash if "crash" in name else wrong for name in failures}
    lines = verified(tmp_path, apart, programs, f"problem_format_version: {version}", expect=1)
    assert any(line.startswith("accepted x.py must get full marks, but fails case secret-1") for line in lines)
    assert any(line.startswith("mutant output-wrong_answer-right.py loses nothing of clause output") for line in lines)
    for name, failure in failures.items():
        assert f"mutant output-{name} {failure}" in lines


def test_programs_that_cannot_be_carried_over_are_named(tmp_path: Path) -> None:
    source = package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}")
    write(source / "submissions", PROGRAMS | {"accepted/sum.kt": "", "slow/x.py": ""})
    assert importers()["kattis"].read(source).notes == [
        "submissions/accepted/sum.kt: not read, its language is not known",
        "submissions/slow/x.py: not read, it may pass or fail",
        "submissions: 2 right and 4 wrong programs for harness verify",
    ]


def test_a_link_out_of_the_package_is_refused(tmp_path: Path) -> None:
    source = package(tmp_path, "Sum 9\n", "limits: {time_limit: 1}")
    (source / "submissions/accepted").mkdir(parents=True)
    (source / "submissions/accepted/x.py").symlink_to("/etc/hostname")
    with pytest.raises(UsageError, match="leads out of the package"):
        importers()["kattis"].read(source)
