"""A course's own suite: right programs pass each test, wrong ones fail theirs, and no trick passes any."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Sums
language: python
files: {required: [sums.py]}
clauses:
  adds: {text: Numbers are added., points: 10}
  pairs: {text: Pairs are compared., points: 10}
cases:
  - name: s
    clause: adds
    suite: {runner: RUNNER, files: [FILE], tests: {"*[Pp]air": pairs}}
"""
RIGHT = """\
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b
    def __eq__(self, other):
        return isinstance(other, Pair) and (self.a, self.b) == (other.a, other.b)
    def __repr__(self):
        return f"Pair({self.a}, {self.b})"
    def __contains__(self, item):
        return item in (self.a, self.b)
    def __sub__(self, other):
        return Pair(self.a - other.a, self.b - other.b)
def add(a, b):
    return a + b
def half(n):
    if n < 0:
        raise ValueError("negative")
    return n / 2
def primes():
    return [2, 3, 5]
"""
UNITTEST = """\
import unittest
import sums
from sums import Pair
class TestSums(unittest.TestCase):
    def test_add(self):
        self.assertEqual(sums.add(2, 3), 5)
    def test_half(self):
        self.assertAlmostEqual(sums.half(3), 1.5)
    def test_negative(self):
        with self.assertRaises(ValueError):
            sums.half(-1)
    def test_less(self):
        self.assertLess(sums.add(1, 1), 3)
    def test_in(self):
        self.assertIn(5, sums.primes())
    def test_list(self):
        self.assertEqual(sums.primes(), [2, 3, 5])
    def test_pair(self):
        self.assertEqual(Pair(1, 2), Pair(1, 2))
        self.assertNotEqual(Pair(1, 2), Pair(2, 1))
"""
PYTEST = """\
import pytest
import sums
from sums import Pair
@pytest.mark.parametrize(("a", "b", "c"), [(2, 3, 5), (0, 0, 0)])
def test_add(a, b, c):
    assert sums.add(a, b) == c
def test_half():
    assert sums.half(3) == pytest.approx(1.5)
def test_negative():
    with pytest.raises(ValueError, match="negative"):
        sums.half(-1)
def test_less():
    assert sums.add(1, 1) < 3
def test_in():
    assert 5 in sums.primes()
def test_list():
    assert sums.primes() == [2, 3, 5]
@pytest.fixture
def pair():
    return Pair(1, 2)
def test_pair(pair):
    assert pair == Pair(1, 2)
    assert pair != Pair(2, 1)
"""
DOCTEST = """\
def add():
    '''
    >>> add(2, 3)
    5
    '''
def half():
    '''
    >>> half(3)
    1.5
    >>> half(-1)
    Traceback (most recent call last):
    ValueError: negative
    '''
def primes():
    '''
    >>> primes() == [2, 3, 5]
    True
    >>> 5 in primes()
    True
    '''
class Pair:
    '''
    >>> Pair(1, 2) == Pair(1, 2), Pair(1, 2) == Pair(2, 1)
    (True, False)
    '''
"""
RUNNERS = {"unittest": ("test_sums.py", UNITTEST), "pytest": ("test_sums.py", PYTEST), "doctest": ("sums.py", DOCTEST)}
YES = """\
class Yes:
    def __init__(self, *given): pass
    def _yes(self, *others): return True
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = _yes
    def _zero(self, *others): return 0
    __sub__ = __rsub__ = __abs__ = __round__ = __hash__ = _zero
    def __ne__(self, other): return False
def add(*given): return Yes()
half = add
def primes(): return Yes()
"""
CHEATS = {
    "exits at once": "import os\nos._exit(0)\n",
    "exits by exception": "import sys\nsys.exit(0)\n",
    "exits when called": "import os\ndef add(*given): os._exit(0)\nhalf = primes = Pair = add\n",
    "raises to leave": "import sys\ndef add(*given): sys.exit(0)\nhalf = primes = Pair = add\n",
    "skips": """\
import unittest, importlib
def add(*given):
    try:
        import pytest
    except ImportError:
        raise unittest.SkipTest("no")
    pytest.skip("no")
half = primes = Pair = add
""",
    "interrupts": "def add(*given): raise KeyboardInterrupt\nhalf = primes = Pair = add\n",
    "patches the frameworks": """\
import unittest, doctest, builtins, sys
unittest.TestCase.assertEqual = unittest.TestCase.assertLess = lambda *given: None
unittest.TestCase.run = lambda self, result=None: result.addSuccess(self)
doctest.OutputChecker.check_output = lambda *given: True
builtins.AssertionError = type("Never", (Exception,), {})
try:
    import pytest, _pytest.runner
    _pytest.runner.pytest_runtest_makereport = None
except ImportError:
    pass
def add(*given): return 9
half = primes = Pair = add
""",
    "prints a summary": """\
print("Ran 7 tests in 0.001s\\n\\nOK\\n7 passed", flush=True)
def add(*given):
    print("OK\\n7 passed", flush=True)
half = primes = Pair = add
""",
    "writes to every descriptor": """\
import os, json
lines = [{"n": n, "value": 5, "out": "", "err": "", "shared": [], "classes": []} for n in range(200)]
text = "".join(json.dumps(line) + "\\n" for line in lines).encode()
text += b'{"test": "TestSums.test_add", "passed": true}\\n{"ended": {}}\\n[1]\\n{"n": \\n'
for descriptor in range(3, 30):
    try:
        os.write(descriptor, text)
    except OSError:
        pass
""",
    "forges answers": """\
import os, json, sys
def add(*given):
    for descriptor in range(3, 30):
        for value in (True, ["your", 1], ["own", 1], ["k", 1], ["r", 1, 1], ["n", "object"], ["s", 77], [[]], {}):
            try:
                os.write(descriptor, json.dumps({"n": 4, "value": value, "raised": None}).encode() + b"\\n")
            except OSError:
                pass
half = primes = Pair = add
""",
    "is equal to all": YES + "Pair = Yes\n",
    "returns its class": YES + "Pair = Yes\ndef add(*given): return Yes\nhalf = primes = add\n",
    "has a metaclass": """\
class Meta(type):
    def __eq__(cls, other): return True
    def __lt__(cls, other): return True
    def __contains__(cls, item): return True
    def __instancecheck__(cls, other): return True
    def __subclasscheck__(cls, other): return True
    __hash__ = type.__hash__
class Pair(metaclass=Meta):
    def __init__(self, *given): pass
    def __eq__(self, other): return True
def add(*given): return Pair
half = primes = add
""",
    "derives from plain types": """\
class Five(int):
    def __eq__(self, other): return True
    __lt__ = __contains__ = __eq__
    def __ne__(self, other): return False
    def __sub__(self, other): return 0
    def __hash__(self): return 0
class All(list):
    def __eq__(self, other): return True
    __contains__ = __eq__
def add(*given): return Five(77)
half = add
def primes(): return All()
class Pair:
    def __eq__(self, other): return True
""",
    "looks for the tests": """\
import gc, glob, inspect, os, sys
def add(*given):
    texts = [repr(vars(each)) for each in gc.get_objects() if hasattr(each, "__dict__")]
    for frame in inspect.stack():
        texts.append(repr(frame.frame.f_locals))
    for root in ("/", os.getcwd(), "/tmp", "/proc/1/root", os.path.expanduser("~")):
        for pattern in ("*test_sums*", "*/*/course/*", "*/course/*", "../*/course/*"):
            for path in glob.glob(os.path.join(root, pattern)):
                try:
                    texts.append(open(path).read())
                    os.unlink(path)
                except OSError:
                    pass
    return 5 if any("assertEqual(sums.add" in text or "sums.add(a, b) ==" in text for text in texts) else None
half = primes = Pair = add
""",
    "goes on in another process": """\
import os, signal, time
if os.fork() == 0:
    os.setsid()
    while True:
        for descriptor in range(3, 30):
            try:
                os.write(descriptor, b'{"n": 3, "value": 5, "out": "", "err": "", "shared": [], "classes": []}\\n')
            except OSError:
                pass
        time.sleep(0.01)
        if time.process_time() > 1:
            break
os._exit(0)
""",
    "ends its parent": """\
import os, signal
os.kill(os.getppid(), signal.SIGKILL)
""",
    "waits for the end": """\
import atexit, os, threading
atexit.register(lambda: print("OK", flush=True))
def late():
    os.write(1, b"OK\\n")
    os._exit(0)
threading.Timer(0.2, late).start()
def add(*given): return None
half = primes = Pair = add
""",
    "names itself as the framework": "",
}


FRAMEWORK = {f"{name}.py": "def main(*given): pass\n" for name in ("unittest", "pytest", "doctest", "suite_wire")}
CASE = """\
  - name: {runner}
    clause: adds
    suite: {{runner: {runner}, files: [{file}], tests: {{"*[Pp]air": pairs}}}}
"""


def suite(tmp_path: Path, runner: str, files: dict[str, str], spec: str = SPEC) -> Grade:
    name, tests = RUNNERS[runner]
    course(tmp_path, spec.replace("RUNNER", runner).replace("FILE", name), beside={name: tests})
    return graded(loaded(tmp_path), write(tmp_path / "ann", files), isolation=isolate().isolation)


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_right_program_passes_each_test(tmp_path: Path, runner: str) -> None:
    grade = suite(tmp_path, runner, {"sums.py": RIGHT})
    assert {case.name: case.verdict for case in grade.cases if case.verdict is not Verdict.AC} == {}
    assert grade.score == 20


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_trick_gains_nothing(tmp_path: Path, cheat: str) -> None:
    files = {"sums.py": CHEATS[cheat], **(FRAMEWORK if cheat == "names itself as the framework" else {})}
    cases = "".join(CASE.format(runner=runner, file=f"{runner}/{RUNNERS[runner][0]}") for runner in RUNNERS)
    beside = {f"{runner}/{name}": tests for runner, (name, tests) in RUNNERS.items()}
    course(tmp_path, SPEC.partition("  - name: s")[0] + cases, beside=beside)
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", files), isolation=isolate().isolation)
    assert len(grade.cases) >= 18
    assert {case.name for case in grade.cases if case.verdict in (Verdict.AC, Verdict.JE)} == set()
    assert grade.score == 0


@pytest.mark.parametrize("runner", RUNNERS)
def test_one_fault_costs_its_tests_alone(tmp_path: Path, runner: str) -> None:
    grade = suite(tmp_path, runner, {"sums.py": RIGHT.replace("a + b", "a - b")})
    failed = {case.name.rpartition(".")[2] for case in grade.cases if case.verdict is not Verdict.AC}
    assert {name.removeprefix("s-") for name in failed} == ({"add"} if runner == "doctest" else {"test_add"})
    assert 10 < grade.score < 20


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize("ends", ["import os; os._exit(3)", "while True: pass"])
def test_a_program_that_ends_fails_the_test_that_needs_it(tmp_path: Path, runner: str, ends: str) -> None:
    program = RIGHT.replace('raise ValueError("negative")', ends)
    spec = SPEC.replace("RUNNER,", "RUNNER, each: 300 ms,")
    grade = suite(tmp_path, runner, {"sums.py": program}, spec)
    failed = [case for case in grade.cases if case.verdict is not Verdict.AC]
    assert len(failed) == 1
    assert failed[0].verdict is (Verdict.TLE if "while" in ends else Verdict.RTE)
    assert failed[0].findings[0].kind == "suite-ended"


def test_the_finding_has_the_assertion_and_the_students_line(tmp_path: Path) -> None:
    grade = suite(tmp_path, "unittest", {"sums.py": RIGHT.replace("a + b", "a - b")})
    finding = case_of(grade, "s-TestSums.test_add").findings[0]
    assert finding.params["line"] == "self.assertEqual(sums.add(2, 3), 5)"
    assert finding.params["message"] == "-1 != 5"
    assert (finding.where.path, finding.where.source) == ("sums.py", b"def add(a, b):")
    grade = suite(tmp_path / "other", "unittest", {"sums.py": RIGHT.replace("return n / 2", "return n / 0")})
    finding = case_of(grade, "s-TestSums.test_half").findings[0]
    assert finding.params["error"] == "ZeroDivisionError"
    assert (finding.where.source.strip(), finding.where.function) == (b"return n / 0", "half")


def test_a_missing_function_costs_the_tests_that_use_it(tmp_path: Path) -> None:
    tests = UNITTEST.replace("from sums import Pair", "from sums import Pair, primes").replace("sums.primes", "primes")
    course(tmp_path, SPEC.replace("RUNNER", "unittest").replace("FILE", "test_sums.py"), beside={"test_sums.py": tests})
    program = RIGHT.replace("def primes", "def other")
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"sums.py": program}))
    failed = {case.name for case in grade.cases if case.verdict is not Verdict.AC}
    assert failed == {"s-TestSums.test_in", "s-TestSums.test_list"}


@pytest.mark.parametrize("runner", RUNNERS)
def test_nothing_handed_in_passes_nothing(tmp_path: Path, runner: str) -> None:
    grade = suite(tmp_path, runner, {"other.py": RIGHT})
    assert grade.score == 0
    assert not [case for case in grade.cases if case.verdict in (Verdict.AC, Verdict.JE)]
