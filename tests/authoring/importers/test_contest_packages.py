"""What problem packages hold beside pairs: validators and interactors from source, groups, inferred time limits."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import yaml

from harness.authoring.importers import importers
from harness.authoring.importing.contest_packages.inferred_time import TimeRule
from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults, Package, write_package
from harness.model.errors import UsageError
from harness.model.grade import Grade
from harness.sandbox.process_setup import landlock_exec
from tests.support import graded, loaded, write

LIMITS = "limits: {time_limit: 1}\n"
PARTS = {
    "problem.yaml": "validation: custom\n" + LIMITS,
    "data/sample/1.in": "10\n",
    "data/sample/1.ans": "any\n",
    "data/secret/1.in": "7\n",
    "data/secret/1.ans": "any\n",
}
"""Two numbers with the sum that stands in the input; any two will do."""
PYTHON_VALIDATOR = """\
import sys
from pathlib import Path
wanted = int(Path(sys.argv[1]).read_text())
assert Path(sys.argv[2]).read_text() == "any\\n"
text = sys.stdin.read().split()
if "crash" in text:
    sys.exit(1)
if sum(map(int, text)) == wanted and len(text) == 2 + ("three" in sys.argv[4:]):
    sys.exit(42)
(Path(sys.argv[3]) / "teammessage.txt").write_text(f"the sum is not {wanted}")
sys.exit(43)
"""
HEADER = "#include <fstream>\n#include <iostream>\n"
CPP_VALIDATOR = """\
#include "read.h"
int main(int, char **names) {
    std::ifstream input(names[1]);
    long wanted, a, b;
    input >> wanted;
    return std::cin >> a >> b && a + b == wanted ? 42 : 43;
}
"""
JAVA_VALIDATOR = """\
import java.nio.file.*;
import java.util.Scanner;

public class Validate {
    public static void main(String[] names) throws Exception {
        long wanted = Long.parseLong(Files.readString(Path.of(names[0])).trim());
        Scanner in = new Scanner(System.in);
        System.exit(in.nextLong() + in.nextLong() == wanted ? 42 : 43);
    }
}
"""
GUESS = """\
import sys
from pathlib import Path
secret, most = int(Path(sys.argv[1]).read_text()), int(sys.argv[4]) if sys.argv[4:] else 100
for line, _ in zip(sys.stdin, range(most)):
    if int(line) == secret:
        print("right", flush=True)
        sys.exit(42)
    print("no", flush=True)
sys.exit(43)
"""
RIGHT = "n = int(input())\nprint(1, n - 1)\n"
WRONG = "n = int(input())\nprint(1, n)\n"
COUNTS = "n = 0\nwhile True:\n    n += 1\n    print(n, flush=True)\n    if input() == 'right':\n        break\n"


def read(root: Path, files: dict[str, str]) -> Package:
    return importers()["kattis"].read(write(root / "there", files))


def grade_of(root: Path, files: dict[str, str], program: str) -> Grade:
    if not (root / "specs").exists():
        write_package(read(root, files), root / "specs/sum")
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"main.py": program})
    return graded(loaded(root, "sum"), folder)


@pytest.mark.parametrize(
    "validator",
    [
        {"output_validators/check.py": PYTHON_VALIDATOR},
        {"output_validator/check.py": PYTHON_VALIDATOR, "problem.yaml": "problem_format_version: 2025-09\n" + LIMITS},
        {"output_validators/check/v.cc": CPP_VALIDATOR, "output_validators/check/read.h": HEADER},
        {"output_validators/Validate.java": JAVA_VALIDATOR},
        {
            "output_validators/x/build": "#!/bin/sh\n(echo '#!/usr/bin/env python3'; cat check.txt) > run\n",
            "output_validators/x/check.txt": PYTHON_VALIDATOR,
        },
    ],
    ids=["python", "newer", "cpp", "java", "build"],
)  # fmt: skip
def test_an_output_is_judged_by_the_packages_own_validator(tmp_path: Path, validator: dict[str, str]) -> None:
    assert grade_of(tmp_path, PARTS | validator, RIGHT).score == 100
    wrong = grade_of(tmp_path, PARTS, WRONG)
    assert [case.verdict.name for case in wrong.cases] == ["WA", "WA"]
    crash = grade_of(tmp_path, PARTS, RIGHT + "raise SystemExit(1)")
    assert crash.score == 0


def test_a_rejection_is_told_in_the_validators_words(tmp_path: Path) -> None:
    wrong = grade_of(tmp_path, PARTS | {"output_validators/check.py": PYTHON_VALIDATOR}, WRONG)
    assert "the sum is not 10" in str(wrong.cases[0].findings)


def test_a_validator_that_crashes_costs_no_student_anything(tmp_path: Path) -> None:
    crash = grade_of(tmp_path, PARTS | {"output_validators/check.py": PYTHON_VALIDATOR}, "print('crash')")
    assert {case.verdict.name for case in crash.cases} <= {"NR", "JE"}


TAKEN_OVER = """\
import os
import socket
import sys
from pathlib import Path
here = Path(__file__).resolve().parent
attempts = {
    "reads the spec": lambda: (here.parent / "spec.yaml").read_text(),
    "lists the cases": lambda: os.listdir(here.parent),
    "reads users": lambda: Path("/etc/passwd").read_text(),
    "writes beside itself": lambda: (here / "new").write_text("x"),
    "writes elsewhere": lambda: Path("/tmp/of-a-validator").write_text("x"),
    "changes an owner": lambda: os.chown(here, 1, 1),
    "makes a socket": lambda: socket.socket(),
    "becomes another": lambda: os.setuid(1),
}
for name, attempt in attempts.items():
    try:
        attempt()
    except OSError:
        continue
    (Path(sys.argv[3]) / "teammessage.txt").write_text(f"it {name}")
    sys.exit(43)
sys.exit(42)
"""


@pytest.mark.skipif(not landlock_exec.version(), reason="the kernel has no Landlock")
def test_an_output_that_takes_its_validator_over_reaches_nothing(tmp_path: Path) -> None:
    grade = grade_of(tmp_path, PARTS | {"output_validators/check.py": TAKEN_OVER}, RIGHT)
    assert [(case.verdict.name, case.findings) for case in grade.cases] == [("AC", ())] * 2


def test_flags_of_a_group_go_to_its_validator(tmp_path: Path) -> None:
    files = PARTS | {
        "output_validators/check.py": PYTHON_VALIDATOR,
        "data/secret/three/1.in": "7\n",
        "data/secret/three/1.ans": "any\n",
        "data/secret/three/testdata.yaml": "output_validator_flags: three\non_reject: break\n",
    }
    verdicts = {case.name: case.verdict.name for case in grade_of(tmp_path, files, RIGHT).cases}
    assert verdicts == {"sample-1": "AC", "secret-1": "AC", "secret-three-1": "WA"}


@pytest.mark.parametrize("legacy", [True, False])
def test_an_interactor_talks_with_the_program(tmp_path: Path, legacy: bool) -> None:
    settings = (
        "validation: custom interactive\nvalidator_flags: 12\n"
        if legacy
        else "problem_format_version: 2023-07-draft\ntype: interactive\nvalidator_flags: 12\n"
    )
    name = "output_validators" if legacy else "output_validator"
    files = PARTS | {"problem.yaml": settings + LIMITS, f"{name}/guess.py": GUESS, "data/sample/1.interaction": ">1\n"}
    assert grade_of(tmp_path, files, COUNTS).score == 100
    slow = grade_of(tmp_path, files, COUNTS.replace("n = 0", "n = -5"))
    assert [case.verdict.name for case in slow.cases] == ["WA", "AC"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "there is no output_validator"),
        ({"output_validators/a.py": "", "output_validators/b.py": ""}, "expected one program, got 2"),
        ({"output_validators/a.rs": "fn main() {}"}, "expected a program in one known language"),
        ({"output_validators/a.cc": "int main( {"}, r"cannot be built by g\+\+"),
        ({"problem.yaml": "type: multi-pass\n" + LIMITS}, "multi-pass: only pass-fail"),
        (
            {"problem.yaml": "type: scoring\nvalidation: custom\n" + LIMITS},
            "scores that a validator of the package gives",
        ),
    ],
)
def test_a_judge_that_cannot_be_started_is_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, PARTS | files)


@pytest.mark.parametrize(
    ("text", "slowest", "limit"),
    [
        ("{}", 0.05, 1),
        ("{time_multiplier: 3}", 0.7, 3),
        ("{}", 0.7, 4),
        ("{time_multipliers: {ac_to_time_limit: 3}, time_resolution: 0.5}", 0.4, 1.5),
        ("{time_multipliers: {time_limit_to_tle: 4}}", 1.2, 3),
    ],
)
def test_a_time_limit_follows_by_the_rule_of_the_format(text: str, slowest: float, limit: float) -> None:
    faults = Faults()
    rule = TimeRule.read(Fields(yaml.safe_load(text), "limits", faults), faults)
    assert not faults.lines
    assert rule.limit(slowest) == limit


def test_a_time_limit_is_inferred_from_right_programs_alone(tmp_path: Path) -> None:
    files = PARTS | {
        "problem.yaml": "validation: custom\n",
        "output_validators/check.py": PYTHON_VALIDATOR,
        "submissions/accepted/right.py": RIGHT,
        "submissions/accepted/wrong.py": WRONG,
    }
    package = read(tmp_path, files)
    assert package.spec["limits"]["cpu"] == "1 s"
    assert any("of 1 programs" in note for note in package.notes)


def test_without_a_right_program_there_is_no_time_limit(tmp_path: Path) -> None:
    files = {"problem.yaml": "", "output_validators/check.py": "", "submissions/accepted/wrong.py": WRONG}
    with pytest.raises(UsageError, match="no time_limit, and no program in submissions/accepted that passes here"):
        read(tmp_path, {**PARTS, **files, "problem.yaml": "name: Sum\n"})


CASES = {
    f"data/{folder}/{number}.{end}": f"{number}\n"
    for folder in ("sample", "secret/few", "secret/many")
    for number in range(1, 4)
    for end in ("in", "ans")
}
"""Programs print the number that they read."""
OLDER = CASES | {
    "problem.yaml": "problem_format_version: 2023-07-draft\ntype: scoring\n" + LIMITS,
    "data/testdata.yaml": "on_reject: continue\ngrader_flags: ignore_sample\n",
    "data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n",
    "data/secret/few/testdata.yaml": "accept_score: 40\ngrader_flags: min\n",
    "data/secret/many/testdata.yaml": "accept_score: 20\ngrader_flags: sum\non_reject: continue\n",
}
NEWER = CASES | {
    "problem.yaml": "problem_format_version: 2025-09\ntype: scoring\n" + LIMITS,
    "data/secret/few/test_group.yaml": "max_score: 40\n",
    "data/secret/many/test_group.yaml": "max_score: 60\nscore_aggregation: sum\n",
}


@pytest.mark.parametrize("files", [OLDER, NEWER], ids=["older", "newer"])
def test_groups_earn_their_points_whole_or_case_by_case(tmp_path: Path, files: dict[str, str]) -> None:
    assert grade_of(tmp_path, files, "print(input())").score == 100
    part = grade_of(tmp_path, files, "print(min(2, int(input())))")
    assert (part.score, part.max_score) == (40, 100)
    assert {case.name for case in part.cases if case.verdict.name == "WA"} == {"secret-few-3", "secret-many-3"}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (OLDER | {"data/secret/testdata.yaml": "grader_flags: sum\n"}, "on_reject: only continue"),
        (OLDER | {"data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: min\n"}, "groups are only added up"),
        (OLDER | {"data/secret/few/testdata.yaml": "grader_flags: min\n"}, "a group takes accept_score"),
        (
            OLDER | {"data/secret/few/testdata.yaml": "accept_score: 5\ngrader_flags: max\n"},
            "a group takes accept_score",
        ),
        (OLDER | {"data/secret/few/testdata.yaml": "accept_score: 5\ngrader_flags: odd\n"}, "odd cannot be expressed"),
        (NEWER | {"data/secret/few/test_group.yaml": "score_aggregation: min\n"}, "a number as max_score"),
        (NEWER | {"data/secret/few/test_group.yaml": "max_score: 1\nrequire_pass: sample\n"}, "require_pass: this key"),
        (NEWER | {"data/secret/9.in": "9\n", "data/secret/9.ans": "9\n"}, "cases outside of the groups"),
    ],
)
def test_scores_that_cannot_be_expressed_are_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, files)
