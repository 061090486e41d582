"""What a pasted session says: commands, outputs, input, files, exit statuses; and what cannot be taken over."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.transcript import Session, assignment_of, read_session
from harness.model.errors import UsageError
from tests.support import graded, loaded, write

SESSION = """\
Last login: Mon Oct  7 09:12:44
ann@host:~/sum$ gcc -o sum sum.c
$ python3 sum.py 2 3
The sum is 5
$ python3 sum.py
usage: sum.py NUMBER...
$ echo $?
2
$ cat in.txt
1 2
3

$ python3 sum.py < in.txt
100% done
The sum is 6
$ python3 sum.py -o out.txt "1 1"; echo $?
0
$ cat out.txt
1
"""


def case_facts(session: Session) -> list[tuple[object, ...]]:
    return [(case.args, case.stdin, case.stdout, case.exit, case.produces) for case in session.cases]


def test_a_session_is_read() -> None:
    session = read_session(SESSION)
    assert case_facts(session) == [
        (["2", "3"], None, "The sum is 5\n", None, {}),
        ([], None, "usage: sum.py NUMBER...\n", 2, {}),
        ([], "1 2\n3\n", "100% done\nThe sum is 6\n", None, {}),
        (["-o", "out.txt", "1 1"], None, "", 0, {"out.txt": "1\n"}),
    ]
    assert session.remarks == ["2: left out: the language's usual way builds the program: gcc -o sum sum.c"]


@pytest.mark.parametrize(
    ("command", "args", "stdin"),
    [
        ("./sum 2", ["2"], None),
        ("java Sum 2", ["2"], None),
        ("java -cp . Sum 2", ["2"], None),
        ("echo 1 2 | ./sum", [], "1 2\n"),
        ("echo -n 1 | ./sum", [], "1"),
        ("printf '1\\n2\\n' | ./sum -", ["-"], "1\n2\n"),
        ("./sum <<< '1 2'", [], "1 2\n"),
        ("./sum 'a b' \"c\" 2>&1", ["a b", "c"], None),
    ],
)
def test_a_command_is_read(command: str, args: list[str], stdin: str | None) -> None:
    session = read_session(f"$ {command}\nout\n")
    assert [(case.args, case.stdin, case.stdout) for case in session.cases] == [(args, stdin, "out\n")]


@pytest.mark.parametrize(
    "command",
    [
        "./sum | head",
        "./sum > out.txt",
        "./sum < none.txt",
        "ls | ./sum",
        "./a && ./b",
        "./sum 'a",
        "./sum <",
        "./sum $HOME",
        "$(rm -rf /)",
        "./sum *.txt",
        "./sum `date`",
    ],
)
def test_what_cannot_be_taken_over_is_said(command: str) -> None:
    session = read_session(f"$ {command}\n$ ./sum 1\n1\n")
    assert [case.args for case in session.cases] == [["1"]]
    assert len(session.remarks) == 1
    assert session.remarks[0].startswith("1: left out, as it cannot be read: ")


def test_a_file_that_is_shown_and_read_later_is_input() -> None:
    session = read_session("$ ./sum 1\n1\n$ cat in.txt\n7\n$ ./sum in.txt\n7\n")
    assert [(case.files, case.produces) for case in session.cases] == [({}, {}), ({"in.txt": "7\n"}, {})]


def test_the_assignment_judges_by_the_session(tmp_path: Path) -> None:
    text = "$ python3 sum.py 2 3\n5\n$ echo 4 | python3 sum.py\n4\n$ python3 sum.py 2 'a: {b} # c'\nno\n$ echo $?\n1\n"
    files, remarks = assignment_of("sum", write(tmp_path, {"t.txt": text}) / "t.txt", "")
    assert remarks == ["line 5: a session shows stdout and stderr together, so stdout has both here; divide it"]
    assert set(files) == {"specs/sum/spec.yaml", "reference/sum/python/sum.py"}
    write(tmp_path, files)
    assignment = loaded(tmp_path)
    assert assignment.spec.language == "python"
    assert [planned.case.args for planned in assignment.cases] == [("2", "3"), (), ("2", "a: {b} # c")]
    program = (
        "import sys\ntry: print(sum(map(int, sys.argv[1:] or input().split())))\n"
        "except ValueError: print('no'); sys.exit(1)\n"
    )
    right = graded(assignment, write(tmp_path / "ann", {"sum.py": program}))
    assert (right.score, right.max_score) == (100, 100)
    wrong = graded(assignment, write(tmp_path / "bob", {"sum.py": "print(5)\n"}))
    assert 0 < wrong.score < 100


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("nothing\n", "no command that runs a program"),
        ("", "no command"),
        (b"\xff", "not UTF-8"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_session(tmp_path: Path, content: str | bytes | None, expected: str) -> None:
    if content is not None:
        write(tmp_path, {"t.txt": content})
    with pytest.raises(UsageError, match=expected):
        assignment_of("sum", tmp_path / "t.txt", "")
