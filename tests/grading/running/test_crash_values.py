"""A crash names the values that led to it, and the line that set them: the index and the length, what is 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.crash_sources import length_set
from harness.grading.running.explain_crash import ReadCrash
from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from tests.support import course, graded, loaded, write

SPEC = """\
title: Steps
language: {language}
clauses: {{whole: {{text: The program runs., points: 5}}}}
cases:
  - {{name: whole, clause: whole, args: ["3"], stdout: "1\\n"}}
"""
CALLS = """\
title: Steps
language: python
clauses: {whole: {text: The function runs., points: 5}}
cases:
  - {name: whole, clause: whole, calls: [{function: f, args: [3], returns: 1}]}
"""
NO_ITEM = "There is no item with index {}: the length is {}, and the first index is 0."
BY_LENGTH = " rows gets its length in line {} (`{}`)."


def crash(root: Path, spec: str, files: dict[str, str]) -> Finding:
    grade = graded(loaded(course(root / "course", spec)), write(root / "ann", files))
    return next(finding for case in grade.cases for finding in case.findings)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (
            "rows = [0] * 8\nfor row in range(9):\n    rows[row] = 1",
            NO_ITEM.format(8, 8) + BY_LENGTH.format(1, "rows = [0] * 8"),
        ),
        ("import sys\nprint(sys.argv[2])", NO_ITEM.format(2, 2)),
        ("rows = [0] * 8\nrows[-9] = 1", NO_ITEM.format(-9, 8)),  # another length would not help
        ("def g():\n    return 8\nrows = [0] * 8\nrows[g()] = 1", ""),  # g is not called again
        ("row, rows = 7, [0] * 8\ntry:\n    rows[row + 1] = 1\nfinally:\n    row = 9", ""),  # no longer what it was
        ("import random\nrandom.choice([])", None),
        ("import random\nrows, at = [0] * 8, random.randrange(8, 9999)\nrows[at] = 1", ""),  # another one at last
        (
            "rows = [1]\nfor row in rows:\n    print(3 // (row - 1))",
            "row - 1 is 0 here, and a division by 0 has no result.",
        ),
        ("print(1 // (1 - 1) // (2 - 2))", "Here something is divided by zero."),
    ],
)
def test_a_program_of_python(tmp_path: Path, program: str, said: str | None) -> None:
    finding = crash(tmp_path, SPEC.format(language="python"), {"main.py": f"{program}\n"})
    default = "There is no item with this index: the first has index 0, the last has the length minus 1."
    assert translator().explanation(finding) == ("" if said is None else said or default)


def test_a_function_of_python(tmp_path: Path) -> None:
    finding = crash(tmp_path, CALLS, {"main.py": "def f(n):\n    rows = [0] * n\n    return rows[n]\n"})
    assert translator().explanation(finding) == NO_ITEM.format(3, 3) + BY_LENGTH.format(2, "rows = [0] * n")


def test_an_array_of_java(tmp_path: Path) -> None:
    source = "class Main {\n  static final int MOST = 2;\n  public static void main(String[] args) {\n"
    source += "    int[] rows = new int[MOST];\n    rows[args.length + 1] = 1;\n  }\n}\n"
    finding = crash(tmp_path, SPEC.format(language="java"), {"Main.java": source})
    assert translator().explanation(finding).endswith(BY_LENGTH.format(2, "static final int MOST = 2;"))


def test_a_list_of_java_is_no_array(tmp_path: Path) -> None:
    source = "import java.util.*;\nclass Main {\n  public static void main(String[] args) {\n"
    source += "    int[] rows = new int[2];\n    List<Integer> list = new ArrayList<>(List.of(1, 2));\n"
    source += "    rows[0] = list.get(2);\n  }\n}\n"
    finding = crash(tmp_path, SPEC.format(language="java"), {"Main.java": source})
    assert (finding.params["index"], finding.params["length"]) == ("2", "2")
    assert "array" not in finding.params


def test_lines_that_not_everybody_counts(tmp_path: Path) -> None:
    folder = write(tmp_path, {"main.py": "rows = [0] * 8\rrows[8] = 1\r"})
    assert length_set(Place(path="main.py", line=2), folder, 8) == {}


def test_an_array_of_cpp(tmp_path: Path) -> None:
    source = "#include <cstdlib>\n#define MOST 4\nint main(int, char** argv) {\n  int rows[MOST];\n"
    source += "  for (int i = 0; i < 100000; i++) rows[i * std::atoi(argv[1]) / 3] = i;\n  return rows[1];\n}\n"
    finding = crash(tmp_path, SPEC.format(language="cpp"), {"main.cc": source})
    assert (finding.params["what"], finding.params["index"]) == ("index", 4)
    assert translator().explanation(finding) == BY_LENGTH.format(2, "#define MOST 4").lstrip()


RETURNS = "static int f(int n) {\n  if (n < 3) return 1;\n}\n"


def test_a_way_without_return_that_a_compiler_refuses(tmp_path: Path) -> None:
    source = f"class Main {{\n{RETURNS}public static void main(String[] args) {{ f(3); }}\n}}\n"
    finding = crash(tmp_path, SPEC.format(language="java"), {"Main.java": source})
    assert (finding.where.line, finding.where.source) == (3, b"  if (n < 3) return 1;")
    assert translator().explanation(finding) == "f comes to its end without a return where n < 3 is false."


def test_a_way_without_return_that_a_sanitizer_reports(tmp_path: Path) -> None:
    said = b"main.cc:1:12: runtime error: execution reached the end of a value-returning function without a value\n"
    cause = ReadCrash(said, write(tmp_path, {"main.cc": RETURNS}), ("main.cc",)).run(None)
    assert cause is not None
    assert (cause.what, cause.where.line) == ("no-return", 2)
    finding = Finding.of("killed-by-signal", cause.where, signal="SIGSEGV", what=cause.what, **cause.params)
    assert translator().explanation(finding) == "f comes to its end without a return where n < 3 is false."


RETHROWS = """\
#include <iostream>
#include <stdexcept>
int inner(int n) {
  if (n == 3)
    throw std::logic_error("three");
  return n;
}
int middle(int n) {
  try { return inner(n); } catch (const std::exception& error) {
    std::cerr << error.what();
    throw;
  }
}
int main(int argc, char**) {
  try {
    return middle(argc + 1);
  } catch (...) {
    %s;
  }
}
"""


@pytest.mark.parametrize(("throws", "line"), [("throw", 5), ("throw 8", 18)])
def test_an_exception_that_is_thrown_again_shows_its_first_throw(tmp_path: Path, throws: str, line: int) -> None:
    finding = crash(tmp_path, SPEC.format(language="cpp"), {"main.cc": RETHROWS % throws})
    assert (finding.kind, finding.where.line) == ("uncaught-exception", line)


AGAIN = """\
#include <stdexcept>
int first(int n) {
  if (n == 2)
    throw std::logic_error("two");
  return n;
}
int main(int argc, char**) {
  bool again = false;
  while (true) {
    try {
      if (again)
        throw std::logic_error("last");
      return first(argc);
    } catch (const std::exception&) {
      if (again)
        throw;
      again = true;
    }
  }
}
"""


def test_an_exception_of_the_same_type_is_another_one(tmp_path: Path) -> None:
    finding = crash(tmp_path, SPEC.format(language="cpp"), {"main.cc": AGAIN})
    assert finding.where.line != AGAIN[: AGAIN.index("throw")].count("\n") + 1
