"""Places in what real compilers and runtimes say about wrong programs."""

from pathlib import Path

import pytest

from harness.language import first_build_error, languages
from harness.language.diagnostics.tool_messages import own_path
from harness.model.finding import Finding, Place
from harness.model.grade import Grade
from harness.model.observation import Crash, Observation
from tests.support import SUM, course, graded, loaded, write

PYTHON = {"main.py": "import sys\nfrom lib import f\n\nf(sys)\n", "lib.py": "def f(x):\n    return {}['n']\n"}
JAVA = "class Main {\n  static int f() { return 0; }\n  public static void main(String[] a) {\n%s\n  }\n}\n"


def first_finding(tmp_path: Path, language: str, files: dict[str, str]) -> Finding:
    spec = SUM.replace("language: python", f"language: {language}")
    grade: Grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", files))
    return next(finding for case in grade.cases for finding in case.findings)


def test_a_traceback_names_the_innermost_own_frame(tmp_path: Path) -> None:
    finding = first_finding(tmp_path, "python", PYTHON)
    assert (finding.kind, finding.params) == (
        "uncaught-exception",
        {"error": "KeyError: 'n'", "reason": "key", "key": "'n'"},
    )
    assert finding.where == Place(path="lib.py", line=2, function="f", source=b"return {}['n']", marked=(7, 13))


def test_frames_of_libraries_are_passed_over(tmp_path: Path) -> None:
    finding = first_finding(tmp_path, "python", {"main.py": "import json\n\n\njson.loads('x')\n"})
    assert (finding.where.path, finding.where.line, finding.where.function) == ("main.py", 4, "<module>")


@pytest.mark.parametrize(
    ("language", "files", "place", "error"),
    [
        ("python", {"main.py": "x = 1\ndef f(:\n"}, Place(path="main.py", line=2, source=b"def f(:"), "SyntaxError"),
        (
            "python",
            {"main.py": "def f():\nx = 1\n"},
            Place(path="main.py", line=2, source=b"x = 1"),
            "IndentationError",
        ),
        (
            "cpp",
            {"main.cpp": "int main() {\n  int x = 1\n  return y;\n}\n"},
            Place(path="main.cpp", line=3, column=3, source=b"  return y;"),
            "expected",
        ),
        ("c", {"a/x.c": "int main() {\n  return y;\n}\n"}, Place(path="a/x.c", line=2, column=10), "undeclared"),
        (
            "java",
            {"Main.java": JAVA % "    int x = z;"},
            Place(path="Main.java", line=4, column=13),
            "cannot find symbol",
        ),
    ],
)
def test_a_compile_error_has_its_place(
    tmp_path: Path, language: str, files: dict[str, str], place: Place, error: str
) -> None:
    finding = first_finding(tmp_path, language, files)
    assert finding.kind == "compile-error"
    assert error in str(finding.params["error"])
    where = finding.where
    assert (where.path, where.line) == (place.path, place.line)
    assert where.column == place.column or language == "python"
    assert not place.source or where.source == place.source
    assert finding.actual is not None
    assert place.path.encode() in finding.actual


@pytest.mark.parametrize("recipe", ["    gcc -o main main.c", "main.o"])
def test_a_makefile_that_make_cannot_read_is_shown(tmp_path: Path, recipe: str) -> None:
    files = {"Makefile": f"main: main.c\n{recipe}\n", "main.c": "int x;\n"}
    finding = first_finding(tmp_path, "any", files)
    assert (finding.kind, finding.params["error"]) == ("makefile-error", "missing separator")
    assert (finding.where.path, finding.where.line, finding.where.source) == ("Makefile", 2, recipe.encode())
    assert finding.params.get("reason") == ("no-tab" if recipe.startswith(" ") else None)


def test_a_function_that_is_nowhere_defined_is_named(tmp_path: Path) -> None:
    source = "void solve(const int &n);\nint main() { solve(3); }\nvoid solve(int n) { n++; }\n"
    finding = first_finding(tmp_path, "cpp", {"main.cpp": source})
    assert (finding.params["reason"], finding.params["name"]) == ("undefined-reference", "solve(int const&)")


def test_a_java_exception_has_the_innermost_own_frame(tmp_path: Path) -> None:
    body = '    java.util.List.of(1).add(Integer.parseInt("1"));'
    finding = first_finding(tmp_path, "java", {"pkg/Main.java": "package pkg;\n" + JAVA % body})
    source = body.encode()
    assert finding.where == Place(path="pkg/Main.java", line=5, function="Main.main", source=source)


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("/work/x/main.py", "main.py"),
        ("./main.py", "main.py"),
        ("/work/src/a/main.py", "a/main.py"),
        ("/usr/lib/python3.11/json/decoder.py", ""),
        ("/work/domain.py", ""),
    ],
)
def test_whose_file_a_path_means(path: str, own: str) -> None:
    assert own_path(path, ["main.py", "a/main.py"]) == own


@pytest.mark.parametrize("noise", [b"a:" * 50_000, b"(" * 100_000, b"\n" * 100_000, b"x.java:1: error: \n" * 5000])
def test_hostile_output_takes_no_time_and_has_no_place(noise: bytes) -> None:
    assert first_build_error(noise, ["main.py"]) is None
    for language in languages().values():
        assert language.build_error(noise, []) is None


def test_a_source_in_another_encoding_is_reported_without_a_traceback() -> None:
    said = (
        b"SyntaxError: Non-UTF-8 code starting with '\\xf6' in file /box/main.py on line 3, but no encoding declared; "
        b"see https://peps.python.org/pep-0263/ for details\n"
    )
    python = languages()["python"]
    crash = python.crash(Observation(("python3",), stderr=said, exit=1), ["main.py"])
    assert crash == Crash("SyntaxError: Non-UTF-8 code starting with '\\xf6'", Place(path="main.py", line=3))
    assert python.crash(Observation(("python3",), stderr=said, exit=0), ["main.py"]) is None
    assert python.crash(Observation(("python3",), stderr=b"usage: " + said, exit=1), ["main.py"]) is None
