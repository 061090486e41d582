"""A Python program in a fork of an interpreter does what it does when it is started; wrong programs lose the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.course.assignments import load_course
from harness.grading.grader import Grader
from harness.grading.plan.mutants import as_submission, mutants
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Observation
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation, Level
from harness.sandbox.isolation.forked_python import ForkedPython, ForkServer
from harness.sandbox.isolation.none import LEVEL_E, Unconfined
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.process import observe
from tests.support import ROOT, invocation, write

PROGRAMS = {
    "globals": "print(sorted(globals()), __name__, __file__, __spec__, __annotations__, __doc__, __package__)",
    "sys": "import sys; print(sys.argv, sys.path, sys.orig_argv, sys.flags, __builtins__)",
    "streams": "import sys; print(sys.stdin, sys.stdin.seekable(), sys.stdout, sys.stdout.seekable(), sys.stderr)",
    "environment": "import os; print(os.environ | {'HOME': '', 'TMPDIR': ''}, os.getcwd(), os.listdir('/dev/fd'))",
    "signals": "import signal; print([signal.getsignal(number) for number in range(1, 32)])",
    "session": "import os; print(os.getsid(0) == os.getpid() == os.getpgid(0))",
    "input": "print(input('name? '))\nfor line in __import__('sys').stdin: print(line)",
    "recursion": "n = 0\ndef f():\n    global n\n    n += 1\n    f()\ntry: f()\nexcept RecursionError: print(n)",
    "endless recursion": "def f(n):\n    f(n + 1)\nf(0)",
    "chained": "def f():\n    raise ValueError(1)\ntry: f()\nexcept ValueError as e: raise KeyError(2) from e",
    "syntax": "print(1)\nx = = 3",
    "status": "print('x'); raise SystemExit(3)",
    "negative status": "import sys; sys.exit(-3)",
    "message": "import atexit, sys; atexit.register(print, 'bye'); sys.exit('no')",
    "interrupt": "raise KeyboardInterrupt",
    "signal": "import os; os.kill(os.getpid(), 11)",
    "at once": "import os; print('x', flush=True); os._exit(4)",
    "unclosed file": "f = open('out', 'w'); f.write('x')",
    "closed stdout": "import os; print('x'); os.close(1)",
    "no stdout": "import sys; print('x'); sys.stdout.close(); sys.stderr = None",
    "thread": "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print(2))).start(); print(1)",
    "failing thread": "import threading\nthreading.Thread(target=lambda: 1 / 0).start()",
    "pickle": "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)",
    "child": "import os\nif not os.fork():\n    import time; time.sleep(60)\nprint('parent')",
    "own module": "import helper; print(helper.__file__)",
    "endless": "while True: pass",
    "suspended generator": "def f():\n    try: yield\n    finally: print(A)\nA = 1; g = f(); next(g)",
    "large status": "import sys; sys.exit(2**100)",
    "interrupted": "import atexit; atexit.register(print, 'bye'); print('x'); raise KeyboardInterrupt",
    "replaced stdout": "import sys, io; print(1); sys.stdout = io.StringIO(); print(2)",
    "module with an end": "import tempfile; folder = tempfile.TemporaryDirectory(); print(1)",
    "own file": "import atexit; atexit.register(lambda: print('__file__' in globals()))",
    "own file after an exit": "import atexit; atexit.register(lambda: print('__file__' in globals())); exit()",
    "pool": "from concurrent.futures import *\nThreadPoolExecutor().submit(__import__('time').sleep, 0.1); print(1)",
    "no memory": "x = b'x' * (300 << 20); input(); __import__('time').sleep(60)",
}
NOT_FORKED = [
    "print(1)\n\0",
    "# -*- coding: latin-1 -*-\nprint('\xe4')".encode("latin-1"),
    "import sys; sys.excepthook = lambda *_: 1 / 0",
    "import sys; print(sys.getrecursionlimit())",
    "import sys; print(sys._getframe(1))",
    "import inspect; print(len(inspect.stack()))",
    "from traceback import *; print_stack()",
    "import warnings; warnings.warn('old', stacklevel=3)",
    "import sys; print(len(sys.modules))",
    "class Node:\n    def __del__(self): print('deleted')\nnode = Node(); node.self = node",
]
"""What the frames above a program, the modules loaded before it or when cycles are collected could change."""
LIMITS = ResolvedLimits(cpu=0.3, wall=20.0, memory=200 << 20)


@pytest.fixture(scope="module")
def forked() -> Iterator[ForkedPython]:
    isolation = ForkedPython()
    yield isolation
    isolation.release_resources()
    process_tree.kill_all()


def run(folder: Path, isolation: Isolation, limits: ResolvedLimits = LIMITS) -> Observation:
    return observe(invocation(folder, "python3", "main.py", "a b", "-c", stdin=b"Ann\nx\n", limits=limits), isolation)


def seen(observation: Observation) -> tuple[object, ...]:
    return observation.stdout, observation.stderr, observation.exit, observation.signal, observation.ended_by


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_as_started(tmp_path: Path, forked: ForkedPython, name: str) -> None:
    # the text is no module, whatever its name is
    folder = write(tmp_path / "box", {"main.py": PROGRAMS[name], "helper.py": "", "random.txt": "", "json": ""})
    assert forked.shared_sandbox(invocation(folder, "python3", "main.py")) is not None
    started = run(folder, Unconfined())
    assert not started.not_started
    assert seen(run(folder, forked)) == seen(started)


def test_each_fork_has_random_numbers_of_its_own(tmp_path: Path, forked: ForkedPython) -> None:
    folder = write(tmp_path / "box", {"main.py": "import random; print(random.random())"})
    assert run(folder, forked).stdout != run(folder, forked).stdout


def test_what_no_fork_can_do_is_started(tmp_path: Path, forked: ForkedPython) -> None:
    folder = write(tmp_path / "box", {"main.py": ""})
    program = invocation(folder, "python3", "main.py")
    assert forked.shared_sandbox(program) is not None
    for words in (("python3", "-c", "0.py"), ("python3", "none.py"), ("python3",), ("sh", "main.py")):
        assert forked.shared_sandbox(invocation(folder, *words)) is None
    assert forked.shared_sandbox(invocation(folder, "python3", "main.py", clock="@2001-01-01 00:00:00")) is None


@pytest.mark.parametrize(
    "files",
    [
        *({"main.py": program} for program in NOT_FORKED),
        {"main.py": "", "lib/helper.py": "import gc"},
        {"main.py": "", "random.py": ""},
        {"main.py": "", "lib/json/data.txt": ""},
    ],
)
def test_what_would_see_a_difference_is_started(
    tmp_path: Path, forked: ForkedPython, files: dict[str, str | bytes]
) -> None:
    folder = write(tmp_path / "box", files)
    assert forked.shared_sandbox(invocation(folder, "python3", "main.py")) is None


def test_limits_hold_from_the_first_statement_on(
    tmp_path: Path, forked: ForkedPython, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = ForkServer.answer

    def answer_late(server: ForkServer) -> Any:
        time.sleep(0.2)
        return answer(server)

    monkeypatch.setattr(ForkServer, "answer", answer_late)
    program = "import resource as r; print([r.getrlimit(limit) for limit in range(10)])"
    folder = write(tmp_path / "box", {"main.py": program})
    assert run(folder, forked).stdout == run(folder, Unconfined()).stdout


def test_a_program_that_leaves_processes_is_not_charged_for_earlier_ones(tmp_path: Path, forked: ForkedPython) -> None:
    busy = write(tmp_path / "busy", {"main.py": "import time\nwhile time.process_time() < 0.2: pass"})
    assert min(run(busy, forked).cpu_s for _ in range(2)) >= 0.2
    leaves = write(tmp_path / "leaves", {"main.py": PROGRAMS["child"]})
    assert run(leaves, forked).cpu_s < 0.2


def test_the_server_survives_other_programs_and_is_none_of_their_processes(
    tmp_path: Path, forked: ForkedPython
) -> None:
    folder = write(tmp_path / "box", {"main.py": "import os; print(os.getppid())"})
    server = run(folder, forked).stdout
    program = invocation(folder, "sh", "-c", "sleep 0.1; exec sleep 0.1")
    assert observe(program, forked).processes == observe(program, Unconfined()).processes
    assert run(folder, forked).stdout == server


def test_a_server_that_was_killed_is_started_again(tmp_path: Path, forked: ForkedPython) -> None:
    folder = write(tmp_path / "box", {"main.py": "import os; os.kill(os.getppid(), 9); input(); input(); input()"})
    with pytest.raises(JudgeError, match="was killed"):
        run(folder, forked)
    write(folder, {"main.py": "print(1)"})
    assert run(folder, forked).stdout == b"1\n"


def all_lost(name: str, step: int, isolation: Isolation, root: Path) -> list[Grade]:
    """What every ``step``-th wrong program of an assignment loses in every ``step``-th case."""
    course = load_course(ROOT / "specs", (name,))
    wrong = mutants(course[name], root)[::step]
    clauses = {f"mutant {mutant.name}": (mutant.clause, *mutant.also) for mutant in wrong}
    grader = Grader(
        course,
        isolation,
        root,
        2,
        needs_confirmation=lambda _: False,
        clauses_to_lose=lambda submission: clauses[submission.student],
        cases_of=lambda _: tuple(range(0, len(course[name].cases), step)),
        own_programs=True,
    )
    grader.run([as_submission("mutant", mutant.name, course[name], mutant.folder) for mutant in wrong])
    return list(grader.grades())


class Confined(Unconfined):
    """The same under another level, at which no program is a fork."""

    level = Level("test", 49, "", (), confines_writes=True)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("cse30-pa2", 47),
        pytest.param("cse30-pa2", 1, marks=pytest.mark.slow),
        pytest.param("cs771-8queens", 1, marks=pytest.mark.slow),
    ],
)
def test_wrong_programs_lose_the_same(name: str, step: int) -> None:
    assert not LEVEL_E.confines_writes
    verdicts = []
    for isolation in (Unconfined(), Confined()):
        with scratch() as root:
            grades = all_lost(name, step, isolation, root)
        verdicts.append(
            {(grade.student, row.name): (row.verdict, row.score) for grade in grades for row in grade.cases}
        )
    assert verdicts[0] == verdicts[1]
    assert len({verdict for verdict, _ in verdicts[0].values()}) > 1
