"""A program that does not end is run once more, to say where it is; whatever it does, its verdict stays."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from harness.grading.building.build import build
from harness.grading.calling.locate import SPAN_S, Located, locate
from harness.grading.workspace.workspace import Workspace
from harness.judge.messages.translator import translator
from harness.model.finding import Place
from harness.model.verdict import Verdict
from harness.sandbox.isolation.none import Unconfined
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Endless
language: {language}
limits: {{cpu: 1 s}}
clauses:
  runs: {{text: It prints its argument., points: 1}}
cases:
  - {{name: one, clause: runs, args: ["5"], stdin: "7\\n", files: {{data.txt: "x"}}, stdout: "5\\n"}}
"""
LIMIT_S = 0.3
HEAD = "import sys\nn = int(sys.argv[1])\n"
PYTHON = {
    "while n > 0:\n    n ^= 2\n": (3, "while n > 0:", "<module>", True),
    "def step(k):\n    for i in range(3):\n        k += i\n    return k\nwhile n:\n    n = step(n)\n": (
        7, "while n:", "<module>", True,
    ),
    "def f():\n    for i in range(9):\n        while True:\n            if n < 0:\n                break\nf()\n": (
        5, "        while True:", "f", True,
    ),
    "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(90)\n": (
        4, "    return n if n < 2 else fib(n - 1) + fib(n - 2)", "fib", False,
    ),
    "import re\nre.match('(a+)+$', 'a' * 60 + 'b')\n": (4, "re.match('(a+)+$', 'a' * 60 + 'b')", "<module>", False),
    "def gen():\n    while True:\n        yield n\nfor i in gen():\n    pass\n": (
        6, "for i in gen():", "<module>", True,
    ),
    "while True:\n    try:\n        int('x')\n    except:\n        pass\n": (3, "while True:", "<module>", True),
    "total = [sum(range(k)) for k in range(10**9)]\n": (
        3, "total = [sum(range(k)) for k in range(10**9)]", None, False,
    ),
}  # fmt: skip
JAVA = {
    "int k = 0; while (n > 0) {\nk = step(k);\n}": (5, "int k = 0; while (n > 0) {", "Main.main", True),
    "do {\nif (n < 0) { break; }\nn = step(1);\n} while (true);": (5, "do {", "Main.main", True),
    "fib(90);": (3, "    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }", "Main.fib", False),
    "java.util.Collections.sort(new Endless());": (8, "        for (;;) {", "Endless.toArray", True),
}
JAVA_PROGRAM = """\
class Main {
    static int step(int k) { return k < 100 ? k + 1 : 0; }
    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    public static void main(String[] args) { int n = args.length;
%s
} }
class Endless extends java.util.ArrayList<String> { @Override public Object[] toArray() {
        for (;;) {
            Main.step(1);
        }
} @Override public void sort(java.util.Comparator<? super String> c) { toArray(); } }
"""


NO_TIMERS = """\
import signal
signal.setitimer(signal.ITIMER_PROF, 0)
signal.setitimer(signal.ITIMER_VIRTUAL, 0)
while True:
    pass
"""
THREADS = """\
import threading, time
def f():
    while True:
        pass
threading.Thread(target=f, daemon=True).start()
time.sleep(2)
"""


def located(tmp_path: Path, language: str, files: dict[str, str | bytes], *, named: str = "") -> Located:
    assignment = loaded(course(tmp_path / "course", SPEC.format(language=named or language)))
    workspace = Workspace(tmp_path / "place", Unconfined())
    workspace.judging.context = {assignment.id: assignment}
    built = build(assignment, write(tmp_path / "work", files), workspace)
    return locate(assignment, assignment.cases[0], built, workspace, LIMIT_S)


@pytest.mark.parametrize("body", PYTHON)
def test_a_python_program(body: str, tmp_path: Path) -> None:
    line, source, function, in_loop = PYTHON[body]
    found = located(tmp_path, "python", {"main.py": HEAD + body})
    assert found.in_loop is in_loop
    assert (found.where.path, found.where.line, found.where.source.decode()) == ("main.py", line, source)
    assert function in (None, found.where.function)
    assert found.seconds == LIMIT_S + SPAN_S


@pytest.mark.parametrize("body", JAVA)
def test_a_java_program(body: str, tmp_path: Path) -> None:
    line, source, function, in_loop = JAVA[body]
    found = located(tmp_path, "java", {"Main.java": JAVA_PROGRAM % body})
    shift = body.count("\n") if line > 5 else 0
    assert found == Located(
        Place(path="Main.java", line=line + shift, function=function, source=source.encode()),
        in_loop=in_loop,
        unchanged=("n",) if "while (n > 0)" in body else (),
        seconds=LIMIT_S + SPAN_S,
    )


JAVASCRIPT = {
    "let k = 0;\nwhile (n > 0) {\n    k = n + k;\n}\n": (3, ""),
    "function f() {\n    let i = 0;\n    for (;;) i += g(i);\n}\nconst g = (k) => k % 7;\nf();\n": (4, "f"),
}


@pytest.mark.parametrize("body", JAVASCRIPT)
def test_a_javascript_program(body: str, tmp_path: Path) -> None:
    found = located(tmp_path, "javascript", {"main.js": "const n = process.argv.length;\n" + body})
    assert (found.where.path, found.where.line, found.where.function) == ("main.js", *JAVASCRIPT[body])
    assert not found.in_loop


def test_a_javascript_program_that_waits_is_nowhere(tmp_path: Path) -> None:
    turn = "setInterval(() => { let k = 0; for (let i = 0; i < 1e6; i++) { k += i; } }, 1);\n"
    assert located(tmp_path, "javascript", {"main.js": turn}).where == Place()


def test_a_module_of_the_program_in_any_language(tmp_path: Path) -> None:
    turn = "def on():\n    while True:\n        1\n"
    found = located(tmp_path, "python", {"main.py": "import turn\nturn.on()\n", "turn.py": turn}, named="any")
    assert (found.where.path, found.where.line, found.where.function) == ("turn.py", 2, "on")


@pytest.mark.parametrize(
    "program",
    [
        "print(5)\n",
        "import time\ntime.sleep(1)\n",
        "import os\nos._exit(3)\n",
        "import os\nos.kill(os.getpid(), 9)\n",
        NO_TIMERS,
        "import os\nif os.fork() == 0:\n    while True:\n        pass\nos.wait()\n",
        THREADS,
    ],
)
def test_what_ends_or_cannot_be_located_has_no_place(program: str, tmp_path: Path) -> None:
    assert located(tmp_path, "python", {"main.py": program}).where == Place()


def test_a_program_whose_main_thread_waits_has_no_place_in_java(tmp_path: Path) -> None:
    body = (
        "Thread t = new Thread(() -> { while (true) { step(1); } });\nt.setDaemon(true); t.start();\ntry { t.join(); }"
    )
    program = JAVA_PROGRAM % f"{body} catch (InterruptedException e) {{ }}"
    assert located(tmp_path, "java", {"Main.java": program}).where == Place()


@pytest.mark.parametrize("report", [b"x" * 100_000, b"\xff", b"lines: 99999999999999999\n", b"lines:\n", b"[" * 60_000])
def test_a_report_that_the_program_writes_itself(report: bytes, tmp_path: Path) -> None:
    program = (
        "import glob, os, signal\nsignal.setitimer(signal.ITIMER_PROF, 0)\nsignal.setitimer(signal.ITIMER_VIRTUAL, 0)\n"
        f"open(os.environ['HOME'] + '/located.txt', 'wb').write({report!r})\n"
    )
    assert located(tmp_path, "python", {"main.py": program}).where == Place()


def test_a_report_that_names_a_file_from_elsewhere(tmp_path: Path) -> None:
    line = '  File "/etc/passwd", line 1, in f\nlines: 1\n'
    program = f"import os\nopen(os.environ['HOME'] + '/located.txt', 'w').write({line!r})\nos._exit(0)\n"
    assert located(tmp_path, "python", {"main.py": program}).where == Place()


def test_the_verdict_stays_and_the_sentence_says_the_place(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC.format(language="python")))
    grade = graded(assignment, write(tmp_path / "work", {"main.py": "print(5, flush=True)\nwhile True:\n    pass\n"}))
    case = case_of(grade, "one")
    assert (case.verdict, case.score) == (Verdict.TLE, 0)
    (finding,) = case.findings
    assert (finding.kind, finding.where.line, finding.where.source) == ("timed-out", 2, b"while True:")
    assert translator().explanation(finding) == "In a second run it was in the loop of line 2 after 1.5 s."


def test_a_program_that_only_is_too_slow_is_reported_without_a_place(tmp_path: Path) -> None:
    program = "import time\nwhile time.process_time() < 1.2:\n    pass\nprint(5)\n"
    assignment = loaded(course(tmp_path / "course", SPEC.format(language="python")))
    case = case_of(graded(assignment, write(tmp_path / "work", {"main.py": textwrap.dedent(program)})), "one")
    assert case.verdict is Verdict.TLE
    assert not any(finding.where.path for finding in case.findings)
