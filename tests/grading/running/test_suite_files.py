"""Files and programs of a course's own suite in Python: they cross as far as the tests name them, and gain no power."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Counting
language: python
files: {required: [tally.py]}
clauses:
  counts: {text: Words are counted., points: 10}
cases:
  - name: t
    clause: counts
    files: {given.txt: "a b\\n"}
    suite: {runner: RUNNER, each: 1 s, files: [test_tally.py, data/*]}
"""
DATA = {"data/poem.txt": "a rose\nis a rose\n", "data/expected.txt": "2 5\n"}
RIGHT = """\
import sys
from pathlib import Path
def tally(text):
    return text.count("\\n"), len(text.split())
def count(path):
    with open(path) as file:
        return tally(file.read())
def report(path, out):
    with open(out, "w") as file:
        print(*count(path), file=file)
def all_of(folder):
    return sorted(path for path in Path(folder).iterdir())
def forget(path):
    Path(path).unlink()
def save(name):
    Path(name).write_text("saved")
def beside(path):
    target = Path(path).with_suffix(".out")
    target.write_text("beside")
    return target
def end(path):
    return open(path).readline()[50]
if __name__ == "__main__":
    try:
        print(*(count(sys.argv[1]) if sys.argv[1:] else tally(sys.stdin.read())))
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")
"""
UNITTEST = """\
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
import tally
HERE = Path(__file__).parent
class TestFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "poem.txt")
        with open(self.path, "w") as file:
            file.write("a rose\\nis a rose\\n")
    def tearDown(self):
        self.folder.cleanup()
    def test_text_path(self):
        self.assertEqual(tally.count(self.path), (2, 5))
    def test_report(self):
        out = Path(self.folder.name) / "out.txt"
        tally.report(self.path, out)
        self.assertEqual(out.read_text(), (HERE / "data" / "expected.txt").read_text())
    def test_names(self):
        self.assertEqual(tally.all_of(self.folder.name), [Path(self.path)])
    def test_written_beside(self):
        self.assertEqual(tally.beside(self.path).read_text(), "beside")
    def test_removed(self):
        tally.forget(self.path)
        self.assertFalse(os.path.exists(self.path))
    def test_given(self):
        self.assertEqual(tally.count("given.txt"), (1, 2))
    def test_beside(self):
        self.assertEqual(tally.count(HERE / "data" / "poem.txt"), (2, 5))
    def test_missing(self):
        with self.assertRaises(FileNotFoundError) as caught:
            tally.count(os.path.join(self.folder.name, "nowhere"))
        self.assertIn(self.folder.name, str(caught.exception))
class TestPrograms(unittest.TestCase):
    def test_input(self):
        done = subprocess.run([sys.executable, "tally.py"], input="x y\\n", capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "1 2\\n"))
    def test_status(self):
        done = subprocess.run(["python3", str(HERE / "tally.py"), "nowhere"], stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"nowhere", done.stderr)
    def test_popen(self):
        with subprocess.Popen([sys.executable, "-m", "tally"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as begun:
            self.assertEqual(begun.communicate(b"a\\nb\\n")[0], b"2 2\\n")
    def test_checked(self):
        with self.assertRaises(subprocess.CalledProcessError):
            subprocess.check_output([sys.executable, "tally.py", "nowhere"], stderr=subprocess.DEVNULL)
"""
PYTEST = """\
import subprocess
import sys
import pytest
import tally
@pytest.fixture
def poem(tmp_path):
    path = tmp_path / "poem.txt"
    path.write_text("a rose\\nis a rose\\n")
    return path
def test_count(poem):
    assert tally.count(poem) == (2, 5)
def test_written(tmp_path, poem):
    tally.report(poem, tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "2 5\\n"
def test_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tally.save("x.txt")
    assert (tmp_path / "x.txt").read_text() == "saved"
    assert tally.all_of(".") and not (tmp_path.parent / "x.txt").exists()
def test_program(poem, capfd):
    subprocess.run([sys.executable, "tally.py", str(poem)], check=True)
def test_raises():
    with pytest.raises(IndexError):
        tally.end("given.txt")
"""
TESTS = {"unittest": UNITTEST, "pytest": PYTEST}


def suite(tmp_path: Path, program: str, tests: str, runner: str = "unittest", **more: str) -> Grade:
    course(tmp_path, SPEC.replace("RUNNER", runner), beside={"test_tally.py": tests, **DATA})
    isolation = isolate().isolation
    return graded(loaded(tmp_path), write(tmp_path / "ann", {"tally.py": program, **more}), isolation=isolation)


@pytest.mark.parametrize("runner", TESTS)
def test_a_right_program_passes_each_test(tmp_path: Path, runner: str) -> None:
    grade = suite(tmp_path, RIGHT, TESTS[runner], runner)
    wrong = {case.name: [str(finding.params) for finding in case.findings] for case in grade.cases if case.findings}
    assert wrong == {}
    assert grade.score == 10


@pytest.mark.parametrize(
    ("change", "failed"),
    [
        (("print(*count(path)", "print(*count(path), 1"), {"TestFiles.test_report"}),
        (("Path(path).unlink()", "pass"), {"TestFiles.test_removed"}),
        (("sys.exit(f", "print(f"), {"TestPrograms.test_status", "TestPrograms.test_checked"}),
        (("tally(sys.stdin.read())", "(1, 1)"), {"TestPrograms.test_input", "TestPrograms.test_popen"}),
    ],
)
def test_one_fault_costs_its_tests_alone(tmp_path: Path, change: tuple[str, str], failed: set[str]) -> None:
    grade = suite(tmp_path, RIGHT.replace(*change), UNITTEST)
    assert {case.name.removeprefix("t-") for case in grade.cases if case.verdict is not Verdict.AC} == failed


@pytest.mark.parametrize("error", ["OSError", "FileNotFoundError", "PermissionError", "EOFError", "MemoryError"])
def test_an_error_of_the_system_is_an_exception_like_any_other(tmp_path: Path, error: str) -> None:
    tests = f"""\
import unittest
import tally
class TestRaises(unittest.TestCase):
    def test_raises(self):
        with self.assertRaises({error}):
            tally.count("x")
    def test_goes_on(self):
        self.assertEqual(tally.tally("a"), (0, 1))
"""
    grade = suite(tmp_path, RIGHT.replace("with open(path)", f"raise {error}\n    with open(path)"), tests)
    assert {case.verdict for case in grade.cases} == {Verdict.AC}


def test_an_output_file_that_was_handed_in_is_written_again(tmp_path: Path) -> None:
    tests = """\
import unittest
from pathlib import Path
import tally
class TestSaved(unittest.TestCase):
    def test_saved(self):
        tally.save("x.txt")
        self.assertEqual(Path("x.txt").read_text(), "saved")
"""
    grade = suite(tmp_path, RIGHT, tests, **{"x.txt": "old"})
    assert {case.verdict for case in grade.cases} == {Verdict.AC}


EXPECTING = """\
import os
import unittest
import subprocess
import sys
import tempfile
from pathlib import Path
import tally
class TestReport(unittest.TestCase):
    def test_report(self):
        folder = Path(tempfile.mkdtemp())
        expected, out, poem = folder / "expected.txt", folder / "out.txt", folder / "poem.txt"
        expected.write_text("2 5\\n")
        poem.write_text("a rose\\nis a rose\\n")
        tally.report(poem, out)
        import absent_module
    def test_compared(self):
        folder = Path(tempfile.mkdtemp())
        expected, out, poem = folder / "expected.txt", folder / "out.txt", folder / "poem.txt"
        expected.write_text("2 5\\n")
        poem.write_text("a rose\\nis a rose\\n")
        tally.report(poem, out)
        self.assertEqual(out.read_text(), expected.read_text())
    def test_beside(self):
        tally.report(Path(__file__).parent / "data" / "poem.txt", "out.txt")
        self.assertEqual(Path("out.txt").read_text(), (Path(__file__).parent / "data" / "expected.txt").read_text())
    def test_named(self):
        out = tally.report(Path(__file__).parent / "data" / "poem.txt", "out.txt")
        self.assertEqual(Path(out).read_text(), (Path(__file__).parent / "data" / "expected.txt").read_text())
"""
CHEATS = {
    "names what is expected": """\
def report(path, out):
    return path.parent / "expected.txt"
""",
    "names it by a relative path": """\
def report(path, out):
    return "tests-temporary/course/data/expected.txt"
""",
    "copies what is expected": """\
import glob, os, shutil
def report(path, out):
    root = os.getcwd()
    for name in glob.glob("/**/expected*", recursive=True) + glob.glob(root + "/**/expected*", recursive=True):
        shutil.copy(name, out)
        return
    open(out, "w").close()
""",
    "overwrites what is expected": """\
import os
def report(path, out):
    for name in (os.path.join(os.path.dirname(str(path)), "expected.txt"), out):
        with open(name, "w") as file:
            file.write("mine")
""",
    "links to what is expected": """\
import os
def report(path, out):
    os.symlink(os.path.join(os.path.dirname(str(path)), "expected.txt"), out)
""",
    "hands over modules": """\
import os
def report(path, out):
    for name in ("absent_module.py", "pathlib.py", "unittest.py", "sitecustomize.py"):
        for folder in (os.path.dirname(str(path)), os.getcwd(), os.path.dirname(str(out)) or "."):
            with open(os.path.join(folder, name), "w") as file:
                file.write("")
""",
    "names files of its own choice": """\
import base64, json, os
def report(path, out):
    text = base64.b64encode(b'{"test": "TestReport.test_report", "passed": true}\\n').decode()
    names = ["../results.jsonl", "/tmp/x", "results.jsonl", "tests-temporary/course/data/expected.txt", "a/../../b"]
    for name in names:
        line = {"n": 3, "value": None, "out": "", "err": "", "shared": [], "classes": [], "files": [[name, text]]}
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, json.dumps(line).encode() + b"\\n")
            except OSError:
                pass
    open(out, "w").close()
""",
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_files_gain_nothing(tmp_path: Path, cheat: str) -> None:
    grade = suite(tmp_path, CHEATS[cheat], EXPECTING)
    assert len(grade.cases) == 4
    assert {case.name for case in grade.cases if case.verdict in (Verdict.AC, Verdict.JE)} == set()
    assert grade.score == 0


def test_a_program_that_goes_on_is_a_time_limit(tmp_path: Path) -> None:
    endless = RIGHT.replace("    try:\n        print", "    while not sys.argv[1:]: pass\n    try:\n        print")
    grade = suite(tmp_path, endless, UNITTEST)
    assert case_of(grade, "t-TestPrograms.test_input").verdict is Verdict.TLE
    assert case_of(grade, "t-TestPrograms.test_status").verdict is Verdict.AC
    assert case_of(grade, "t-TestFiles.test_report").verdict is Verdict.AC


def test_nothing_is_started_outside_of_the_sandbox(tmp_path: Path) -> None:
    tests = """\
import os
import unittest
import tally
class TestOutside(unittest.TestCase):
    def test_started(self):
        with self.assertRaises(PermissionError):
            os.posix_spawn("/bin/true", ["true"], {})
        self.assertEqual(os.system("exit 3"), 3)
        self.assertEqual(tally.tally("a"), (0, 1))
    def test_unpickled(self):
        import pickle
        with self.assertRaises(PermissionError):
            pickle.loads(b"cposix\\nsystem\\n(S'true'\\ntR.")
        self.assertEqual(pickle.loads(pickle.dumps({1: {2}})), {1: {2}})
        self.assertEqual(tally.tally("a"), (0, 1))
"""
    grade = suite(tmp_path, RIGHT, tests)
    assert {case.verdict for case in grade.cases} == {Verdict.AC}
