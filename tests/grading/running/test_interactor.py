"""Students' programs that talk with the course's own: right, wrong and hostile ones, and interactors that fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.judge.messages.translator import sentence
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.spec.loading.load import load
from tests.support import course, graded, loaded, write

SPEC = """\
title: Guesses
language: python
limits: {cpu: 0.5 s, wall: 30 s}
clauses:
  finds: {text: The number is found., points: 10}
cases:
  - name: game
    clause: finds
    stdin: "37"
    stdout: "the answer"
    interactor: judge.py
"""
JUDGE = """\
import sys
from pathlib import Path
secret = int(Path(sys.argv[1]).read_text())
assert Path(sys.argv[2]).read_text() == "the answer"
feedback = Path(sys.argv[3])
for number in range(20):
    guess = int(input())
    if guess == secret:
        print("right", flush=True)
        sys.exit(42)
    print("higher" if guess < secret else "lower", flush=True)
(feedback / "teammessage.txt").write_text("20 guesses are too many")
sys.exit(43)
"""
RIGHT = """\
low, high = 1, 100
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    reply = input()
    if reply == "right":
        break
    low, high = (middle + 1, high) if reply == "higher" else (low, middle - 1)
"""
ENDS_LATE = """\
import os, sys
print(50, flush=True)
input()
os.close(1)
sys.stdin.read()  # ends when the interactor has failed at the end of its input
raise ValueError("no")
"""
ACCEPTS = "import sys\nsys.stdin.read()\nsys.exit(42)\n"


def game(root: Path, program: str, judge: str = JUDGE, spec: str = SPEC) -> CaseGrade:
    assignment = loaded(course(root, spec, beside={"judge.py": judge}))
    return graded(assignment, write(root / "ann", {"guess.py": program})).cases[0]


def test_a_right_program(tmp_path: Path) -> None:
    row = game(tmp_path, RIGHT)
    assert (row.verdict, row.score, row.findings) == (Verdict.AC, 10, ())


def test_a_wrong_program_is_reported_in_the_interactor_s_words_with_the_conversation(tmp_path: Path) -> None:
    row = game(tmp_path, "while True:\n    print(1, flush=True)\n    input()\n")
    assert (row.verdict, row.score) == (Verdict.WA, 0)
    assert row.findings[0].message == "20 guesses are too many"
    assert row.findings[0].actual is not None
    assert row.findings[0].actual.startswith(b"> 1\n< higher\n" * 20)
    assert row.reproduce == "yes higher | head -n 20 | python3 guess.py"  # and not the secret number


@pytest.mark.parametrize(
    ("program", "last"),
    [
        ("import sys\nprint(50)\nsys.stdin.readline()\n", "nothing came, or it was not flushed"),
        ("input(50)\n", '"50" came last; it waits for another text, or for a newline'),
        (
            "print(50, flush=True)\ninput()\ninput()\n",
            '"50" came last; it waits for another text, or for more that was not flushed',
        ),
    ],
)
def test_two_that_wait_for_each_other_are_ended_at_once(tmp_path: Path, program: str, last: str) -> None:
    row = game(tmp_path, program, spec=SPEC.replace("wall: 30 s", "wall: 10 min"))
    waits = "the program waits for input while the other side waits for its output"
    assert [sentence(finding) for finding in row.findings] == [f"{waits}: {last}"]
    assert (row.verdict, row.findings[0].kind) == (Verdict.WA, "conversation-stuck")
    assert row.timing.wall_s is not None
    assert row.timing.wall_s < 300


CLIENT = """\
import sys
from pathlib import Path
(Path(sys.argv[3]) / "teammessage.txt").write_text('expected the prompt "bank> "')
came = ""
while not came.endswith("bank> "):
    came += sys.stdin.read(1) or sys.exit(43)
print("quit", flush=True)
sys.exit(42)
"""


@pytest.mark.parametrize(("prompt", "verdict"), [("bank> ", Verdict.AC), ("Bank> ", Verdict.WA)])
def test_what_the_interactor_waits_for_is_reported_in_its_words(tmp_path: Path, prompt: str, verdict: Verdict) -> None:
    row = game(tmp_path, f"input({prompt!r})\n", CLIENT)
    assert row.verdict is verdict
    printed = [(finding.message, finding.actual) for finding in row.findings]
    assert printed == ([] if verdict is Verdict.AC else [('expected the prompt "bank> "', b"> Bank> \n")])


def test_an_interactor_is_found_from_a_relative_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course(tmp_path, SPEC, beside={"judge.py": JUDGE})
    monkeypatch.chdir(tmp_path)
    assignment = load(Path("specs"), "sum")
    assert graded(assignment, write(tmp_path / "ann", {"guess.py": RIGHT})).cases[0].verdict is Verdict.AC


@pytest.mark.parametrize(
    ("program", "verdict", "kind"),
    [
        ("print(50, flush=True)\ninput()\nraise ValueError('no')\n", Verdict.RTE, "uncaught-exception"),
        ("import os\nprint(50, flush=True)\ninput()\nos.abort()\n", Verdict.RTE, "killed-by-signal"),
        (ENDS_LATE, Verdict.RTE, "uncaught-exception"),
        ("while True: pass\n", Verdict.TLE, "timed-out"),
        ("while True: print('x' * 10000)\n", Verdict.OLE, "too-much-output"),
    ],
)
def test_a_program_that_fails_by_itself(tmp_path: Path, program: str, verdict: Verdict, kind: str) -> None:
    spec = SPEC.replace("wall: 30 s", "wall: 30 s, output: 100 KB")
    row = game(tmp_path, program, ACCEPTS if verdict is Verdict.OLE else JUDGE, spec)
    assert (row.verdict, row.findings[0].kind) == (verdict, kind)


def test_a_program_that_goes_on_after_it_was_accepted(tmp_path: Path) -> None:
    row = game(tmp_path, RIGHT + "import sys\nsys.exit(3)\n", spec=SPEC + "    exit: 0\n")
    assert (row.verdict, row.findings[0].kind) == (Verdict.WA, "wrong-exit-status")
    assert game(tmp_path, RIGHT + "while True: pass\n").verdict is Verdict.TLE


def test_output_that_the_interactor_cannot_bear_is_for_a_person(tmp_path: Path) -> None:
    row = game(tmp_path, "print('fifty', flush=True)\ninput()\n")
    assert (row.verdict, row.findings[0].kind) == (Verdict.NR, "interactor-failed")
    assert "invalid literal for int()" in str(row.findings[0].params["text"])


def test_an_interactor_that_fails_by_itself_is_a_judge_error(tmp_path: Path) -> None:
    assert game(tmp_path, "import time\ninput()\n", "import sys\nsys.exit(7)\n").verdict is Verdict.JE
    assert game(tmp_path, "input()\n", "raise ValueError\n").verdict is Verdict.JE


def test_a_program_that_ends_too_early(tmp_path: Path) -> None:
    row = game(tmp_path, "print(1)\n")
    assert (row.verdict, row.findings[0].kind) == (Verdict.WA, "conversation-ended-early")
    row = game(tmp_path, "print(1)\n", JUDGE.replace("guess = int(input())", "guess = int(sys.stdin.readline())"))
    assert (row.verdict, row.findings[0].kind) == (Verdict.NR, "interactor-failed")


def test_an_interactor_in_python_need_not_flush(tmp_path: Path) -> None:
    assert game(tmp_path, RIGHT, JUDGE.replace(", flush=True", "")).verdict is Verdict.AC


def test_a_part_of_the_points(tmp_path: Path) -> None:
    judge = "import sys\nfrom pathlib import Path\nPath(sys.argv[3], 'score.txt').write_text('0.25')\nsys.exit(42)\n"
    row = game(tmp_path, "print(1)\n", judge)
    assert (row.verdict, row.score) == (Verdict.WA, 2.5)
    assert (row.findings[0].kind, row.findings[0].params) == ("points-partial", {"percent": 25})
    assert game(tmp_path, "print(1)\n", judge.replace("0.25", "nan")).verdict is Verdict.AC
    assert game(tmp_path, "print(1)\n", judge.replace("0.25", "7")).score == 10


def test_much_is_said_by_both_and_no_pipe_is_filled_up(tmp_path: Path) -> None:
    judge = (
        "import sys\ncount = 0\nfor line in sys.stdin:\n    count += 1\n    print('y' * 1000, flush=True)\n"
        "sys.exit(42 if count == 2000 else 43)\n"
    )
    program = "import os, sys\nfor n in range(2000): print('x' * 1000, flush=True)\nos.close(1)\n"
    row = game(tmp_path, program + "assert len(sys.stdin.read()) == 2000 * 1001\nos._exit(0)\n", judge)
    assert (row.verdict, row.findings) == (Verdict.AC, ())


def test_in_a_sandbox_it_works_too_and_the_program_sees_nothing_of_the_interactor(tmp_path: Path) -> None:
    isolation = isolate().isolation
    if not isolation.level.confines_writes:
        pytest.skip("this machine has no sandbox")
    spy = (
        "import glob\nfor path in glob.glob('/proc/*/cmdline'):\n"
        "    if b'judge.py' in open(path, 'rb').read(): print(37, flush=True)\n"
    )
    assignment = loaded(course(tmp_path, SPEC, beside={"judge.py": JUDGE}))
    for program, verdict in ((RIGHT, Verdict.AC), (spy, Verdict.WA)):
        row = graded(assignment, write(tmp_path / "ann", {"guess.py": program}), isolation=isolation).cases[0]
        assert row.verdict is verdict


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("judge.py", "jugde.py"), "interactor: there is no file"),
        (("judge.py", "spec.yaml"), "is not executable"),
        (
            ("stdin:", "dialogue: [{expect: a}]\n    stdin:"),
            '"interactor" does not go with "dialogue": a case does one thing',
        ),
        (('stdout: "the answer"', "stdout: {check: lines, text: x}"), "this is the answer that it gets"),
    ],
)
def test_what_does_not_go_together(tmp_path: Path, change: tuple[str, str], expected: str) -> None:
    with pytest.raises(SpecError, match=expected):
        loaded(course(tmp_path, SPEC.replace(*change), beside={"judge.py": JUDGE}))


SUMS = """\
import os, sys
print("3\\n4", flush=True)
os.close(1)
sys.exit(42 if sys.stdin.readline().split() == ["7"] and not sys.stdin.read() else 43)
"""


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("import sys\nprint(sum(map(int, sys.stdin)))\n", Verdict.AC),
        ("import sys\nprint(sum(map(int, sys.stdin)) + 1)\n", Verdict.WA),
        ("import sys\nprint(sum(map(int, sys.stdin)), flush=True)\nwhile True: pass\n", Verdict.TLE),
    ],
)
def test_an_interactor_that_closes_its_output_ends_the_programs_input(
    tmp_path: Path, program: str, verdict: Verdict
) -> None:
    assert game(tmp_path, program, SUMS).verdict is verdict


def test_a_wrong_answer_and_a_wrong_exit_status_are_two_faults(tmp_path: Path) -> None:
    spec = SPEC + "    exit: 0\n"
    row = game(tmp_path, "raise SystemExit(5)", "import sys\nsys.stdin.read()\nsys.exit(43)\n", spec)
    assert row.verdict is Verdict.WA
    assert [finding.kind for finding in row.findings][1:] == ["wrong-exit-status"]
