"""Suites of TESTed: runs and calls, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write


def imported(root: Path, suite: str) -> Path:
    write(root / "there", {"evaluation/suite.yaml": suite})
    write_package(importers()["tested"].read(root / "there"), root / "specs/echo")
    return root


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"echo.py": program})
    return graded(loaded(root, "echo"), folder).score


RUNS = """
- tab: Echo
  testcases:
  - {stdin: hello, arguments: ["2"], stdout: hello hello}
  - {stdin: Bye, stdout: {data: "bye", config: {caseInsensitive: true, ignoreWhitespace: true}}, exit_code: 3}
"""
ECHO = """import sys
word = input()
print(" ".join([word] * int(sys.argv[1] if sys.argv[1:] else 1)))
sys.exit(3 if word == "Bye" else 0)
"""


def test_runs(tmp_path: Path) -> None:
    imported(tmp_path, RUNS)
    assert points(tmp_path, ECHO) == 2
    assert points(tmp_path, ECHO.replace("* int(sys.argv[1]", "* int('1'")) == 1
    assert points(tmp_path, ECHO.replace("3 if", "4 if")) == 1
    assert points(tmp_path, "import sys\nprint('?', file=sys.stderr)\n" + ECHO) == 0, "nothing is expected on stderr"


CALLS = """
language: python
units:
- unit: Functions
  cases:
  - script:
    - {expression: "half(3)", return: 1.5}
    - {expression: "half([2, 4])", return: [1.0, 2.0]}
  - script:
    - {expression: "say('x')", stdout: "x"}
"""
HALF = """def half(n):
    return [half(m) for m in n] if isinstance(n, list) else n / 2
def say(text):
    print(text)
"""


def test_calls(tmp_path: Path) -> None:
    imported(tmp_path, CALLS)
    assert points(tmp_path, HALF) == 2
    assert points(tmp_path, HALF.replace("n / 2", "n // 2")) == 1
    assert points(tmp_path, HALF.replace("print(text)", "return text")) == 1


def test_the_language_of_calls_is_not_guessed(tmp_path: Path) -> None:
    suite = CALLS.replace("language: python\n", "")
    with pytest.raises(UsageError, match=r"calls take a language; write .language: python. at the top") as caught:
        imported(tmp_path, suite)
    assert "suite.yaml: language: " in str(caught.value)
    write(tmp_path / "there", {"config.json": '{"programming_language": "javascript"}'})
    assert importers()["tested"].read(tmp_path / "there").spec["language"] == "javascript"


def test_for_a_suite_that_is_a_list_the_error_says_where_the_language_goes(tmp_path: Path) -> None:
    test = "- tab: T\n  testcases:\n  - {expression: 'f(1)', return: 1}\n"
    with pytest.raises(UsageError, match=r'with the list of tabs below "tabs:"'):
        imported(tmp_path, test)
    tabs = "".join(f"  {line}\n" for line in test.splitlines())
    imported(tmp_path, f"language: python\ntabs:\n{tabs}")
    assert points(tmp_path, "def f(n):\n    return n\n") == 1


def test_programs_with_input_may_be_in_any_language(tmp_path: Path) -> None:
    write(tmp_path, {"evaluation/suite.yaml": RUNS})
    assert importers()["tested"].read(tmp_path).spec["language"] == "any"


SUITE = """
language: python
tabs:
- tab: T
  testcases:
"""


@pytest.mark.parametrize(
    ("test", "right", "wrong"),
    [
        ("{expression: 'f(f(3))', return: 12}", "def f(n): return n * 2", "def f(n): return 6"),
        ("{expression: 'f(1)', return: [1, 2]}", "def f(n): return (1, 2)", "def f(n): return {1, 2}"),
        ("{expression: 'f(1)', return: !list [1, 2]}", "def f(n): return [1, 2]", "def f(n): return (1, 2)"),
        ("{expression: 'f(1)', return: !tuple [1, 2]}", "def f(n): return (1, 2)", "def f(n): return [1, 2]"),
        ("{expression: 'f({1})', return: !set [2]}", "def f(s): return {n + 1 for n in s}", "def f(s): return [2]"),
        ("{expression: 'f(1)', return: '*'}", "def f(n): return '*'", "def f(n): return 'x'"),
        ("{expression: \"f('$x')\", return: '$x'}", "def f(s): return s", "def f(s): return 'x'"),
        (
            "{expression: 'f(int16(5))', return: !expression '{1: (2, 3)}'}",
            "def f(n): return {1: (2, 3)}",
            "def f(n): return {1: [2, 3]}",
        ),
        ("{expression: 'f(1)'}", "def f(n): pass", "def f(n): return 1"),
        ("{statement: 'f(1)'}", "def f(n): return 1", "def f(n): print(1)"),
        (
            "{expression: 'f(1)', exception: bad}",
            "def f(n): raise LookupError('bad')",
            "def f(n): raise LookupError('good')",
        ),
        (
            "{expression: 'f(1)', exception: {message: bad, types: {python: ValueError}}}",
            "def f(n): raise ValueError('bad')",
            "def f(n): raise TypeError('bad')",
        ),
        (
            "{expression: 'f(1)', return: 1}",
            "def f(n): return 1",
            "import sys\ndef f(n):\n    print('x', file=sys.stderr)\n    return 1",
        ),
        (
            "{expression: f(1), stdout: {data: '3.142', config: {tryFloatingPoint: true, applyRounding: true}}}",
            "def f(n): print(3.14159)",
            "def f(n): print(3.143)",
        ),
        ("{stdin: '1', stdout: {data: '2.50', config: {tryFloatingPoint: true}}}", "print(2.5)", "print(2.51)"),
        ("{stdin: '1', stdout: {data: 'two', config: {tryFloatingPoint: true}}}", "print('two')", "print('2')"),
        (
            "{stdin: '1', input_files: [{path: a.txt, content: hi}], output_files: [{path: b.txt, content: ih}]}",
            "print(open('a.txt').read().strip()[::-1], file=open('b.txt', 'w'))",
            "print(open('a.txt').read().strip(), file=open('b.txt', 'w'))",
        ),
        (
            "{stdin: {path: in.txt, content: hi}, stdout: hi}",
            "print(open('in.txt').read(), end='')",
            "print(open('none.txt').read(), end='')",
        ),
        (
            "{expression: {python: 'submission.f(1 + 1)', java: 'Submission.f(2)'}, return: 2}",
            "def f(n): return n",
            "def f(n): return 1",
        ),
        ("{stdin: hi, stdout: hi}", "print(input())", "print(input(), end='')"),
    ],
)
def test_a_test_that_one_program_passes_and_another_fails(tmp_path: Path, test: str, right: str, wrong: str) -> None:
    imported(tmp_path, f"{SUITE}  - {test}\n")
    assert points(tmp_path, right) == 1
    assert points(tmp_path, wrong) == 0


OBJECTS = """
tabs:
- tab: Counter
  contexts:
  - testcases:
    - statement: "c = Counter(2)"
    - expression: "c.add_one().add_one().get()"
      return: 4
    - expression: "c.count"
      return: 4
  - testcases:
    - statement: "numbers = [1, 2]"
    - expression: "total_of(numbers)"
      return: 3
    - expression: "LARGEST"
      return: 9
"""
COUNTER = """LARGEST = 9
class Counter:
    def __init__(self, n):
        self.count = n
    def add_one(self):
        self.count += 1
        return self
    def get(self):
        return self.count
def total_of(numbers):
    return sum(numbers)
"""


def test_objects_variables_and_constants(tmp_path: Path) -> None:
    write(tmp_path / "there", {"config.json": '{"programming_language": "python"}'})
    imported(tmp_path, OBJECTS)
    assert points(tmp_path, COUNTER) == 2
    assert points(tmp_path, COUNTER.replace("+= 1", "+= 2")) == 1
    assert points(tmp_path, COUNTER.replace("= 9", "= 8")) == 1
    assert points(tmp_path, COUNTER.replace("sum(numbers)", "len(numbers)")) == 1
    write(tmp_path / "there", {"config.json": '{"programming_language": "cpp"}'})
    with pytest.raises(UsageError, match="a constant of a program in cpp: LARGEST"):
        importers()["tested"].read(tmp_path / "there")


def test_names_follow_the_language_unless_the_suite_is_written_for_it(tmp_path: Path) -> None:
    suite = write(tmp_path, {"evaluation/suite.yaml": OBJECTS, "config.json": '{"programming_language": "java"}'})
    calls = importers()["tested"].read(suite).spec["cases"][0]["calls"]
    assert [call.get("new") or call.get("function") for call in calls] == ["Counter", "addOne", "addOne", "get", None]
    write(suite, {"evaluation/suite.yaml": "language: java" + OBJECTS})
    calls = importers()["tested"].read(suite).spec["cases"][0]["calls"]
    assert [call["function"] for call in calls[1:3]] == ["add_one", "add_one"]


LEVELS = """
config: {stdout: {caseInsensitive: true}}
files: [{name: data.txt, url: media/data.txt}]
tabs:
- tab: T
  config: {stdout: {ignoreWhitespace: true}}
  testcases:
  - {stdin: a, stdout: "HI"}
  - {stdin: a, stdout: {data: "HI", config: {caseInsensitive: false}}}
"""


def test_settings_and_files_of_a_level_hold_below_it(tmp_path: Path) -> None:
    write(tmp_path / "there", {"workdir/data.txt": "hi  "})
    imported(tmp_path, LEVELS)
    assert points(tmp_path, "print(open('data.txt').read())") == 1
    assert points(tmp_path, "print('HI')") == 2
    assert points(tmp_path, "print('HO')") == 0
    with pytest.raises(UsageError, match=r"no such file in .*workdir: other\.txt"):
        imported(tmp_path / "more", LEVELS.replace("name: data.txt", "name: other.txt"))


IN_JSON = """{"tabs": [{"name": "T", "runs": [
  {"run": {"input": {"main_call": true, "arguments": ["x"], "stdin": {"type": "text", "data": "a\\n"}},
           "output": {"stdout": {"type": "text", "data": "a x\\n"}, "exit_code": {"value": 0}}}},
  {"contexts": [{"testcases": [
    {"input": {"type": "sequence", "variable": "items", "expression":
        {"type": "sequence", "data": [{"type": "integer", "data": 1}, {"type": "text", "data": "b"}]}}},
    {"input": {"type": "function", "name": "count", "arguments": ["items"]},
     "output": {"result": {"value": {"type": "integer", "data": 2}}}}]}]}]}]}"""
COUNTS = """import sys
def count(items):
    return len(items)
if __name__ == "__main__":
    print(input(), *sys.argv[1:])
"""


def test_suites_in_json(tmp_path: Path) -> None:
    write(tmp_path / "there", {"evaluation/suite.json": IN_JSON, "config.json": '{"programming_language": "python"}'})
    write_package(importers()["tested"].read(tmp_path / "there"), tmp_path / "specs/echo")
    assert points(tmp_path, COUNTS) == 2
    assert points(tmp_path, COUNTS.replace("len(items)", "len(items) + 1")) == 1
    assert points(tmp_path, COUNTS.replace("*sys", "sys")) == 1


@pytest.mark.parametrize(
    ("test", "what"),
    [
        ("{expression: 'f(x)', return: 1}", "more than calls"),
        ("{expression: LARGEST, return: 9}", "a constant, and no call: LARGEST"),
        ("{expression: 'f(a=1)', return: 1}", "more than calls"),
        ("{expression: '[n for n in f(1)]', return: 1}", "more than calls"),
        ("{statement: 'x.y = f(1)'}", "more than calls"),
        ("{expression: 'f(f(1))', stdout: a}", "output or an exception of calls inside each other"),
        ("{expression: 'f(1)', return: !undefined null}", "a value of the type undefined"),
        ("{expression: 'f(1)', return: !expression 'g(1)'}", "a value of the type g"),
        ("{expression: 'f(1)', return: !oracle {oracle: custom_check, value: 1}}", "a value of the type oracle"),
        ("{expression: {java: 'f(1)'}, return: 1}", "not written for the language python"),
        ("{stdin: a, stdout: {data: '1', config: {fuzzy: true}}}", "the option fuzzy"),
        ("{stdin: a, stdout: {data: a, oracle: custom_check, file: x.py}}", "a program of the course judges"),
        ("{stdin: a, exception: bad}", "an exception of the program as a whole"),
        ("{stdin: {content: !path absent.txt}, stdout: a}", "no such file beside the suite: absent.txt"),
        ("{stdin: a, stduot: b}", "stduot: this key is not known"),
    ],
)
def test_what_is_refused_with_its_place(tmp_path: Path, test: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, f"{SUITE}  - {test}\n")
    assert what in str(caught.value)
    assert "suite.yaml" in str(caught.value)
