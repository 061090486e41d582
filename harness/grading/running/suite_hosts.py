"""The two processes of a suite by language: what decides outside of the sandbox, and what holds the program in it.

Java has JUnit, JavaScript node:test, Python unittest, pytest and doctest; each has mirrors of what students wrote.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from harness.grading.building.built import Built
from harness.language.driver import FOLDER, copy_program
from harness.language.java.suite_jar import check_libraries, junit_jars, suite_jar
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.patterns import alternatives
from harness.sandbox.files.scratch import prepare_new_file, read_bounded, regular_files
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.assignment import Assignment
from harness.spec.format.javascript_tests import JAVASCRIPT_ENDINGS
from harness.spec.format.model import Suite
from harness.spec.format.suite_tests import suite_files, tests_of

LANGUAGES = Path(sys.modules["harness.language"].__file__ or "").parent
"""The folder of the languages, below which the programs of both processes are."""
_SERVER_SCRIPT = "suite_server.sh"


class SuiteRun(NamedTuple):
    """What is run: the tests with these names, of a suite, with a submission."""

    assignment: Assignment
    suite: Suite
    names: list[str]
    built: Built


class SuiteHost(NamedTuple):
    """How both processes are started."""

    program: Path
    """The program that decides."""
    start: tuple[str, ...]
    """What starts it."""
    command: tuple[str, ...]
    """The command in the sandbox."""
    settings: dict[str, Any]
    """What only the decider gets."""


def required_files(assignment: Assignment) -> list[str]:
    """The files that students must hand in; each of the names that one may have."""
    return [name for pattern in assignment.spec.files.required for name in alternatives(pattern)]


def reference_files(assignment: Assignment) -> Iterator[str]:
    """The files of all references: what students may hand in too."""
    return (name for folder in assignment.references() for name in regular_files(folder))


def copy_server(workdir: Path, programs: str, names: tuple[str, ...]) -> tuple[Path, tuple[str, ...]]:
    """Copy what holds the program; return its folder, and the beginning of a command that starts it after each end."""
    own = copy_program(workdir, programs, names)
    shutil.copyfile(LANGUAGES / _SERVER_SCRIPT, own / _SERVER_SCRIPT)
    return own, ("sh", f"{FOLDER}/{_SERVER_SCRIPT}")


_JAR = "suite.jar"
_LARGEST_CLASS = 4 << 20
_MOST_CLASSES = 2000
_FAST_START = ("-XX:TieredStopAtLevel=1", "-XX:CICompilerCount=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
# What judges has 112 MiB in all: the heap, the compiled code, the classes.
_SMALL_JAVA = ("-Xmx48m", "-XX:ReservedCodeCacheSize=16m", "-XX:+ExitOnOutOfMemoryError")


def java_host(run: SuiteRun, folder: Path, workdir: Path) -> SuiteHost:
    """Copy the server into the program's folder, and the compiled classes to the decider, which reads their members.

    Raises:
        JudgeError: when Java, JUnit, ASM or a library of the tests is missing.

    """
    tests = suite_files(run.assignment.folder, run.suite)
    check_libraries((run.assignment.folder / name).read_bytes() for name in tests if name.endswith(".java"))
    java = locate("java")
    if java is None:
        raise JudgeError(missing_tools(("java",)) or "there is no java")
    jars = ":".join(map(str, junit_jars()))
    (folder / _JAR).write_bytes(suite_jar())
    _copy_classes(run.built.folder or Path(), folder / "classes")
    own, again = copy_server(workdir, "java/suite", ())
    (own / _JAR).write_bytes(suite_jar())
    start = (java, *_FAST_START, *_SMALL_JAVA, "-cp", f"{folder / _JAR}:{jars}", "harness.suite.SuiteDecider")
    server = ("java", *_FAST_START, "-cp", f"{FOLDER}/{_JAR}", "harness.suite.SuiteServer")
    return SuiteHost(folder / _JAR, start, (*again, *server), {"first": [*_handed_in_classes(run)]})


def _handed_in_classes(run: SuiteRun) -> Iterator[str]:
    """The classes that students are asked for: those of the files that the spec requires, and of the references."""
    names = (*required_files(run.assignment), *reference_files(run.assignment))
    yield from dict.fromkeys(PurePosixPath(name).stem for name in names if name.endswith(".java"))


def _copy_classes(source: Path, target: Path) -> None:
    """Copy what the program was compiled to; what is larger than any class is none."""
    target.mkdir()
    names = [name for name in regular_files(source) if name.endswith(".class")]
    for name in names[:_MOST_CLASSES]:
        content = read_bounded(source, name, _LARGEST_CLASS)
        if content:
            prepare_new_file(target, name).write_bytes(content)


_OF_JAVASCRIPT = "javascript/suite"
_JAVASCRIPT_SERVER = tuple(f"suite_{name}.cjs" for name in ("server", "lines", "values", "wire", "watchdog"))
# What judges has 112 MiB in all.
_SMALL_NODE = ("--no-warnings", "--max-old-space-size=48", "--max-semi-space-size=2", "--v8-pool-size=1")
_STREAMS = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""The program has pipes of its own, so that what it prints by other ways is no message."""


def javascript_host(run: SuiteRun, _folder: Path, workdir: Path) -> SuiteHost:
    """Copy the server into the program's folder; JudgeError if there is no Node."""
    node = locate("node")
    if node is None:
        raise JudgeError(missing_tools(("node",)) or "there is no node")
    _, again = copy_server(workdir, _OF_JAVASCRIPT, _JAVASCRIPT_SERVER)
    programs = LANGUAGES / _OF_JAVASCRIPT
    reporter = (f"--test-reporter={programs / 'suite_results.cjs'}", "--test-reporter-destination=/dev/null")
    server = ("sh", "-c", _STREAMS, "sh", "node", "--no-warnings", f"{FOLDER}/suite_server.cjs")
    return SuiteHost(
        programs / "suite_decider.cjs", (node, *_SMALL_NODE, *reporter), (*again, *server), _javascript_settings(run)
    )


def _javascript_settings(run: SuiteRun) -> dict[str, Any]:
    """Which files are the student's: those that are asked for, and the others; and the names of the tests' runs."""
    asked = (*required_files(run.assignment), *reference_files(run.assignment))
    tests = [test for test in tests_of(run.assignment.folder, run.suite) if test.name in run.names]
    return {
        "first": [*dict.fromkeys(name for name in asked if name.endswith(JAVASCRIPT_ENDINGS))],
        "rest": [name for name in run.built.intake.files if name.endswith(JAVASCRIPT_ENDINGS)],
        "patterns": {test.name: test.pattern or test.name.replace(".", "[.]") for test in tests},
        "dynamic": [test.name for test in tests if test.pattern],
    }


_OF_PYTHON = "python/suite"
_PYTHON_SERVER = tuple(
    f"suite_{name}.py" for name in ("server", "child", "files", "foreign", "objects", "shared", "wire")
)
_PYTHON = ".py"


def python_host(run: SuiteRun, _folder: Path, workdir: Path) -> SuiteHost:
    """Copy the server into the program's folder; JudgeError if there is no Python."""
    python = locate("python3")
    if python is None:
        raise JudgeError(missing_tools(("python3",)) or "there is no python3")
    copy_program(workdir, _OF_PYTHON, _PYTHON_SERVER)
    decider = LANGUAGES / _OF_PYTHON / "suite_decider.py"
    command = ("python3", "-s", f"{FOLDER}/suite_server.py")
    return SuiteHost(decider, (python, "-B", "-s"), command, _python_settings(run))


def _python_settings(run: SuiteRun) -> dict[str, Any]:
    """Which modules are the student's: those that must come first, and the others; and all their files."""
    tests = tests_of(run.assignment.folder, run.suite)
    own = [*handed_in_modules(run.assignment)]
    if run.suite.runner == "doctest":
        own += [Path(test.file).stem for test in tests if test.file.endswith(_PYTHON)]
    others = [name for name in _python_modules(run.built.intake.files) if name not in sys.stdlib_module_names]
    return {"first": [*dict.fromkeys(own)], "rest": others, "handed_in": [*run.built.intake.files]}


def handed_in_modules(assignment: Assignment) -> Iterator[str]:
    """The modules that students hand in: those that the spec requires, and those of the references."""
    yield from _python_modules(required_files(assignment))
    yield from (name for name in _python_modules(reference_files(assignment)) if name not in sys.stdlib_module_names)


def _python_modules(files: Sequence[str] | Iterator[str]) -> list[str]:
    """The modules and packages at the top of a folder with these files."""
    names = [PurePosixPath(name).parts[0] for name in files if name.endswith(_PYTHON)]
    return [*dict.fromkeys(stem for name in names if (stem := name.removesuffix(_PYTHON)).isidentifier())]
