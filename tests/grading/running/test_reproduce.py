"""What is printed for students to paste, run in a clean copy of the hand-in, does what the grader saw."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.calling.trace import untraced
from harness.grading.running.observe_case import ObservedCase, observe_case
from harness.grading.running.reproduce import Reproduction, Write, earlier_lines
from harness.grading.schedule.tasks import Worker
from harness.model.output import read_whole
from harness.model.shell import here_document, print_command, quote
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case, EarlierRun
from tests.support import course, environment, loaded, write

HEAD = """\
title: t
language: python
clauses:
  one: {text: t, points: 8}
cases:
  - name: c
    clause: one
    exit: 0
"""
SHOW = "import sys\nprint(sys.argv[1:], sys.stdin.buffer.read())\nsys.stderr.write('told\\n')\nsys.exit(3)\n"
SHELLS = ("dash", "bash")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "content",
    [b"4\n", b"4", b"", b"-n\n", b"-1", b"a\\nb\n", b"50%s\n", b"it's\n", b'"$HOME" `x` !\n', bytes(range(256)),
     "Grüße\u200b\n".encode(), b"8\n" * 600, b"END\nEND_\n", b"\t\r\n", b"\0012", b" x \n"],
)  # fmt: skip
def test_bytes_survive_the_shell(content: bytes, shell: str, tmp_path: Path) -> None:
    line = print_command(content)
    assert line.isprintable()
    assert subprocess.run([shell, "-c", line], capture_output=True, check=True).stdout == content
    command, document = here_document(content)
    script = write(tmp_path, {"script": f"{command}\n{document}"}) / "script"
    assert subprocess.run([shell, str(script)], capture_output=True, check=True).stdout == content


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("word", ["", "a b", "it's", "$HOME", "a\nb", "a\n", "-n", "%s\\", "\t'\"", "é", "*"])
def test_words_survive_the_shell(word: str, shell: str) -> None:
    line = f"printf '[%s]' {quote(word)}"
    assert subprocess.run([shell, "-c", line], capture_output=True, check=True).stdout == f"[{word}]".encode()


@pytest.mark.parametrize(("content", "line"), [(b"PK\3\4", "java -jar Queens 4"), (b"#!/bin/sh\n", "./Queens 4")])
def test_no_jar_is_started_by_its_bare_name(tmp_path: Path, content: bytes, line: str) -> None:
    assignment = loaded(course(tmp_path / "course", HEAD))
    case = replace(assignment.cases[0].case, args=("4",))
    ways = (("./Queens",), ("java", "-jar", "Queens"))
    built = Built(Intake(), write(tmp_path / "work", {"Queens": content}), run=ways)
    assert untraced(assignment, case, built) == line


def test_a_common_line_is_easy_to_read() -> None:
    lines = [print_command(content) for content in (b"4\n", b"4 5\n", b"4\n5\n", b"8\n" * 600)]
    assert lines == ["echo 4", "echo '4 5'", r"printf '4\n5\n'", "yes 8 | head -n 600"]


def test_an_input_that_is_too_long_for_a_line_is_not_written_as_one() -> None:
    assert Reproduction((), "./a", b"1\n" * 100_000).line() == "yes 1 | head -n 100000 | ./a"
    assert Reproduction((), "./a", b"1\n" * 100_000 + b"2\n").line() == ""
    assert Reproduction((Write("x", bytes(1 << 20)),), "./a").line() == ""


def _observed(assignment: Assignment, folder: Path, scratch: Path) -> ObservedCase:
    workspace = Worker({assignment.id: assignment}, Unconfined(), scratch).workspace("ann")
    return observe_case(assignment, assignment.cases[0], build(assignment, folder, workspace), workspace)


def _by_hand(tmp_path: Path, case: str, files: dict[str, str | bytes]) -> str:
    """Observe the case, then paste its line into a clean copy; the two must give the same. The line is returned."""
    assignment = loaded(course(tmp_path / "course", HEAD + case, beside={"in.bin": bytes(range(256))}))
    folder = write(tmp_path / "submission", files)
    observed = _observed(assignment, folder, tmp_path / "scratch")
    observation = observed.observation
    again = subprocess.run(
        ["sh", "-c", observed.reproduce], cwd=folder, capture_output=True, check=False, env=environment(tmp_path)
    )
    expected = read_whole(observation.stdout) + b"".join(observation.files.values())
    assert (again.stdout, again.stderr, again.returncode) == (expected, observation.stderr, observation.exit)
    assert str(tmp_path) not in observed.reproduce
    return observed.reproduce


@pytest.mark.parametrize(
    ("case", "line"),
    [
        ("    args: ['4']\n", "python3 main.py 4 </dev/null"),
        ('    args: ["it\'s", "", "$HOME"]\n', "python3 main.py \"it's\" '' '$HOME' </dev/null"),
        ('    stdin: "4\\n"\n', "echo 4 | python3 main.py"),
        ("    stdin: 4 5\n", "printf '4 5' | python3 main.py"),
        ("    stdin: {file: in.bin}\n", None),
        (
            '    stdin: "4\\n"\n    files: {sub/in.txt: "4\\n"}\n',
            "mkdir -p sub && echo 4 > sub/in.txt && python3 main.py < sub/in.txt",
        ),
        ("    files: {'an input.txt': x}\n", "printf 'x' > 'an input.txt' && python3 main.py </dev/null"),
    ],
)  # fmt: skip
def test_the_line_does_the_same(case: str, line: str | None, tmp_path: Path) -> None:
    pasted = _by_hand(tmp_path, case, {"main.py": SHOW})
    assert line is None or pasted == line


def test_nothing_needless_is_in_the_line(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"main.py": "print(open('in/x').read())\n", "in/x": "x"}
    assert _by_hand(tmp_path, "    files: {in/x: x}\n", files) == "python3 main.py"


def test_a_file_that_the_program_wrote_is_shown(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"main.py": "open('out.txt', 'w').write('4')\n"}
    assert _by_hand(tmp_path, "    produces: {out.txt: '5'}\n", files) == "python3 main.py && cat out.txt"


def test_what_is_typed_in_a_dialogue_is_piped(tmp_path: Path) -> None:
    case = "    dialogue: [{expect: 'N? ', send: '4'}, {expect: 'M? ', send: '5'}]\n"
    program = "a, b = int(input('N? ')), int(input('M? '))\nprint(a * b)\n"
    assignment = loaded(course(tmp_path / "course", HEAD + case))
    folder = write(tmp_path / "submission", {"main.py": program})
    line = _observed(assignment, folder, tmp_path / "scratch").reproduce
    assert line == r"printf '4\n5\n' | python3 main.py"


def test_an_input_too_long_to_paste_comes_as_a_script(tmp_path: Path) -> None:
    case = "    stdin: '" + "long " * 1000 + "'\n"
    assignment = loaded(course(tmp_path / "course", HEAD + case))
    folder = write(tmp_path / "submission", {"main.py": SHOW})
    line = _observed(assignment, folder, tmp_path / "scratch").reproduce
    assert line == "harness reproduce sum c > case.sh && sh case.sh"


def test_single_quotes_stay_readable_where_that_is_safe() -> None:
    assert quote("echo 'a' && b") == '''"echo 'a' && b"'''
    for word in ("it's $HOME", "it's `x`", "it's \"", "it's \\", "it's!"):
        assert shlex.split(quote(word)) == [word]
        assert not quote(word).startswith('"')


def test_earlier_runs_are_started_as_the_case_is(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path))
    case = Case(clause="sum", args=("list",), before=(EarlierRun(args=("add", "a")), EarlierRun(run=("sh", "x"))))
    assert earlier_lines(assignment, case, ("./todo", "list")) == ["./todo add a", "sh x"]
    # a command with a mark takes no arguments after it
    assert earlier_lines(assignment, case, ("./todo", "in.txt")) == ["./todo in.txt add a", "sh x"]
