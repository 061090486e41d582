"""Suites in Java: JUnit, with mirrors of the student's classes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from harness.grading.running.suites.host import SuiteHost, SuiteRun, copy_server, reference_files, required_files
from harness.language.driver import FOLDER
from harness.language.java.suite_jar import check_libraries, junit_jars, suite_jar
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.sandbox.files.scratch import prepare_new_file, read_bounded, regular_files
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.suite_tests import suite_files

_JAR = "suite.jar"
_LARGEST_CLASS = 4 << 20
_MOST_CLASSES = 2000
_FAST_START = ("-XX:TieredStopAtLevel=1", "-XX:CICompilerCount=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
# What judges has 112 MiB in all: the heap, the compiled code, the classes.
_SMALL = ("-Xmx48m", "-XX:ReservedCodeCacheSize=16m", "-XX:+ExitOnOutOfMemoryError")


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
    start = (java, *_FAST_START, *_SMALL, "-cp", f"{folder / _JAR}:{jars}", "harness.suite.SuiteDecider")
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
