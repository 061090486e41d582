"""Every language keeps to the protocol, and its usual way builds and runs a program for real."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import harness.language
from harness.judge.messages.translator import sentence
from harness.language import language_of, languages
from harness.language.base import Language, last_line
from harness.language.java.language import main_classes
from harness.language.tools.toolchain import version
from harness.model.observation import Crash, Observation
from harness.model.verdict import Verdict
from tests.docs.documents import fences, read
from tests.support import PATIENCE_S, ROOT, course, environment, graded, loaded, write

SPEC = """\
title: Doubling
language: {language}
clauses:
  twice: {{text: The argument is printed twice., points: 1}}
cases:
  - {{name: one, clause: twice, args: [ab], stdout: "abab\\n"}}
"""

# For each language: a right program, one that ends by an uncaught error (None if none can be), one that does
# not build (None if nothing is built).
PROGRAMS: dict[str, tuple[dict[str, str], dict[str, str] | None, dict[str, str] | None]] = {
    "c": (
        {"a.c": "#include <stdio.h>\nvoid twice(char *);\nint main(int n, char **a) { twice(a[n - 1]); return 3; }\n",
         "b.c": '#include <stdio.h>\nvoid twice(char *s) { printf("%s%s\\n", s, s); }\n'},
        None,
        {"a.c": "int main(void) { return x; }\n"},
    ),
    "cpp": (
        {"a.cpp": "#include <iostream>\nint main(int, char **a) { std::cout << a[1] << a[1] << std::endl; }\n"},
        {"a.cc": '#include <stdexcept>\nint main() { throw std::runtime_error("oops"); }\n'},
        {"a.cc": "int main() { return x; }\n"},
    ),
    "java": (
        {"Helper.java": "class Helper { static String twice(String s) { return s + s; } }\n",
         "Start.java": "class Start { public static void main(String[] a) "
                       "{ System.out.println(Helper.twice(a[0])); } }\n"},
        {"A.java": "class A { public static void main(String[] a) { Integer.parseInt(a[0]); } }\n"},
        {"A.java": "class A { public static void main(String[] a) { x } }\n"},
    ),
    "javascript": (
        {"start.js": "const { twice } = require('./helper');\nconsole.log(twice(process.argv[2]));\n",
         "helper.js": "exports.twice = (text) => text + text;\n"},
        {"main.js": "function f(x) {\n  return x.y;\n}\nf(null);\n"},
        {"main.js": "function (\n"},
    ),
    "make": (
        {"Makefile": "prog: a.c\n\tgcc -o prog a.c\n",
         "a.c": '#include <stdio.h>\nint main(int n, char **a) { printf("%s%s\\n", a[1], a[1]); }\n'},
        None,
        {"Makefile": "prog: b.c\n\tgcc -o prog b.c\n", "a.c": ""},
    ),
    "perl": ({"a.pl": 'print $ARGV[0], $ARGV[0], "\\n";\n'}, None, None),
    "prolog": (
        {"a.pl": "main :- current_prolog_flag(argv, Argv), last(Argv, A), write(A), write(A), nl.\n"},
        {"a.pl": "main :- nonsense(x).\n"},
        None,
    ),
    "python": (
        {"main.py": "from helper import twice\nimport sys\nprint(twice(sys.argv[1]))\n",
         "helper.py": "def twice(text):\n    return text * 2\n"},
        {"main.py": "print(int('x'))\n"},
        {"main.py": "print(\n"},
    ),
    "sql": ({"main.sql": "SELECT 'ab' || 'ab'"}, {"main.sql": "SELECT 1;\nSELECT x;\n"}, None),
    "script": ({"run.sh": 'echo "$1$1"\n'}, None, None),
}  # fmt: skip


def member(name: str) -> Language:
    return languages()[name]


def verdict(tmp_path: Path, name: str, files: dict[str, str]) -> tuple[Verdict, str]:
    spec = SPEC.format(language=name)
    spec = spec.replace("[ab]", '[".read main.sql"]') if name == "sql" else spec
    assignment = loaded(course(tmp_path / "course", spec))
    grade = graded(assignment, write(tmp_path / "submission", files))
    case = next(case for case in grade.cases if case.verdict is grade.verdict)
    return grade.verdict, sentence(case.findings[0]) if case.findings else ""


def test_every_language_of_the_folder_is_a_member_and_tried_here() -> None:
    folder = Path(harness.language.__file__).parent
    modules = {path.parent.name for path in folder.glob("*/language.py")}
    modules |= {path.stem for path in folder.glob("*.py") if "\nLANGUAGE = " in path.read_text(encoding="utf-8")}
    assert set(languages()) == modules == set(PROGRAMS)


AWK_PROGRAMS = {
    "ann": "{ print $0 $0 }\n",
    "bob": "{ print $0 }\n",
    "cat": "{\n  print (\n}\n",
}


def test_a_language_is_the_file_that_the_page_shows(tmp_path: Path, apart: Path) -> None:
    copied = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    (shown,) = (fence.text for fence in fences(read("docs/another-language.md")) if fence.language == "python")
    tool = 'Tool("mawk", "mawk", "-Wversion"),'
    assert tool in shown
    write(copied / "language", {"awk.py": shown.replace(tool, f'{tool} Tool("no-such-awk", "some-package", "-V")')})
    spec = SPEC.format(language="awk").replace("args: [ab]", 'stdin: "ab\\n"')
    programs = {f"submissions/{name}/sum/twice.awk": program for name, program in AWK_PROGRAMS.items()}
    root = write(course(tmp_path / "course", spec), programs)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "harness", *words],
            cwd=root,
            env={**environment(apart), "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            text=True,
        )

    ended = run("grade", "submissions", "--isolation", "E", "--report", "report.json")
    assert ended.returncode == 1, ended.stderr
    grades = json.loads((root / "report.json").read_bytes())["grades"]
    assert {grade["student"]: grade["verdict"] for grade in grades} == {"ann": "AC", "bob": "WA", "cat": "RTE"}
    assert "the program stops with " in ended.stdout
    assert "twice.awk, line " in ended.stdout
    rows = [" ".join(line.split()) for line in run("doctor").stdout.splitlines()]
    assert any(row.startswith("mawk mawk 1.") for row in rows)
    assert "no-such-awk missing apt-get install some-package" in rows
    assert "sum no, no-such-awk missing: apt-get install some-package" in rows


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_the_protocol(name: str, tmp_path: Path) -> None:
    language = member(name)
    assert language.name == name
    assert language.rank in (0, 1, 2)
    assert all(suffix.startswith(".") for suffix in language.suffixes)
    files = PROGRAMS[name][0]
    workdir = write(tmp_path, files)
    sources = language.sources(workdir, sorted(files))
    assert sources
    assert set(sources) <= set(files)
    recipe = language.recipe(sources)
    assert recipe.run
    words = {command[0] for command in (*recipe.commands, *recipe.run)}
    assert words <= {tool.name for tool in language.tools} | {"{main}", "./program"}
    assert all(version(tool.name) != "unknown version" for tool in language.tools if tool.required)
    assert language.sources(workdir, []) == [] or name == "make"
    assert language.sources(write(tmp_path / "other", {"report.doc": "x"}), ["report.doc"]) == []
    peaceful = Observation((), b"fine\n", b"", 0)
    assert language.crash(peaceful) is None


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_right_program_is_accepted(name: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, name, PROGRAMS[name][0]) == (Verdict.AC, "")


@pytest.mark.parametrize("name", sorted(name for name, programs in PROGRAMS.items() if programs[1]))
def test_an_uncaught_error_is_a_run_time_error(name: str, tmp_path: Path) -> None:
    actual, message = verdict(tmp_path, name, PROGRAMS[name][1] or {})
    assert actual is Verdict.RTE
    assert message.startswith("the program stops with ")


@pytest.mark.parametrize("name", sorted(name for name, programs in PROGRAMS.items() if programs[2]))
def test_a_program_that_does_not_build_is_a_compile_error(name: str, tmp_path: Path) -> None:
    actual, message = verdict(tmp_path, name, PROGRAMS[name][2] or {})
    assert actual is Verdict.CE
    assert "does not compile: " in message or (name == "make" and "failed with exit status" in message)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.py", "python"),
        ("X.java", "java"),
        ("x.c", "c"),
        ("x.C", "cpp"),
        ("x.cc", "cpp"),
        ("x.sh", "script"),
        ("README.txt", None),
        ("Makefile", None),
        ("x.pyc", None),
    ],
)
def test_the_language_of_a_file(path: str, name: str | None) -> None:
    language = language_of(path)
    assert (language.name if language else None) == name


@pytest.mark.parametrize("start", [":- initialization(main).", ":- initialization(main, main).", ":- main."])
def test_a_prolog_program_that_starts_itself_runs_once(start: str, tmp_path: Path) -> None:
    clause = PROGRAMS["prolog"][0]["a.pl"]
    assert verdict(tmp_path, "prolog", {"a.pl": f"{clause}{start}\n"}) == (Verdict.AC, "")


def test_a_traceback_that_the_program_survives_is_no_crash() -> None:
    trace = b'Traceback (most recent call last):\n  File "x"\nValueError: y\n'
    assert member("python").crash(Observation((), b"", trace, 0)) is None
    assert member("python").crash(Observation((), b"", trace, 1)) == Crash("ValueError: y")


def test_a_java_exception_that_the_program_survives_is_no_crash() -> None:
    stderr = b'Exception in thread "main" java.lang.Error: x\n\tat A.main(A.java:1)\n'
    assert member("java").crash(Observation((), b"", stderr, 0)) is None
    assert member("java").crash(Observation((), b"", stderr, 1)) == Crash("Error: x")


def test_the_last_line_that_says_something() -> None:
    assert last_line(b"a\nb \xff\n\n  \n") == "b \N{REPLACEMENT CHARACTER}"
    assert last_line(b"") == ""


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("class A { public static void main(String[] a) {} }", ["A"]),
        ("package x.y; class A { static public void main(String... a) {} }", ["x.y.A"]),
        ("class A { void main() {} } class B { public static final void main(String[] a) {} }", ["B"]),
        ("class A { static class In { public static void main(String[] a) {} } }", []),
        ("class A { // public static void main(String[] a)\n }", []),
        ('class A { String s = "public static void main(String[] a) {}"; }', []),
        ("enum E { X; public static void main(String[] a) {} }", ["E"]),
        ("interface I { public static void main(String[] a) {} }", ["I"]),
        ("interface I { static void main(String[] a) {} }", ["I"]),
        ("interface I { private static void main(String[] a) {} }", []),
        ("record R(int x) { public static void main(String[] a) {} }", ["R"]),
        ("/* \xe9 */ class \u00c9t\u00e9 { @Deprecated public static void main(String[] a) {} }", ["\u00c9t\u00e9"]),
        ("class A { public static void main(String[] a) { ", ["A"]),
        ("not java at all {{{ \0", []),
    ],
)
def test_the_classes_with_a_main_method(source: str, names: list[str]) -> None:
    assert list(main_classes(source.encode())) == names


@pytest.mark.parametrize(
    ("files", "entry"),
    [
        ({"A": "", "Main": "main", "Z": "main"}, "Main"),
        ({"A": "", "Z": "main"}, "Z"),
        ({"B": "main", "A": "main"}, "A"),
        ({"A": ""}, None),
    ],
)
def test_javas_entry_point(tmp_path: Path, files: dict[str, str], entry: str | None) -> None:
    main = "public static void main(String[] a) {}"
    workdir = write(
        tmp_path, {f"{name}.java": f"class {name} {{ {main if text else ''} }}" for name, text in files.items()}
    )
    assert member("java").entry_point(workdir, [f"{name}.java" for name in files]) == ((entry,) if entry else None)


@pytest.mark.parametrize(
    ("files", "entry"),
    [
        ({"solver.py": "x = 1"}, "solver.py"),
        ({"main.py": "", "other.py": ""}, "main.py"),
        ({"a.py": "import b", "b.py": "if __name__ == '__main__': pass"}, "a.py"),
        ({"a.py": "", "z.py": "if __name__ == '__main__': pass"}, "z.py"),
        ({"b.py": "from a import x", "a.py": "from b import y"}, "a.py"),
        ({"bad.py": "print(", "main.py": ""}, "main.py"),
        ({"pkg/run.py": "", "top.py": ""}, "top.py"),
        ({"nul.py": "\0", "main.py": ""}, "main.py"),
        ({"queens.py": "if __name__ == '__main__': pass", "test_queens.py": "import queens"}, "queens.py"),
        ({"test_all.py": ""}, "test_all.py"),
        ({"pkg/__main__.py": "import search", "pkg/search.py": ""}, "pkg/__main__.py"),
    ],
)
def test_pythons_entry_point(tmp_path: Path, files: dict[str, str], entry: str) -> None:
    assert member("python").entry_point(write(tmp_path, files), list(files)) == (entry,)


def test_a_package_that_imports_from_itself_is_started_by_its_name(tmp_path: Path) -> None:
    files = {"pkg/__main__.py": "from .search import climb", "pkg/search.py": "", "pkg/__init__.py": ""}
    assert member("python").entry_point(write(tmp_path, files), list(files)) == ("-m", "pkg")


def test_a_script_with_its_interpreter_is_started_as_it_is(tmp_path: Path) -> None:
    workdir = write(tmp_path, {"go": "#!/bin/sh\n", "x.awk": "{}"})
    assert member("script").entry_point(workdir, ["go"]) == ("./go",)
    assert (workdir / "go").stat().st_mode & 0o100
    assert member("script").entry_point(workdir, ["x.awk"]) == ("awk", "-f", "x.awk")


def test_a_makefile_that_makes_no_program_leaves_it_to_the_language(tmp_path: Path) -> None:
    workdir = write(tmp_path, {"Makefile": "all:\n", "main.py": ""})
    assert member("make").entry_point(workdir, ["Makefile", "main.py"]) == ("python3", "main.py")
    (workdir / "prog").write_text("")
    (workdir / "prog").chmod(0o755)
    assert member("make").entry_point(workdir, ["Makefile", "main.py"]) == ("./prog",)


def test_no_source_breaks_a_language(tmp_path: Path) -> None:
    noise = bytes(range(256)) * 20
    for language in languages().values():
        names = [f"noise{suffix}" for suffix in language.suffixes] or ["Makefile"]
        workdir = write(tmp_path / language.name, dict.fromkeys(names, noise))
        sources = language.sources(workdir, names)
        entry = language.entry_point(workdir, sources)
        assert entry is None or all(isinstance(word, str) for word in entry)
        assert language.crash(Observation((), noise, noise, 1)) is None


@pytest.mark.parametrize(
    "source",
    [
        f"if __name__ == {'-' * 2500}1: pass\nprint('hello')\n",
        f"x = {'-' * 100_000}1\n",
        f"x = {'(' * 100_000}1\n",
        f"def f(x): return x{'.a' * 2500}\nprint('hello')\n",
        "x = 1\n" * 400_000,
    ],
)
def test_a_source_that_is_nested_or_long_beyond_measure_is_the_students_fault(source: str, tmp_path: Path) -> None:
    spec = """\
        title: Hello
        language: any
        clauses:
          hello: {text: It greets., points: 1}
        cases:
          - {name: hello, clause: hello, stdout: "hello\\n", limits: {cpu: 20 s}}
    """
    files = {"main.py": source, "Makefile": "all:\n\ttrue\n"}
    grade = graded(loaded(course(tmp_path, spec)), write(tmp_path / "handed-in", files))
    assert grade.verdict in ((Verdict.AC,) if "hello" in source else (Verdict.RTE, Verdict.WA))


def test_a_long_java_source_is_not_looked_into(tmp_path: Path) -> None:
    main = "public class Main { public static void main(String[] args) { } }\n"
    write(tmp_path, {"Main.java": main + "//" * (1 << 20), "Other.java": main.replace("Main", "Other")})
    assert languages()["java"].entry_point(tmp_path, ["Main.java", "Other.java"]) == ("Other",)
