"""Students' own tests: good, weak, wrong and hostile ones, in each of the runners."""

from __future__ import annotations

from pathlib import Path

import pytest

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
        ("1))", "1)", 0, "tests-not-loaded", ["TwiceTest.java"]),
    ],
)
def test_junit(tmp_path: Path, old: str, new: str, score: float, kind: str | None, names: list[str] | None) -> None:
    course(tmp_path, SPEC.format(language="java", runner="junit"))
    write(tmp_path / "reference/sum/java", {"Twice.java": JAVA})
    for name in ("small", "large"):
        other = "n > 9 ? 2 * n : 0" if name == "small" else "n < 9 ? 2 * n : 0"
        write(tmp_path / f"specs/sum/mutants/{name}-zero", {"Twice.java": JAVA.replace("2 * n", other)})
    source = JUNIT.replace(old, new) if old else JUNIT
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"TwiceTest.java": source}), only=("tests",))
    result = case_of(grade, "tests")
    assert (result.score, result.findings[0].kind if result.findings else None) == (score, kind)
    if names is not None:
        assert result.findings[0].params["names"] == names


def test_what_tests_need(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="students' tests need a reference") as error:
        loaded(course(tmp_path, SPEC.format(language="python", runner="pytest")))
    assert "there are no wrong programs in" in str(error.value)
