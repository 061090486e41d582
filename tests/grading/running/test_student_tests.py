"""Students' own tests: good, weak, wrong and hostile ones, in each of the runners."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.grading.running.compiled_python import close
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Doubling
language: {language}
build: [{{run: [[python3, twice.py]]}}]
clauses:
  tests: {{text: The tests notice wrong programs., points: 8}}
  small: {{text: Small numbers are doubled., points: 1}}
  large: {{text: Large numbers are doubled., points: 1}}
cases:
  - {{name: tests, clause: tests, tests: {{runner: {runner}, names: shown}}}}
  - {{name: small, clause: small, stdin: "1", stdout: "2\\n"}}
  - {{name: large, clause: large, stdin: "100", stdout: "200\\n"}}
"""
RIGHT = "def twice(n):\n    return 2 * n\n\nif __name__ == '__main__':\n    print(twice(int(input())))\n"
WRONG = {"small-zero": "2 * n if n > 9 else 0", "large-zero": "2 * n if n < 9 else 0", "tests-none": "2 * n"}
GOOD = """\
from twice import twice

def test_small():
    assert twice(1) == 2

def test_large():
    assert twice(50) == 100
"""
LEAKS = """\
import pytest

@pytest.mark.parametrize("x", [open("twice.py").read()])
def test_a(x):
    assert not x, x
"""


def row(root: Path, files: dict[str, str], runner: str = "pytest", spec: str = SPEC) -> CaseGrade:
    course(root, spec.format(language="python", runner=runner))
    write(root / "reference/sum/python", {"twice.py": RIGHT, "test_own.py": "def test():\n    assert False\n"})
    for name, expression in WRONG.items():
        write(root / "specs/sum/mutants" / name, {"twice.py": RIGHT.replace("2 * n", expression)})
    return case_of(graded(loaded(root), write(root / "ann", files), only=("tests",)), "tests")


def test_good_tests(tmp_path: Path) -> None:
    result = row(tmp_path, {"test_twice.py": GOOD})
    assert (result.verdict, result.score) == (Verdict.AC, 8)


def test_weak_tests_get_a_part_and_learn_what_they_miss(tmp_path: Path) -> None:
    result = row(tmp_path, {"test_twice.py": GOOD.partition("def test_large")[0]})
    assert (result.verdict, result.score) == (Verdict.WA, 4)
    assert result.findings[0].params == {"noticed": 1, "programs": 2, "names": ["large-zero"]}


@pytest.mark.parametrize(
    ("source", "kind", "names"),
    [
        (GOOD.replace("== 2", "== 3"), "tests-reject-right", ["test_small"]),
        (GOOD.replace("def test", "def tset"), "tests-empty", None),
        ("def test_x(:\n", "tests-not-loaded", ["test_twice.py"]),
        ("from once import once\n\ndef test_x():\n    pass\n", "tests-not-loaded", ["test_twice.py"]),
        ("import time\n\ndef test_x():\n    while True: pass\n", "tests-too-slow", None),
        ("import os\nos._exit(0)\n", "tests-miss-faults", ["large-zero", "small-zero"]),
        ("import os\nos._exit(1)\n", "tests-reject-right", []),
        (LEAKS, "tests-reject-right", ["test_a"]),
        ("print('FAILED secret.py::reference_source_' + 'text')\nimport os\nos._exit(1)\n", "tests-reject-right", []),
    ],
)  # fmt: skip
def test_tests_that_are_none(tmp_path: Path, source: str, kind: str, names: list[str] | None) -> None:
    result = row(tmp_path, {"test_twice.py": source}, spec=SPEC.replace("build:", "limits: {{cpu: 1 s}}\nbuild:"))
    finding = result.findings[0]
    assert (finding.kind, result.score) == (kind, 0)
    assert names is None or [*map(str, finding.params["names"])] == names  # type: ignore[arg-type]
    assert finding.actual is None


@pytest.mark.parametrize(
    "looks",
    [
        "'2 * n' in open('twice.py').read() and 'if n' not in open('twice.py').read()",
        "'if n' not in inspect.getsource(twice.twice)",
        "len(pathlib.Path(twice.__file__).read_text()) == 94",
        "9 not in twice.twice.__code__.co_consts and 2 in twice.twice.__code__.co_consts",
        "b'return 2 * n' in zlib.decompress(open('twice.py.bin', 'rb').read())",
        "ast.unparse(ast.parse(open('twice.py').read()).body[0]).endswith('return 2 * n')",
    ],
)
def test_tests_that_look_at_the_text_earn_nothing(tmp_path: Path, looks: str) -> None:
    source = f"import ast, inspect, pathlib, zlib\nimport twice\n\ndef test_twice():\n    assert {looks}\n"
    result = row(tmp_path, {"test_twice.py": source})
    assert (result.verdict, result.score) == (Verdict.WA, 0)
    assert result.findings[0].kind in ("tests-read-source", "tests-reject-right")
    if "getsource" not in looks and "len(" not in looks:
        assert result.findings[0].kind == "tests-read-source"


def test_tests_may_start_the_program_and_load_it_in_any_way(tmp_path: Path) -> None:
    source = """\
import importlib, runpy, subprocess, sys
from pathlib import Path
import pytest
import twice as module

@pytest.mark.parametrize(("n", "doubled"), [(1, 2), (50, 100)])
def test_started(n, doubled):
    ended = subprocess.run([sys.executable, "twice.py"], input=f"{n}\\n", capture_output=True, text=True)
    assert ended.stdout == f"{doubled}\\n"
    assert Path(module.__file__).name == "twice.py"
    assert importlib.reload(module).twice(n) == doubled
    assert runpy.run_path("twice.py")["twice"](n) == doubled
"""
    result = row(tmp_path, {"test_twice.py": source})
    assert (result.verdict, result.score) == (Verdict.AC, 8)


def test_a_program_written_in_another_way_does_the_same(tmp_path: Path) -> None:
    source = """\
\"\"\"What it is.\"\"\"
from __future__ import annotations
from dataclasses import dataclass
@dataclass
class Point:
    x: "int" = 1
    def moved(self, by: "int" = 5) -> "Point":
        \"\"\"Doc.\"\"\"
        step: "int" = -3
        return Point(self.x + by + step + 1000000000000000000000)
def kind(value, sep=", "):
    class Inner:
        name = "inner"
        def __len__(self): return 7
    def inner(text): return f"{text!r:>8}" + sep + "\\u00e9" + "x\\\\n"
    match value:
        case 1 | "one": return inner("one")
        case {"a": 2, **rest}: return [rest, Inner.name, len(Inner()), (lambda n=4: n * 2)()]
        case _: return {"k": [value, True, None, 1.5, b"b", ...], 0: "zero"}[0]
"""
    plain, other = (write(tmp_path / form, {"module.py": source}) for form in ("plain", "other"))
    close(plain)
    close(other, rewritten=True)
    results = []
    for folder in (plain, other):
        names: dict[str, Any] = {"__file__": str(folder / "module.py"), "__name__": "builtins"}
        exec((folder / "module.py").read_text(), names)  # noqa: S102 - the module under test
        kind = names["kind"]
        results.append(
            [names["Point"]().moved().x, kind(1), kind("one"), kind({"a": 2, "b": 3}), kind(9), names["__doc__"]]
        )
    assert results[0] == results[1]
    assert (plain / "module.py").read_bytes() == (other / "module.py").read_bytes()
    assert (plain / "module.py.bin").read_bytes() != (other / "module.py.bin").read_bytes()


def test_no_tests(tmp_path: Path) -> None:
    result = row(tmp_path, {"twice.py": RIGHT})
    assert (result.verdict, result.findings[0].kind) == (Verdict.WA, "tests-missing")


@pytest.mark.parametrize(
    ("files", "score", "kind"),
    [
        ({"t/1.in": "1\n", "t/1.out": "2\n", "t/2.in": "70", "t/2.ans": "140"}, 8, None),
        ({"1.in": "1\n", "1.out": "2\n"}, 4, "tests-miss-faults"),
        ({"1.in": "1\n", "1.out": "3\n"}, 0, "tests-reject-right"),
        ({"1.in": "1\n"}, 0, "tests-empty"),
    ],
)
def test_pairs(tmp_path: Path, files: dict[str, str], score: float, kind: str | None) -> None:
    result = row(tmp_path, files, "pairs")
    assert (result.score, result.findings[0].kind if result.findings else None) == (score, kind)


JAVA = "public class Twice {\n    public static int twice(int n) { return 2 * n; }\n}\n"
LOOKS = """{
        try {
            if (java.nio.file.Files.readString(java.nio.file.Path.of("Twice.java")).contains("?")) throw new Error();
        }
        catch (java.io.IOException error) { throw new Error(error); } }"""
JUNIT = """\
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;
class TwiceTest {
    @Test void small() { assertEquals(2, Twice.twice(1)); }
    @Test void large() { assertEquals(100, Twice.twice(50)); }
}
"""


@pytest.mark.parametrize(
    ("old", "new", "score", "kind", "names"),
    [
        ("", "", 8, None, None),
        ("@Test void large", "void large", 4, "tests-miss-faults", ["large-zero"]),
        ("assertEquals(2", "assertEquals(3", 0, "tests-reject-right", ["small"]),
        ("@Test ", "", 0, "tests-empty", None),
        ("assertEquals(100, Twice.twice(50))", LOOKS, 0, "tests-read-source", None),
        ("1))", "1)", 0, "tests-not-loaded", ["TwiceTest.java"]),
    ],
)
def test_junit(tmp_path: Path, old: str, new: str, score: float, kind: str | None, names: list[str] | None) -> None:
    course(tmp_path, SPEC.format(language="java", runner="junit"))
    write(tmp_path / "reference/sum/java", {"Twice.java": JAVA})
    for name in ("small", "large"):
        other = "n > 9 ? 2 * n : 0" if name == "small" else "n < 9 ? 2 * n : 0"
        write(tmp_path / f"specs/sum/mutants/{name}-zero", {"Twice.java": JAVA.replace("2 * n", other)})
    source = JUNIT.replace(f"{{ {old}; }}" if new is LOOKS else old, new) if old else JUNIT
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"TwiceTest.java": source}), only=("tests",))
    result = case_of(grade, "tests")
    assert (result.score, result.findings[0].kind if result.findings else None) == (score, kind)
    if names is not None:
        assert result.findings[0].params["names"] == names


def test_what_tests_need(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="students' tests need a reference") as error:
        loaded(course(tmp_path, SPEC.format(language="python", runner="pytest")))
    assert "there are no wrong programs in" in str(error.value)


FIXTURE = """\
import pytest
import twice

@pytest.fixture
def double():
    return twice.twice
"""


def test_fixtures_of_a_conftest_are_found(tmp_path: Path) -> None:
    test = "def test_it(double):\n    assert double(2) == 4\n    assert double(100) == 200\n"
    files = {"tests/conftest.py": FIXTURE, "tests/test_twice.py": test}
    assert row(tmp_path / "with", files).verdict is Verdict.AC
    del files["tests/conftest.py"]
    assert row(tmp_path / "without", files).verdict is Verdict.WA
    assert row(tmp_path / "alone", {"conftest.py": ""}).findings[0].kind == "tests-missing"
