"""Counting in Java by the ASM library: kept apart from a student's own copy, loaded only where it is needed."""

from __future__ import annotations

import json
import re
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.app.commands.grading.doctor import doctor
from harness.language.driver import CalledNames, drivers
from harness.language.java import jar as java_asm
from harness.language.java import jar as java_jar
from harness.language.tools import packages as installed
from harness.model.errors import JudgeError
from harness.model.output import read_whole
from harness.sandbox.process_setup.environment import ENVIRONMENT
from tests.language.calling import call, call_result, reports, traced
from tests.language.java.test_driver import compiled, in_prog
from tests.support import course, write

MISSING = "this machine has no asm.jar; install it with: apt-get install libasm-java"
HOSTILE = "package {}; public class {} {{ static {{ if (true) System.exit(9); }} }}"


def test_a_students_classes_of_those_names_disturb_no_count(tmp_path: Path) -> None:
    names = ("ClassReader", "ClassWriter", "ClassVisitor", "MethodVisitor", "Opcodes")
    packages = ("org.objectweb.asm", "harness.shade.asm")
    sources = {f"{package}/{name}.java": HOSTILE.format(package, name) for name in names for package in packages}
    sources["Rewriter.java"] = HOSTILE.format("harness.driver.rewriter", "Rewriter")
    sources["Prog.java"] = in_prog("""
        static int read(int[] a) { return a[0] + a[1]; }
        public static void main(String[] args) { read(new int[2]); }
    """)
    (report,) = reports(tmp_path / "reads", "java", sources, {"calls": [call("read", [1, 2], reads=2)]})
    assert (report.results[0].returned, report.results[0].reads) == (3, 2)

    workdir = compiled(tmp_path / "box", sources)
    observation, counts = traced(workdir, "java", ("java", "-cp", ".", "Prog"), tmp_path)
    assert (observation.exit, observation.stderr, counts) == (0, b"", {"main": 1, "read": 1})


def test_a_traced_program_uses_its_own_copy_of_the_library(tmp_path: Path) -> None:
    library = "package org.objectweb.asm; public class ClassReader { public static int five() { return 5; } }"
    program = in_prog("public static void main(String[] a) { System.out.print(org.objectweb.asm.ClassReader.five()); }")
    workdir = compiled(tmp_path / "box", {"ClassReader.java": library, "Prog.java": program})
    observation, counts = traced(workdir, "java", ("java", "-cp", ".", "Prog"), tmp_path)
    assert (observation.exit, read_whole(observation.stdout), counts) == (0, b"5", {"main": 1, "five": 1})


@pytest.mark.parametrize("counting", [False, True])
def test_the_library_is_loaded_from_the_archive_and_only_to_count(tmp_path: Path, counting: bool) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": "class Prog { static int f(int[] a) { return a[0]; } }"})
    drivers()["java"].prepare_commands(workdir, CalledNames(("f",)))
    quiet = drivers()["java"].start_command(workdir, "report")
    loud = ["-Xlog:class+load" if word == "-Xlog:disable" else word for word in quiet]
    function = {"functions": ["f"], "args": [{"value": [7]}], "reads": counting}
    request = json.dumps({"case": 0, "calls": [function], "cpu": 5.0})
    completed = subprocess.run(loud, cwd=workdir, input=request.encode(), capture_output=True, check=True)
    loaded = [line for line in completed.stdout.decode().splitlines() if " harness.shade.asm." in line]
    assert bool(loaded) is counting
    assert [line for line in loaded if "shared objects file (top)" not in line] == []


@pytest.fixture
def _without_asm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    cached = (java_jar.driver_jar, java_jar.class_archive)
    monkeypatch.setattr(java_asm, "ASM", tmp_path / "nowhere" / "asm.jar")
    monkeypatch.setattr(installed, "JAR_FOLDER", tmp_path / "nowhere")
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


@pytest.mark.usefixtures("_without_asm")
def test_only_what_counts_says_that_the_library_is_missing(tmp_path: Path) -> None:
    files = {"Prog.java": "class Prog { static int f(int[] a) { return a[0]; } }"}
    assert call_result(tmp_path / "plain", "java", files, "f", [7]).returned == 7
    with pytest.raises(JudgeError, match=re.escape(MISSING)):
        reports(tmp_path / "reads", "java", files, {"calls": [call("f", [7])]}, {"calls": [call("f", [8], reads=1)]})
    with pytest.raises(JudgeError, match=re.escape(MISSING)):
        drivers()["java"].trace_commands(tmp_path, (("java", "Prog"),), "report")


SPEC = """
    title: Calls
    language: java
    clauses: {{calls: {{text: They are right., points: 1}}}}
    cases: [{{name: f, clause: calls, {case}}}]
"""


@pytest.mark.usefixtures("_without_asm")
@pytest.mark.parametrize(("case", "status"), [("trace: {f: 1}, run: [java, Prog]", 1), ("calls: [{function: f}]", 0)])
def test_doctor_names_the_package_where_an_assignment_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, status: int
) -> None:
    specs = course(tmp_path, textwrap.dedent(SPEC.format(case=case))) / "specs"
    assert doctor(specs=specs) == status
    output = capsys.readouterr().out
    assert "apt-get install libasm-java" in output
    assert ("no, ASM missing: apt-get install libasm-java" in output) == bool(status)


def test_classes_of_a_newer_java_than_the_library_knows_are_rewritten(tmp_path: Path) -> None:
    rewrite = """
        package harness.driver;
        import java.nio.file.*;
        class Rewrite {
            public static void main(String[] args) throws Exception {
                byte[] content = Files.readAllBytes(Path.of("Prog.class"));
                content[7] = 99; // the version
                Files.write(Path.of("Prog.class"), RewriterLoader.load(null, false).apply(content));
            }
        }
    """
    write(tmp_path, {"Prog.java": "class Prog { static int f(int[] a) { return a[0]; } }", "Rewrite.java": rewrite})
    (tmp_path / "driver.jar").write_bytes(java_jar.driver_jar())
    compiling = ["javac", "-cp", "driver.jar", "-d", ".", "Prog.java", "Rewrite.java"]
    for command in (compiling, ["java", "-cp", "driver.jar:.", "harness.driver.Rewrite"]):
        subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, check=True)
    rewritten = (tmp_path / "Prog.class").read_bytes()
    assert rewritten[7] == 99
    assert b"harness/driver/Counter" in rewritten
