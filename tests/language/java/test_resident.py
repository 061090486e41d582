"""A Java program in the virtual machine that stays does what it does when it is started, or is started."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.course.assignments import load_course
from harness.grading.plan.mutants import accepted_programs, as_submission, mutants
from harness.grading.schedule.grader import Grader
from harness.language.java.resident import FinishedProgram, ResidentPrograms
from harness.language.java.virtual_machine import limit_heap
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.sandbox.isolation.base import Isolation, SharedSandbox
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.process import observe
from tests.support import ROOT, invocation, write

RESIDENT = {
    "Arguments": 'for (String word : args) System.out.println(word + "\u00e9"); System.err.print(args.length);',
    "Input": "var in = new java.util.Scanner(System.in); while (in.hasNext()) System.out.println(in.next());",
    "Status": "System.out.print(1); System.exit(259);",
    "Negative": "System.exit(-1);",
    "ExitInLoop": "for (int i = 0; ; i++) try { if (i == 9) System.exit(i); } catch (RuntimeException e) { return; }",
    "Unflushed": "System.out.write('x'); System.err.write('y'); System.out.print('z'); System.out.write('w');",
    "Closed": 'System.out.print(1); System.out.close(); System.out.print(2); System.err.print("e");',
    "Caught": "try { Integer.parseInt(args[0]); } catch (NumberFormatException e) { System.out.print(e); }",
    "Fresh": 'System.out.print(++count + " " + new int[2].clone().length);',
    "Long": "for (int i = 0; i < 12000; i++) System.out.println(i % 9); System.err.print(2);",
    "Lambda": 'java.util.stream.IntStream.range(0, 5).mapToObj(i -> i + "-").forEach(System.out::print);',
    "Format": 'System.out.printf("%5.2f %s%n", 2.5, java.util.Arrays.toString(new int[] {1, 2}));',
}
STARTED = {
    "Uncaught": "Object[] none = {}; System.out.print(none[0]);",
    "Thrown": 'throw new IllegalStateException("no");',
    "Deep": "main(args);",
    "CaughtAll": "try { System.exit(3); } catch (Throwable e) { System.out.print(e); }",
    "Finally": "try { System.exit(3); } finally { System.out.print(1); }",
    "Hook": "Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print(1)));",
    "Threads": "new Thread(() -> System.out.print(1)).start();",
    "Trace": "new Exception().printStackTrace();",
    "Property": 'System.out.print(System.getProperty("java.class.path"));',
    "Environment": 'System.out.print(System.getenv("HOME") == null);',
    "Loader": "System.out.print(Fresh.class.getClassLoader());",
    "Reflection": 'System.out.print(Class.forName("Fresh").getName());',
    "Files": 'new java.io.PrintWriter("file").close();',
    "SetOut": "System.setOut(System.err); System.out.print(1);",
    "Address": "System.out.print(new Object());",
    "Memory": "Object[] all = new Object[1 << 20]; for (int i = 0; ; i++) all[i] = new long[1 << 20];",
    "Larger": "for (int i = 0; i < 70000; i++) System.out.print('x');",
}
COURSES = ("comp333-java", "cmps12a-pa5")
LIMITS = ResolvedLimits(cpu=4.0, wall=60.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs, compiled, and a jar that starts itself."""
    folder = tmp_path_factory.mktemp("programs")
    form = "class {0} {{ static int count; public static void main(String[] args) throws Exception {{ {1} }} }}"
    bodies = RESIDENT | STARTED | {"Endless": "while (true) count++;"}
    write(folder, {f"{name}.java": form.format(name, body) for name, body in bodies.items()})
    subprocess.run(["javac", *(f"{name}.java" for name in bodies)], cwd=folder, check=True)
    subprocess.run(["jar", "-c", "-f", "plain.jar", "-e", "Arguments", "Arguments.class"], cwd=folder, check=True)
    (folder / "itself").write_bytes(b'#!/bin/sh\nexec java -jar "$0" "$@"\n' + (folder / "plain.jar").read_bytes())
    (folder / "itself").chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def resident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ResidentPrograms]:
    isolation = ResidentPrograms(tmp_path_factory.mktemp("root"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("harness.language.java.resident._MOST_CPU_S", 5.0)  # on a slow machine, too
        yield isolation
    isolation.release_resources()
    process_tree.kill_all()


def seen(program: Invocation, isolation: Isolation) -> tuple[object, ...]:
    observation = observe(program, isolation)
    return observation.stdout, observation.stderr, observation.exit, observation.signal, observation.ended_by


def is_resident(folder: Path, isolation: ResidentPrograms, *command: str, limits: ResolvedLimits = LIMITS) -> bool:
    program = isolation.shared_sandbox(limit_heap(invocation(folder, *command, limits=limits, submission=command[-1])))
    if program is not None:
        program.close()
    return isinstance(program, FinishedProgram)


def assert_same(folder: Path, resident: ResidentPrograms, *command: str) -> None:
    assert is_resident(folder, resident, *command)
    program = limit_heap(invocation(folder, *command, stdin=b"Ann\nx", limits=LIMITS))
    assert seen(program, resident) == seen(program, Unconfined())


@pytest.mark.parametrize("name", RESIDENT)
def test_the_same_as_started(folder: Path, resident: ResidentPrograms, name: str) -> None:
    assert_same(folder, resident, "java", name, "a b", "-c", "\u00fc")


@pytest.mark.parametrize("start", [("./itself",), ("java", "-jar", "plain.jar"), ("java", "-cp", ".", "Arguments")])
def test_each_way_to_start(folder: Path, resident: ResidentPrograms, start: tuple[str, ...]) -> None:
    assert_same(folder, resident, *start, "x")


@pytest.mark.parametrize("name", STARTED)
def test_what_could_see_a_difference_is_started(folder: Path, resident: ResidentPrograms, name: str) -> None:
    assert not is_resident(folder, resident, "java", name)
    if name in ("Address", "Uncaught", "Deep", "Memory"):
        assert is_resident(folder, resident, "java", "Fresh")


def test_what_is_missing_or_has_little_is_started(folder: Path, resident: ResidentPrograms) -> None:
    for command in (("java", "None"), ("java", "-Dx=y", "Fresh"), ("./plain.jar",), ("java", "-jar", "none.jar")):
        assert not is_resident(folder, resident, *command)
    for limits in (
        ResolvedLimits(memory=512 << 20),
        ResolvedLimits(processes=9),
        ResolvedLimits(output=99),
        ResolvedLimits(cpu=0.1),
    ):
        assert not is_resident(folder, resident, "java", "Fresh", limits=limits)


def test_an_endless_program_is_over_its_limit_and_the_next_has_a_new_machine(
    folder: Path, resident: ResidentPrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.language.java.resident._MOST_CPU_S", 0.2)
    limits = ResolvedLimits(cpu=1.0, wall=60.0)
    endless: Observation = observe(limit_heap(invocation(folder, "java", "Endless", limits=limits)), resident)
    assert endless.ended_by is Limit.CPU
    monkeypatch.undo()
    assert is_resident(folder, resident, "java", "Fresh")


class Compared(ResidentPrograms):
    """Each program that has run in the resident machine is started as well; the folder ``compared`` says of which."""

    def shared_sandbox(self, invocation: Invocation) -> SharedSandbox | None:  # type: ignore[override]
        program = super().shared_sandbox(invocation)
        if isinstance(program, FinishedProgram):
            finished = Once(program)
            is_same = seen(invocation, finished) == seen(invocation, Unconfined())
            folder = self.root / "compared"
            folder.mkdir(exist_ok=True)
            name = f"{'same' if is_same else 'other'} {Path(invocation.submission).name} {time.monotonic_ns()}"
            (folder / name).write_text(" ".join(invocation.command))
            return None
        return program


class Once(Unconfined):
    """The place of one program."""

    def __init__(self, program: SharedSandbox) -> None:
        self.program = program

    def shared_sandbox(self, invocation: Invocation) -> SharedSandbox:  # type: ignore[override] # noqa: ARG002
        return self.program


@pytest.mark.slow
@pytest.mark.parametrize("name", COURSES)
def test_each_program_of_a_course_is_seen_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("harness.language.java.resident.ResidentPrograms", Compared)
    course = load_course(ROOT / "specs", (name,))
    programs = [*course[name].references(), *accepted_programs(course[name])]
    programs += [mutant.folder for mutant in mutants(course[name], tmp_path / "mutants")]
    submissions = [as_submission("mutant", str(number), course[name], path) for number, path in enumerate(programs)]
    grader = Grader(
        course,
        Unconfined(),
        tmp_path,
        2,
        needs_confirmation=lambda _: False,
        clauses_to_lose=lambda _: ("none",),  # so that right programs run there, too
        own_programs=True,
    )
    grader.run(submissions)
    compared = [path.name.split() for path in (tmp_path / "compared").iterdir()]
    assert {word for word, *_ in compared} == {"same"}
    assert len({submission for _, submission, _ in compared}) > len(programs) * 0.9
