"""What problem packages hold beside pairs: validators and interactors from source, groups, inferred time limits."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import yaml

from harness.authoring.importers import importers
from harness.authoring.importing.contest_packages.time_limit import TimeRule
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
"""Two numbers with the sum that is in the input; any two will do."""
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
        {"output_validators/a.py": "raise SystemExit(42)\n", "output_validators/b/check.py": PYTHON_VALIDATOR},
    ],
    ids=["python", "newer", "cpp", "java", "build", "several"],
)  # fmt: skip
def test_an_output_is_judged_by_the_packages_own_validator(tmp_path: Path, validator: dict[str, str]) -> None:
    assert grade_of(tmp_path, PARTS | validator, RIGHT).score == 100
    wrong = grade_of(tmp_path, PARTS, WRONG)
    assert [case.verdict.name for case in wrong.cases] == ["WA", "WA"]
    crash = grade_of(tmp_path, PARTS, RIGHT + "raise SystemExit(1)")
    assert crash.score == 0


def test_a_rejection_is_reported_in_the_validators_words(tmp_path: Path) -> None:
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
        (
            {"problem.yaml": "validation: custom interactive\n" + LIMITS}
            | {"output_validators/a.py": "", "output_validators/b.py": ""},
            "expected one program, got 2",
        ),
        ({"output_validators/a.rs": "fn main() {}"}, "expected a program in one known language"),
        ({"output_validators/a.cc": "int main( {"}, r"cannot be built by g\+\+"),
        ({"problem.yaml": "type: multi-pass\n" + LIMITS}, "there is no output_validator"),
        ({"problem.yaml": "type: submit-answer\n" + LIMITS}, "submit-answer: not read"),
    ],
)
def test_a_judge_that_cannot_be_started_is_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, PARTS | files)


AGAIN = """\
import sys
from pathlib import Path
asked, feedback = int(Path(sys.argv[1]).read_text()), Path(sys.argv[3])
said = sys.stdin.read().split()
if said != [str(asked + 1)]:
    sys.exit(43)
if not (feedback / "seen").exists():
    (feedback / "seen").touch()
    (feedback / "nextpass.in").write_text(f"{3 * asked}\\n")
sys.exit(42)
"""
"""Asks twice for the number after the one in the input."""
TALKS_AGAIN = AGAIN.replace("said = sys.stdin.read().split()", "print(asked, flush=True)\nsaid = [input()]")
SEVERAL = PARTS | {"problem.yaml": "problem_format_version: 2025-09\ntype: multi-pass\n" + LIMITS}
NEXT = "n = int(input())\nprint(n + 1)\n"
REMEMBERS = "import pathlib\nfile = pathlib.Path('file')\nprint(int(input()) + 1 + file.exists())\nfile.touch()\n"


@pytest.mark.parametrize("interactive", [False, True])
def test_several_passes_are_runs_that_know_nothing_of_each_other(tmp_path: Path, interactive: bool) -> None:
    files = SEVERAL | {"output_validator/check.py": TALKS_AGAIN if interactive else AGAIN}
    if interactive:
        files["problem.yaml"] = "problem_format_version: 2025-09\ntype: [multi-pass, interactive]\n" + LIMITS
    assert grade_of(tmp_path, files, NEXT).score == 100
    assert grade_of(tmp_path, files, REMEMBERS).score == 100
    second = grade_of(tmp_path, files, NEXT + "if n == 21:\n    print(0)\n" + "print(5)\n" * interactive)
    assert {case.name: case.verdict.name for case in second.cases}["secret-1"] == ("AC" if interactive else "WA")
    crash = grade_of(tmp_path, files, NEXT + "if n == 7:\n    raise SystemExit(3)\n")
    assert {case.name: case.verdict.name for case in crash.cases}["secret-1"] != "AC"


def test_more_passes_than_the_package_allows_cost_no_student_anything(tmp_path: Path) -> None:
    files = SEVERAL | {"output_validator/check.py": AGAIN.replace('if not (feedback / "seen").exists():', "if True:")}
    assert {case.verdict.name for case in grade_of(tmp_path, files, NEXT).cases} == {"JE"}


def test_a_case_has_arguments_files_and_flags_of_its_own(tmp_path: Path) -> None:
    files = PARTS | {
        "problem.yaml": "problem_format_version: 2025-09\n" + LIMITS,
        "output_validator/check.py": PYTHON_VALIDATOR,
        "data/secret/1.yaml": "args: ['{7}', x]\noutput_validator_args: [three]\n",
        "data/secret/1.files/more/a.txt": "8",
        "data/secret/2.in": "8\n",
        "data/secret/2.ans": "any\n",
    }
    program = (
        "import os, sys\nn = int(input())\n"
        "own = sys.argv[1:] == ['{7}', 'x'] and open('more/a.txt').read() == '8'\n"
        "print(*([1, n - 2, 1] if own else [1, n - 1]))\n"
    )
    assert grade_of(tmp_path, files, program).score == 100
    assert {case.verdict.name for case in grade_of(tmp_path, files, RIGHT).cases} == {"AC", "WA"}


@pytest.mark.parametrize(
    ("version", "text", "slowest", "limit"),
    [
        ("", "{}", 0.05, 1),
        ("", "{time_multiplier: 3}", 0.7, 3),
        ("legacy", "{}", 0.7, 4),
        ("2025-09", "{}", 0.7, 2),
        ("2025-09", "{time_multipliers: {ac_to_time_limit: 3}, time_resolution: 0.5}", 0.4, 1.5),
        ("2023-07-draft", "{time_multipliers: {time_limit_to_tle: 4}}", 1.2, 3),
    ],
)
def test_a_time_limit_follows_by_the_rule_of_the_format(version: str, text: str, slowest: float, limit: float) -> None:
    faults = Faults()
    rule = TimeRule.read(Fields(yaml.safe_load(text), "limits", faults), version, faults)
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
    files = files | {"problem.yaml": files["problem.yaml"] + "languages: [python3, cpp]\n"}
    assert grade_of(tmp_path, files, "print(input())").score == 100
    part = grade_of(tmp_path, files, "print(min(2, int(input())))")
    assert (part.score, part.max_score) == (40, 100)
    assert {case.name for case in part.cases if case.verdict.name == "WA"} == {"secret-few-3", "secret-many-3"}
    perl = write(tmp_path / "perl", {"main.pl": "print scalar <STDIN>;\n"})
    assert graded(loaded(tmp_path, "sum"), perl).score == 0


@pytest.mark.parametrize("of_domjudge", [True, False])
def test_domjudge_counts_the_score_of_a_folder_once(tmp_path: Path, of_domjudge: bool) -> None:
    files = OLDER | ({"domjudge-problem.ini": "name = x\n"} if of_domjudge else {})
    assert grade_of(tmp_path, files, "print(input())").max_score == (60 if of_domjudge else 100)
    assert grade_of(tmp_path, files, "print(min(2, int(input())))").score == (0 if of_domjudge else 40)


INCLUDED = {
    "problem.yaml": "problem_format_version: 2025-09\nconstants: {gap: {value: 2, word: two}}\n" + LIMITS,
    "include/default/gap.txt": "{{gap}} {{gap.word}} {{other}}\n",
    "include/python3/main.py": "from answer import answer\nprint(answer(int(input())), *open('gap.txt'))\n",
    "include/cpp/main.cpp": "#include <iostream>\n#include <fstream>\nint answer(int);\nint main() { int n;"
    ' std::cin >> n; std::cout << answer(n) << " " << std::ifstream("gap.txt").rdbuf(); }\n',
    "data/secret/1.in": "5\n",
    "data/secret/1.ans": "7 2 two {{other}}\n",
}
"""Students write a function; the package's own program by language calls it."""


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("answer.py", "def answer(n):\n    return n + 2\n", "def answer(n):\n    return n\n"),
        ("answer.cpp", "int answer(int n) { return n + 2; }\n", "int answer(int n) { return n; }\n"),
    ],
)
def test_files_of_the_package_join_programs_by_language(tmp_path: Path, name: str, right: str, wrong: str) -> None:
    package = read(tmp_path, INCLUDED | {f"submissions/accepted/{name}": right.replace("2", "{{gap}}")})
    assert package.files[f"accepted/{name}/{name}"] == right.encode()
    write_package(package, tmp_path / "specs/sum")
    handed_in = {"right": right, "wrong": wrong}
    grades = {key: graded(loaded(tmp_path, "sum"), write(tmp_path / key, {name: handed_in[key]})) for key in handed_in}
    assert {key: grade.score for key, grade in grades.items()} == {"right": 100, "wrong": 0}


PRINTS = "n = int(input())\nprint(n if n not in ({wrong}) else 0)\n"
BY_GROUP = {
    "data/secret/many/1.in": "11\n",
    "data/secret/many/1.ans": "11\n",
    "data/sample/1.in": "21\n",
    "data/sample/1.ans": "21\n",
    "data/sample/2.in": "21\n",
    "data/sample/2.ans": "21\n",
    "data/sample/3.in": "21\n",
    "data/sample/3.ans": "21\n",
}
"""The first number of few is 1, of many 11, of the sample 21."""
WHOLE = "accept_score: 40\ngrader_flags: min\n"
MAX = "accept_score: 40\ngrader_flags: max\n"


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({}, {"1,": 60, "11,": 80, "21,": 100}),
        (
            {
                "data/secret/testdata.yaml": "on_reject: break\n",
                "data/secret/many/testdata.yaml": WHOLE,
            },
            {"": 80, "1,": 0, "11,": 40, "21,": 80},
        ),
        (
            {
                "data/testdata.yaml": "grader_flags: ignore_sample\n",
                "data/secret/testdata.yaml": "on_reject: continue\n",
            },
            {"21,": 0},
        ),
        (
            {
                "data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: min\n",
                "data/secret/many/testdata.yaml": "accept_score: 30\ngrader_flags: min\n",
            },
            {"": 30, "1,": 0, "11,": 0},
        ),
        (
            {
                "data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: avg\n",
                "data/secret/many/testdata.yaml": "accept_score: 30\ngrader_flags: avg\n",
            },
            {"": 35, "1,": 15, "11,": 30},
        ),
        (
            {
                "data/secret/testdata.yaml": "on_reject: continue\naccept_score: 10\ngrader_flags: min\n",
                "data/secret/few/testdata.yaml": "grader_flags: min\n",
                "data/secret/many/testdata.yaml": "accept_score: 30\n",
            },
            {"": 10, "1,": 0},
        ),
        (
            {
                "data/secret/testdata.yaml": "on_reject: break\n",
                "data/secret/few/testdata.yaml": "on_reject: break\naccept_score: 10\n",
                "data/secret/many/testdata.yaml": WHOLE,
            },
            {"": 70, "1,": 0, "2,": 10, "3,": 20, "11,": 30},
        ),
        (
            {"data/secret/few/testdata.yaml": "on_reject: continue\n", "data/secret/many/testdata.yaml": MAX},
            {"": 43, "1,": 42, "11,": 43, "11, 2, 3,": 1},
        ),
    ],
    ids=["sum", "break", "sample", "min", "avg", "inherited", "in-order", "max-and-default"],
)
def test_folders_join_the_points_of_their_groups(
    tmp_path: Path, settings: dict[str, str], points: dict[str, float]
) -> None:
    for wrong, score in points.items():
        assert grade_of(tmp_path, OLDER | BY_GROUP | settings, PRINTS.format(wrong=wrong)).score == score, wrong


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ("require_pass: sample\n", {"21,": 40, "1,": 60, "11,": 80}),
        ("require_pass: [sample, secret/few]\n", {"21,": 40, "1,": 0, "11,": 80}),
    ],
)
def test_a_group_counts_where_what_it_requires_is_right(
    tmp_path: Path, settings: str, points: dict[str, float]
) -> None:
    name = "data/secret/many/test_group.yaml"
    for wrong, score in points.items():
        files = NEWER | BY_GROUP | {name: NEWER[name] + settings}
        assert grade_of(tmp_path, files, PRINTS.format(wrong=wrong)).score == score, wrong


SCORES = """\
import sys
from pathlib import Path
said = int(sys.stdin.read())
if said < 0:
    sys.exit(43)
(Path(sys.argv[3]) / "{file}").write_text(str(said))
sys.exit(42)
"""


@pytest.mark.parametrize(
    ("files", "file", "points"),
    [
        (OLDER | {"data/secret/few/testdata.yaml": WHOLE}, "score.txt", {"40": 80, "10": 20, "-1": 0}),
        (NEWER, "score_multiplier.txt", {"1": 100, "0.5": 70, "-1": 0}),
        (NEWER, "score.txt", {"20": 100, "5": 55}),
    ],
)
def test_a_validator_gives_scores(tmp_path: Path, files: dict[str, str], file: str, points: dict[str, float]) -> None:
    older = files["problem.yaml"] == OLDER["problem.yaml"]
    scores = SCORES.replace("{file}", file).replace("int(", "float(")
    files = files | {"output_validator/score.py": scores}
    if older:
        files = {name: text for name, text in files.items() if "/many/" not in name}
        files["data/secret/other/1.in"] = files["data/secret/other/1.ans"] = "5\n"
        files["data/secret/other/testdata.yaml"] = "range: 0 40\n"
    else:
        files["data/secret/few/test_group.yaml"] = "max_score: 40\n"
        files["output_validator/score.py"] = scores.replace("(Path(", "'/few/' not in sys.argv[-1] and (Path(")
        files["data/secret/few/test_group.yaml"] += "output_validator_args: [/few/]\n"
    for said, score in points.items():
        assert grade_of(tmp_path, files, f"print('{said}')").score == score, said


def test_a_right_program_of_a_jury_may_earn_a_part_of_what_a_validator_gives(tmp_path: Path) -> None:
    files = {name: text for name, text in OLDER.items() if "/many/" not in name} | {
        "problem.yaml": "type: scoring\n",
        "data/secret/few/testdata.yaml": WHOLE,
        "output_validator/score.py": SCORES.replace("{file}", "score.txt"),
        "submissions/accepted/part.py": "print(10)\n",
        "submissions/wrong_answer/none.py": "print(-1)\n",
    }
    package = read(tmp_path, files)
    assert package.notes[0].startswith("time limit: 1 s, as accepted part.py takes ")
    mutants = yaml.safe_load(bytes(package.files["mutants.yaml"]))["mutants"]
    assert mutants["secret-few-accepted-part.py"]["score"] == [0.0001, 40]
    assert mutants["secret-few-wrong_answer-none.py"]["score"] == [0, 40]


def test_a_program_that_is_partly_right_earns_less_than_all_points(tmp_path: Path) -> None:
    package = read(tmp_path, OLDER | {"submissions/partially_accepted/part.py": "print(input())\n"})
    mutants = yaml.safe_load(bytes(package.files["mutants.yaml"]))["mutants"]
    assert mutants["secret-few-partially_accepted-part.py"]["score"] == [0, 99.98]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            OLDER | {"data/secret/many/testdata.yaml": "accept_score: 20\non_reject: break\ngrader_flags: avg\n"},
            "on_reject: break: only where",
        ),
        (
            OLDER
            | {"data/secret/testdata.yaml": "on_reject: break\n"}
            | {"data/secret/few/testdata.yaml": "grader_flags: sum accept_if_any_accepted\n"},
            "accept_if_any_accepted: not where",
        ),
        (
            OLDER | {f"data/secret/{name}/testdata.yaml": "accept_score: 0\n" for name in ("few", "many")},
            "worth anything",
        ),
        (OLDER | {"data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: min\n"}, "min: only of groups"),
        (OLDER | {"data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: max\n"}, "max: groups are added up"),
        (OLDER | {"data/secret/few/testdata.yaml": "accept_score: 5\nreject_score: 1\n"}, "reject_score: what is"),
        (OLDER | {"data/secret/few/testdata.yaml": "accept_score: 5\ngrader_flags: odd\n"}, "odd cannot be expressed"),
        (NEWER | {"data/secret/few/test_group.yaml": "score_aggregation: min\n"}, "a number as max_score"),
        (
            NEWER | {"data/secret/few/test_group.yaml": "max_score: 1\nrequire_pass: secret/x\n"},
            "there is no such group",
        ),
        (NEWER | {"data/secret/few/test_group.yaml": "max_score: unbounded\n"}, "a number as max_score"),
        (NEWER | {"data/secret/9.in": "9\n", "data/secret/9.ans": "9\n"}, "cases outside of the groups"),
    ],
)
def test_scores_that_cannot_be_expressed_are_named(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, files)
