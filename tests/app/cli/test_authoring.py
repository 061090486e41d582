"""An author's commands as they are typed: new, check, schema --install."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import SUM, course, grade, harness, write


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return write(tmp_path / "course", {})


@pytest.fixture
def apart(tmp_path: Path) -> Path:
    return tmp_path / "apart"


def test_new_begins_an_assignment_that_check_and_verify_accept(here: Path, apart: Path) -> None:
    begun = harness("new", "first-steps", cwd=here, apart=apart, expect=0).out.splitlines()
    assert begun[:2] == ["specs/first-steps/spec.yaml", "reference/first-steps/python/first_steps.py"]
    assert harness("check", cwd=here, apart=apart, expect=0).out == (
        "first-steps: sound: 2 clauses, 3 cases, 100 points\n"
    )
    verified = harness("verify", cwd=here, apart=apart, expect=0).out
    assert "1 right program with full marks, 2 wrong programs caught" in verified
    again = harness("new", "first-steps", cwd=here, apart=apart, expect=2).err
    assert again.endswith("specs/first-steps is there already; take another id, or change that one\n")


def test_new_makes_cases_of_a_session(here: Path, apart: Path) -> None:
    write(here, {"session.txt": "$ ./sum.sh 2 3\n5\n$ ls\nsum.sh\n"})
    begun = harness("new", "sum", "--from", "session.txt", cwd=here, apart=apart, expect=0).out.splitlines()
    assert begun[:3] == [
        "specs/sum/spec.yaml",
        "reference/sum/script/sum.sh",
        "line 3: left out: it does not run the program: ls",
    ]
    assert harness("check", "sum", cwd=here, apart=apart, expect=0).out.startswith("sum: sound: 1 clause, 1 case, ")
    assert harness("check", "--strict", cwd=here, apart=apart).status == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["a/b"], '"a/b" cannot be the id of an assignment'),
        (["../x"], "; write x"),
        (["x", "--language", "cobol"], 'there is no beginning of kind output in "cobol"; there is: any, c, cpp, java'),
        (["x", "--kind", "talk"], "--kind takes output, functions, dialogue, files"),
        (["x", "--specs", "/proc/none"], "cannot be made: "),
        (["--course", "/dev/null"], "cannot be made: "),
        ([], "give the ID of an assignment, or --course FOLDER"),
        (["x", "--from", "/dev/zero"], "/dev/zero: larger than 1 MiB"),
        (["x", "--from", "none.txt"], "none.txt: cannot be read: No such file or directory"),
    ],
)
def test_new_says_what_is_wrong_and_writes_nothing(here: Path, apart: Path, words: list[str], expected: str) -> None:
    assert expected in harness("new", *words, cwd=here, apart=apart, expect=2).err
    assert list(here.iterdir()) == []


def test_check_reports_all_problems_of_all_specs(here: Path, apart: Path) -> None:
    course(here, SUM.replace("stdout:", "stdot:"))
    course(here, SUM.replace("language: python", "language: bash"), name="other")
    course(here, SUM, name="third")
    checked = harness("check", cwd=here, apart=apart, expect=2)
    assert checked.out.startswith(
        "third: sound: 1 clause, 2 cases, 10 points; 2 pieces of advice\n  specs/third/spec.yaml:3"
    )
    assert [line.split(" ")[1] for line in checked.err.splitlines()] == [
        "specs/other/spec.yaml:2:", "specs/sum/spec.yaml:9:", "specs/sum/spec.yaml:13:",
    ]  # fmt: skip


def test_the_schema_is_installed_for_editors(here: Path, apart: Path) -> None:
    course(here, "# yaml-language-server: $schema=../../docs/spec.schema.json\n" + SUM)
    write(here, {".vscode/settings.json": '{"editor.tabSize": 2}'})
    installed = harness("schema", "--install", cwd=here, apart=apart, expect=0).out
    assert "specs/sum/spec.yaml:1: the schema docs/spec.schema.json is not there" in installed
    settings = json.loads((here / ".vscode" / "settings.json").read_bytes())
    assert settings == {
        "editor.tabSize": 2, "yaml.schemas": {"./specs/spec.schema.json": "specs/*/spec.yaml"},
    }  # fmt: skip
    schema = json.loads((here / "specs" / "spec.schema.json").read_bytes())
    assert "clauses" in schema["$defs"]["Spec"]["properties"]
    assert harness("schema", "--install", cwd=here, apart=apart, expect=0).out == installed


def test_settings_with_comments_are_left_alone(here: Path, apart: Path) -> None:
    course(here)
    write(here, {".vscode/settings.json": "{} // mine\n"})
    installed = harness("schema", "--install", cwd=here, apart=apart, expect=0).out
    assert 'left as it is; write into it: "yaml.schemas": {"./specs/spec.schema.json"' in installed
    assert (here / ".vscode" / "settings.json").read_text() == "{} // mine\n"


def test_record_makes_a_case_of_what_the_reference_does(here: Path, apart: Path) -> None:
    harness("new", "hi", cwd=here, apart=apart, expect=0)
    printed = harness(
        "record", "hi", "--clause", "greeting", "--", "Ann: {x}", "-n", cwd=here, apart=apart, expect=0
    ).out
    assert printed == (
        "- name: ann-x-n\n"
        "  clause: greeting\n"
        '  args: ["Ann: {x}", "-n"]\n'
        "  # what reference/hi/python did; check it by the handout\n"
        '  stdout: ""\n'
        '  stderr: "Usage: python3 hi.py NAME\\n"\n'
        "  exit: 2\n"
    )
    harness(
        "record", "hi", "--append", "--name", "bo", "--clause", "greeting", "--", "Bo", cwd=here, apart=apart, expect=0
    )
    assert (here / "specs/hi/spec.yaml").read_text().endswith(
        '\n\n  - name: bo\n    clause: greeting\n    args: [Bo]\n    # what reference/hi/python did; check it by the '
        'handout\n    stdout: "Hello, Bo!\\n"\n'
    )  # fmt: skip
    assert "2 clauses, 4 cases" in harness("check", "hi", cwd=here, apart=apart, expect=0).out


def test_record_keeps_files_and_goldens(here: Path, apart: Path) -> None:
    harness("new", "counts", "--kind", "files", cwd=here, apart=apart, expect=0)
    write(here, {"in.txt": "a\nb\n"})
    words = ("record", "counts", "--file", "in.txt", "--produces", "out.txt", "--golden", "--clause", "counts")
    printed = harness(*words, "--", "in.txt", cwd=here, apart=apart, expect=0).out
    assert (
        'files:\n    in.txt: "a\\nb\\n"\n  # what reference/counts/python did; check it by the '
        'handout\n  stdout: {golden: true}\n  produces:\n    out.txt: "2 lines\\n"\n' in printed
    )


@pytest.mark.parametrize(
    ("words", "program", "expected"),
    [
        (["--clause", "greting"], "", 'there is no clause "greting"; did you mean "greeting"?'),
        (["--name", "no-name"], "", 'there is a case "no-name" already; give another name with --name'),
        (["--produces", "out.txt"], "print(1)", "the reference made no file out.txt"),
        (["--stdin", "none.txt"], "print(1)", "none.txt: No such file or directory"),
        ([], "import os; os.kill(os.getpid(), 11)", "it was ended by signal 11"),
        ([], "import sys; sys.stdout.buffer.write(bytes([255]))", "stdout is not UTF-8 text"),
        ([], "print('x' * 9000)", "stdout has 9001 bytes, too many for a spec; --golden keeps it in golden/"),
        ([], "def f(:", "see it with: grade "),
        ([], "input()", "it stops with an exception that nothing catches: EOFError"),
        (["--call", "f(1"], "", "--call 'f(1': write it as add(2, 3), $account.deposit(5) or account = new BankAcc"),
        (["--call", "f(@)"], "", 'a text cannot begin with "@"; put it in quotes: "@"'),
        (["--call", "f()"], "def g(): pass", "there is no function f in hi.py"),
        (["--call", "f()"], "import os\nf = lambda: os._exit(0)", " the program"),
        (["--call", "$a.f()"], "", 'has the variable "$a"'),
        (["--call", "f()", "--golden"], "", "--call and --answer go with neither --stdin, --produces nor --golden"),
        (["--call", "f()", "--", "x"], "", "--call goes with neither --answer, --file nor arguments"),
        (
            ["--answer", "1"],
            "input('A: '); input('B: ')",
            'the program waits for more; give another --answer (it shows "B: ")',
        ),
        (
            ["--answer", "1", "--answer", "2"],
            "input('A: ')",
            'the program does not wait for the answer "2"; it shows: "A: "',
        ),
    ],
)
def test_record_refuses_what_is_no_case(here: Path, apart: Path, words: list[str], program: str, expected: str) -> None:
    harness("new", "hi", cwd=here, apart=apart, expect=0)
    (here / "reference/hi/python/hi.py").write_text(program)
    if "(:" in program:
        spec = here / "specs/hi/spec.yaml"
        build = "build: [{commands: [[python3, -m, py_compile, hi.py]], run: [[python3, hi.py]]}]\n"
        spec.write_text(spec.read_text() + build)
    assert expected in harness("record", "hi", *words, cwd=here, apart=apart, expect=2).err


def test_record_of_functions_says_that_nothing_can_be_run(here: Path, apart: Path) -> None:
    harness("new", "hi", "--kind", "functions", "--language", "java", cwd=here, apart=apart, expect=0)
    assert "no main program to run; record calls" in harness("record", "hi", cwd=here, apart=apart, expect=2).err


RECORDED = """

class Account:
    def __init__(self, owner, balance=0.0):
        self.owner, self.balance = owner, balance

    def deposit(self, amount):
        if amount < 0:
            raise ValueError("negative")
        self.balance += amount
        return self.balance


def values():
    return [1, (2, 3), {"a": None}, {4}, b"x\\xff", float("nan"), "*", "yes", {1: 2}, "$a", "!b", 1e30]


def sort(numbers):
    numbers.sort()
    print("sorted")


if __name__ == "__main__":
    name = input("Name: ")
    print("Hello,", name)
    print("How old are you?")
    print("Born", 2000 - int(input()))
"""


def test_what_is_recorded_of_calls_and_dialogues_is_what_the_reference_passes(here: Path, apart: Path) -> None:
    begun = harness("new", "hi", "--kind", "functions", cwd=here, apart=apart, expect=0).out
    assert "harness record hi --call 'NAME(ARGUMENTS)' makes a case" in begun
    program = here / "reference/hi/python/hi.py"
    program.write_text(program.read_text() + RECORDED)
    for words in (
        ("--call", "a = new Account(Ann, 10.5)", "--call", "$a.deposit(5)", "--call", "$a.deposit(-1)"),
        ("--call", "values()"),
        ("--call", "sort([3, 1])"),
        ("--answer", "Ann", "--answer", "30"),
    ):
        harness("record", "hi", "--append", *words, cwd=here, apart=apart, expect=0)
    spec = (here / "specs/hi/spec.yaml").read_text()
    for step in (
        "- name: account-deposit-deposit\n",
        "- name: sort-3-1\n",
        "- {new: Account, args: [Ann, 10.5], keep: a}",
        "- {of: $a, function: deposit, args: [5], returns: 15.5}",
        "- {of: $a, function: deposit, args: [-1], raises: ValueError}",
        '- {function: sort, args: [[3, 1]], after: [[1, 3]], stdout: "sorted\\n"}',
        '- {expect: "Name: ", send: "Ann"}\n      - {expect: "How old are you?", send: "30"}',
    ):
        assert step in spec
    assert spec.count("# what reference/hi/python did; check it by the handout") == 4
    assert "100/100" in grade(here / "reference", cwd=here, apart=apart, expect=0).out
    program.write_text(program.read_text().replace('print("sorted")', "print(1)").replace("(2, 3)", "[2, 3]"))
    wrong = grade(here / "reference", "--details", cwd=here, apart=apart, expect=1).out
    assert "sorted" in wrong
    assert "values" in wrong


def test_cases_are_recorded_while_clauses_still_lack_theirs(here: Path, apart: Path) -> None:
    harness("new", "hi", cwd=here, apart=apart, expect=0)
    spec = here / "specs/hi/spec.yaml"
    spec.write_text(spec.read_text().replace("clauses:\n", "clauses:\n  more: {text: More., points: 5}\n"))
    assert "clauses.more: no case judges it" in harness("check", "hi", cwd=here, apart=apart, expect=2).err
    harness("record", "hi", "--append", "--clause", "more", "--", "Cy", cwd=here, apart=apart, expect=0)
    harness("check", "hi", cwd=here, apart=apart, expect=0)
    assert 'there is no assignment "ho"' in harness("record", "ho", "--", "Cy", cwd=here, apart=apart, expect=2).err
