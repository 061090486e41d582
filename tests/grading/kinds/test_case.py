"""One case of a built submission: input, attempts, output files, fresh copies, the command line that does it again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.grading.kinds.run import OF_RUNS
from harness.grading.running.case_kind import same_run
from harness.judge.messages.translator import sentence
from harness.model.finding import Place
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.spec.format.kinds import WRITTEN
from harness.spec.format.model import Case
from tests.support import case_of, course, graded, loaded, write

HEAD = """\
title: t
language: python
clauses:
  one: {text: t, points: 8}
cases:
"""


def run(
    tmp_path: Path, cases: str, program: str, *, head: str = HEAD, beside: dict[str, str | bytes] | None = None
) -> Grade:
    assignment = loaded(course(tmp_path / "course", head + cases, beside=beside))
    return graded(assignment, write(tmp_path / "submission", {"main.py": program}))


def test_input_arguments_and_files(tmp_path: Path) -> None:
    cases = """\
  - name: c
    clause: one
    args: [a b, "$HOME"]
    stdin: {file: input/in.bin}
    files: {sub/data.txt: "text", copy: {file: input/in.bin}}
    stdout: "a b|$HOME|text|True|256\\n"
"""
    program = (
        "import sys\ndata = sys.stdin.buffer.read()\n"
        "same = data == open('copy', 'rb').read()\n"
        "print(*sys.argv[1:], open('sub/data.txt').read(), same, len(data), sep='|')\n"
    )
    grade = run(tmp_path, cases, program, beside={"input/in.bin": bytes(range(256))})
    assert grade.verdict is Verdict.AC, case_of(grade, "c").findings


def test_every_run_has_a_fresh_copy_of_the_submission(tmp_path: Path) -> None:
    cases = '  - {name: "c-{n}", clause: one, for: {n: 1..4}, args: ["{n}"], stdout: "1\\n"}\n'
    program = (
        "import os\nopen('main.py', 'a').write('#')\nopen(f'mark', 'a').write('x')\nprint(len(open('mark').read()))\n"
    )
    assert run(tmp_path, cases, program).verdict is Verdict.AC


def test_home_and_the_folder_for_temporary_files_are_empty_and_gone_afterwards(tmp_path: Path) -> None:
    cases = '  - {name: "c-{n}", clause: one, for: {n: 1..2}, args: ["{n}"], stdout: "[]\\n"}\n'
    program = (
        "import os, tempfile\nhome = os.environ['HOME']\nprint(os.listdir(home))\n"
        f"open(home + '/x', 'w').close()\nopen({str(tmp_path / 'told')!r}, 'a').write(home + chr(10))\n"
    )
    assert run(tmp_path, cases, program).verdict is Verdict.AC
    homes = (tmp_path / "told").read_text(encoding="utf-8").split()
    assert len(set(homes)) == 2
    assert not any(Path(home).exists() for home in homes)


@pytest.mark.parametrize(
    ("more", "runs"),
    [
        ("", 1),
        ("args: [x]", 2),
        ("stdin: x", 2),
        ("files: {x: y}", 2),
        ("limits: {cpu: 3 s}", 2),
        ("clock: moving", 2),
        ("clock: still", 2),
        ('time: "2x reference, at least 2 s"', 2),
        ("cleans: true", 2),
    ],
)
def test_cases_of_one_run_share_it_and_no_others(tmp_path: Path, more: str, runs: int) -> None:
    shown = tmp_path / "told"
    cases = (
        '  - {name: first, clause: one, stdout: "x\\n"}\n  - {name: other, clause: one, args: [y], stdout: "x\\n"}\n'
        f"  - {{name: second, clause: one, stderr: word{', ' + more if more else ''}}}\n"
    )
    program = f"import sys\nopen({str(shown)!r}, 'a').write('1' if 'y' not in sys.argv else '')\nprint('x')\n"
    write(tmp_path / "course" / "reference" / "sum" / "own", {"main.py": "print('x')\n"})
    grade = run(tmp_path, cases, program)
    assert case_of(grade, "first").verdict is Verdict.AC
    assert case_of(grade, "second").verdict is Verdict.WA
    assert len(shown.read_text(encoding="utf-8")) == runs


def test_cases_that_count_calls_in_the_same_run_share_it(tmp_path: Path) -> None:
    shown = tmp_path / "told"
    cases = (
        "  - {name: enough, clause: one, trace: {f: 2..}}\n  - {name: no-more, clause: one, trace: {f: ..1}}\n"
        "  - {name: other, clause: one, args: [y], trace: {f: 2}}\n  - {name: untraced, clause: one, stdout: ''}\n"
    )
    program = f"import sys\nopen({str(shown)!r}, 'a').write(str(sys.argv[1:]))\ndef f(): pass\nf()\nf()\n"
    grade = run(tmp_path, cases, program)
    verdicts = [case_of(grade, name).verdict for name in ("enough", "no-more", "other", "untraced")]
    assert verdicts == [Verdict.AC, Verdict.WA, Verdict.AC, Verdict.AC]
    assert sorted(shown.read_text(encoding="utf-8").replace("][", "] [").split()) == ["['y']", "[]", "[]"]


def test_whatever_decides_a_run_keeps_cases_apart() -> None:
    plain = Case(clause="one")
    deciding = (OF_RUNS | {"before", "cleans"}) - WRITTEN - {"time"}
    keys = {same_run("run", replace(plain, **{key: ("another",)})) for key in deciding}
    assert len(keys - {same_run("run", plain)}) == len(deciding)


ATTEMPTS = """\
  - name: c
    clause: one
    files: {input.txt: "5\\n"}
    attempts: [{args: [input.txt]}, {stdin: "5\\n"}, {}]
    stdout: "25\\n"
    near_misses: {trailing-blanks: 0.5}
"""


@pytest.mark.parametrize(
    "program",
    [
        "import sys\nprint(int(open(sys.argv[1]).read()) ** 2)\n",
        "print(int(input()) ** 2)\n",
        "import sys\nif len(sys.argv) > 1: sys.exit('no!')\nprint(int(open('input.txt').read()) ** 2)\n",
    ],
    ids=["as-argument", "on-stdin", "by-its-name"],
)
def test_an_attempt_that_is_accepted_is_enough(tmp_path: Path, program: str) -> None:
    grade = run(tmp_path, ATTEMPTS, program)
    assert (grade.verdict, grade.score) == (Verdict.AC, 8)


@pytest.mark.parametrize("first", ["raise ValueError", "exit(print('25\\n26'))"])
def test_of_attempts_that_fail_the_nearest_to_right_is_reported(tmp_path: Path, first: str) -> None:
    program = f"import sys\nif len(sys.argv) > 1: {first}\nprint(int(input()) ** 2, '')\n"
    grade = run(tmp_path, ATTEMPTS, program)
    case = case_of(grade, "c")
    assert (case.verdict, case.score, case.findings[0].near_misses) == (Verdict.WA, 4, ("trailing-blanks",))


def test_of_attempts_that_fail_plainly_a_wrong_answer_is_reported_before_a_crash(tmp_path: Path) -> None:
    program = "import sys\nif len(sys.argv) > 1: raise ValueError\nprint(int(input()) + 2)\n"
    assert case_of(run(tmp_path, ATTEMPTS, program), "c").verdict is Verdict.WA


@pytest.mark.parametrize(
    ("does", "limits", "runs"),
    [
        ("time.sleep(60)", "{cpu: 2 s, wall: 2.5 s}", 2),
        ("while True: pass", "{cpu: 0.5 s, wall: 60 s}", 5),  # to start Python takes less than a tenth of it
    ],
)
def test_a_program_that_waits_is_not_tried_with_other_input(tmp_path: Path, does: str, limits: str, runs: int) -> None:
    shown = tmp_path / "shown"
    program = f"import time\nopen({str(shown)!r}, 'a').write('1')\n{does}\n"
    spec = ATTEMPTS + f"    limits: {limits}\n"
    # Each verdict is confirmed, so that all is tried once more; a loop is then looked for in one more run.
    assert case_of(run(tmp_path, spec, program), "c").verdict is Verdict.TLE
    assert len(shown.read_text(encoding="utf-8")) == runs


def test_a_program_without_end_is_not_tried_in_a_third_way_where_its_output_is_judged(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    program = f"open({str(shown)!r}, 'a').write('1')\nwhile True: pass\n"
    spec = ATTEMPTS + "    ending: any\n    limits: {cpu: 0.5 s, wall: 60 s}\n"
    case = case_of(run(tmp_path, spec, program), "c")
    assert case.verdict is not Verdict.AC
    assert len(shown.read_text(encoding="utf-8")) == 2  # of three


def test_a_traced_run_that_waits_is_ended_before_its_tenfold_time(tmp_path: Path) -> None:
    cases = "  - {name: c, clause: one, trace: {f: 1}, limits: {wall: 6 s}}\n"
    seconds = tmp_path / "seconds"
    wait = f"    for _ in range(600):\n        time.sleep(1)\n        open({str(seconds)!r}, 'a').write('1')\n"
    case = case_of(run(tmp_path, cases, f"import time\ndef f():\n{wait}f()\n"), "c")
    assert case.verdict is Verdict.TLE
    assert 1 <= len(seconds.read_text(encoding="utf-8")) < 40


OUTPUT = """\
  - name: c
    clause: one
    args: [in.txt, out.txt]
    output_files: [out.txt, output]
    stdout: "5\\n"
"""


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("print(5)\n", Verdict.AC),
        ("open('out.txt', 'w').write('5\\n')\nprint('done!')\n", Verdict.AC),
        ("open('output', 'w').write('5\\n')\n", Verdict.AC),
        ("open('out.txt', 'w').close()\nprint(5)\n", Verdict.AC),
        ("open('out.txt', 'w').write('6\\n')\nprint(5)\n", Verdict.WA),
        ("open('elsewhere', 'w').write('5\\n')\n", Verdict.WA),
        ("import os\nos.mkdir('out.txt')\nprint(5)\n", Verdict.AC),
        ("import os\nos.mkdir('out.txt')\n", Verdict.WA),
        ("import os\nos.mkfifo('out.txt')\nprint(6)\n", Verdict.WA),
        ("import os\nopen('../x', 'w').write('5\\n')\nos.symlink('../x', 'out.txt')\n", Verdict.WA),
    ],
)
def test_the_output_may_be_in_a_file(tmp_path: Path, program: str, verdict: Verdict) -> None:
    assert run(tmp_path, OUTPUT, program).verdict is verdict


def test_a_file_that_must_be_made(tmp_path: Path) -> None:
    cases = '  - {name: c, clause: one, produces: {sub/out.txt: "5\\n"}, stdout: ""}\n'
    program = "import os\nos.mkdir('sub')\nopen('sub/out.txt', 'w').write('5\\n')\n"
    assert run(tmp_path / "right", cases, program).verdict is Verdict.AC
    grade = run(tmp_path / "wrong", cases, "pass\n")
    assert sentence(case_of(grade, "c").findings[0]) == "the program made no file sub/out.txt"


def test_a_handed_in_file_is_not_taken_for_this_runs_when_the_spec_ignores_it(tmp_path: Path) -> None:
    spec = HEAD.replace("clauses:", "files: {ignored: [out.txt]}\nclauses:") + OUTPUT
    folder = write(tmp_path / "submission", {"main.py": "pass\n", "out.txt": "5\n"})
    assert graded(loaded(course(tmp_path / "course", spec)), folder).verdict is Verdict.WA


TALK = """\
  - name: c
    clause: one
    dialogue: [{expect: "Number? ", send: "4"}, {pattern: "Again.*", send: n}]
    stdout: {check: regex, pattern: "(?s).*16.*"}
"""


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("print(int(input('Number? ')) ** 2)\ninput('Again? ')\n", Verdict.AC),
        ("print(int(input('Nmber? ')) ** 2)\ninput('Again? ')\n", Verdict.WA),
        ("print('Number:')\n", Verdict.WA),
        ("print(int(input('Number? ')) * 2)\ninput('Again? ')\n", Verdict.WA),
        ("input('Number? ')\nraise SystemExit(int('x'))\n", Verdict.WA),
        ("input('Number? ')\nprint('Again', flush=True)\nimport os\nos.abort()\n", Verdict.RTE),
    ],
    ids=["right", "waits", "ends", "wrong", "crashes", "aborts"],
)
def test_a_dialogue(tmp_path: Path, program: str, verdict: Verdict) -> None:
    grade = run(tmp_path, TALK, program)
    assert case_of(grade, "c").verdict is verdict, case_of(grade, "c").findings


def test_a_small_program_fits_a_small_memory_limit(tmp_path: Path) -> None:
    cases = '  - {name: c, clause: one, stdout: "x\\n", limits: {memory: 24 MiB}}\n'
    assert run(tmp_path, cases, "print('x')\n").verdict is Verdict.AC


def test_the_command_line_does_the_same_again(tmp_path: Path) -> None:
    cases = """\
  - name: c
    clause: one
    args: ["it's", "50%", "a\\\\b"]
    stdin: "50% of 'x'\\n\\tand \\\\n\\n"
    files: {data.txt: "d\\n"}
    stdout: "never\\n"
"""
    program = "import sys\nsys.stdout.write(repr((sys.argv[1:], sys.stdin.read(), open('data.txt').read())))\n"
    grade = run(tmp_path, cases, program)
    line = case_of(grade, "c").reproduce
    folder = write(tmp_path / "by-hand", {"main.py": program})
    again = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, check=True).stdout
    assert case_of(grade, "c").findings[0].actual == again
    assert again.decode() == repr((["it's", "50%", "a\\b"], "50% of 'x'\n\tand \\n\n", "d\n"))


def test_what_a_case_measures_is_reported(tmp_path: Path) -> None:
    cases = '  - {name: c, clause: one, stdout: "x\\n", limits: {cpu: 3 s}}\n'
    grade = run(tmp_path, cases, "import time\nwhile time.process_time() < 0.2: pass\nprint('x')\n")
    timing = case_of(grade, "c").timing
    assert timing.cpu_s is not None
    assert timing.wall_s is not None
    assert 0.2 <= timing.cpu_s <= 3
    assert timing.wall_s > 0.1
    assert (timing.cpu_limit_s, timing.reference_s, timing.first_cpu_s) == (3.0, None, None)
    assert timing.memory


CHECKS = """\
from harness.model.finding import Finding
def judge(run, expected, *, word):
    if run.stdout == b"raise\\n":
        raise ValueError("no idea")
    if run.stdout != word.encode() + run.args[0].encode() + run.stdin + str(run.params["n"]).encode() + b"\\n":
        yield Finding("not the word", where="line 1")
def upper(output):
    return output.upper()
"""
CHECKED = """\
  - name: c-{n}
    clause: one
    for: {n: [7]}
    args: [a]
    stdin: s
    stdout: {check: python, function: judge, options: {word: w}}
    stderr: {text: "ABC", normalise: upper}
"""


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("import sys\nprint('was7')\nsys.stderr.write('aBc')\n", Verdict.AC),
        ("import sys\nprint('was8')\nsys.stderr.write('aBc')\n", Verdict.WA),
        ("import sys\nprint('was7')\nsys.stderr.write('aBcd')\n", Verdict.WA),
        ("print('raise')\n", Verdict.NR),
    ],
)
def test_functions_of_checks_py(tmp_path: Path, program: str, verdict: Verdict) -> None:
    grade = run(tmp_path, CHECKED, program, beside={"checks.py": CHECKS})
    case = case_of(grade, "c-7")
    assert case.verdict is verdict
    if verdict is Verdict.NR:
        assert "a check of the course failed on it: ValueError: no idea" in sentence(case.findings[0])
        assert (case.score, case.max_score, grade.complete) == (0, 0, False)


def test_a_function_of_checks_py_that_fails_on_what_is_right_too_is_our_fault(tmp_path: Path) -> None:
    checks = (
        "def judge(run, expected, **options):\n    raise ValueError('no idea')\ndef upper(output):\n    return output\n"
    )
    case = case_of(run(tmp_path, CHECKED, "print('was7')\n", beside={"checks.py": checks}), "c-7")
    assert case.verdict is Verdict.JE
    assert "a function of checks.py failed: ValueError: no idea" in sentence(case.findings[0])


def test_only_the_chosen_cases_are_run(tmp_path: Path) -> None:
    cases = '  - {name: "c-{n}", clause: one, for: {n: 1..12}, args: ["{n}"], stdout: "{n}\\n"}\n'
    assignment = loaded(course(tmp_path / "course", HEAD + cases))
    folder = write(tmp_path / "submission", {"main.py": "import sys\nprint(sys.argv[1])\n"})
    assert [case.name for case in graded(assignment, folder, only=("c-1*", "sum/c-7")).cases] == [
        "c-1",
        "c-7",
        "c-10",
        "c-11",
        "c-12",
    ]


@pytest.mark.parametrize(
    ("last", "verdict", "shown"), [("end", Verdict.AC, []), ("edn", Verdict.WA, ["line 1000001 differs"])]
)
def test_an_output_too_large_to_hold_is_judged(tmp_path: Path, last: str, verdict: Verdict, shown: list[str]) -> None:
    golden = "".join(f"line {number:06}\n" for number in range(1_000_000)) + "end\n"
    cases = "  - {name: c, clause: one, stdout: {check: text, golden: true}, limits: {output: 32 MiB}}\n"
    program = f"for number in range(1_000_000): print(f'line {{number:06}}')\nprint('{last}')\n"
    row = case_of(run(tmp_path, cases, program, beside={"golden/c.stdout": golden}), "c")
    assert (row.verdict, [sentence(entry) for entry in row.findings]) == (verdict, shown)


def test_what_a_file_of_the_course_wrote_is_reported_without_that_file(tmp_path: Path) -> None:
    spec = """\
title: t
language: python
clauses:
  one: {text: t, points: 1}
cases:
  - name: watched
    clause: one
    run: [python3, watch.py]
    files: {watch.py: "open('calls.txt', 'w').write('x')"}
    produces: {calls.txt: {check: python, function: look}}
  - name: own
    clause: one
    run: [python3, main.py]
    produces: {calls.txt: {check: python, function: look}}
"""
    checks = "from harness.model.finding import Finding\ndef look(run, text):\n    yield Finding('no call', 'line 1')\n"
    assignment = loaded(course(tmp_path / "course", spec, beside={"checks.py": checks}))
    grade = graded(assignment, write(tmp_path / "work", {"main.py": "open('calls.txt', 'w').write('x')\n"}))
    places = [case_of(grade, name).findings[0].where for name in ("watched", "own")]
    assert places == [Place(line=1), Place(path="calls.txt", line=1)]


def test_a_usage_message_in_place_of_an_answer_is_shown(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course"))
    program = "import sys\nsys.exit('Usage: main.py NUMBERS')\n"
    finding = case_of(graded(assignment, write(tmp_path / "work", {"main.py": program})), "two").findings[0]
    assert (finding.kind, finding.where, finding.actual) == (
        "usage-instead",
        Place(stream="stderr"),
        b"Usage: main.py NUMBERS\n",
    )
