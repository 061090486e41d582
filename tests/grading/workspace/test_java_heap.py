"""Java and the memory limit: the same on a machine of any size."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harness.language.java.virtual_machine import explain_oom, limit_heap
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.verdict import Verdict
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.environment import HEAP_OPTIONS, TOOLS
from tests.attacks.levels import isolation_at
from tests.support import case_of, course, graded, loaded, write

MIB = 1024**2
SPEC = """\
title: Memory
language: java
limits: {cpu: 60 s, memory: 400 MiB}
clauses:
  all: {text: All is well., points: 1}
cases:
  - {name: all, clause: all, stdout: "done\\n"}
"""
MAIN = """\
import java.util.*;
public class Main {
    public static void main(String[] args) {
        Deque<int[]> kept = new ArrayDeque<>();
        for (int n = 0; n < %d; n++) {
            kept.add(new int[10_000]);
            while (kept.size() > %d) { kept.remove(); }
        }
        System.out.println("done");
    }
}
"""


@pytest.mark.parametrize(
    ("times", "kept", "verdict"),
    [
        (100_000, 500, Verdict.AC),  # 4 GB made, 20 MB kept
        (100_000, 100_000, Verdict.MLE),
    ],
)
def test_what_is_kept_counts_and_not_what_was_made(times: int, kept: int, verdict: Verdict, tmp_path: Path) -> None:
    handed_in = write(tmp_path / "handed-in", {"Main.java": MAIN % (times, kept)})
    case = case_of(graded(loaded(course(tmp_path, SPEC)), handed_in), "all")
    assert case.verdict is verdict
    assert case.reproduce == "javac -encoding UTF-8 -proc:none -d . Main.java && java -cp . Main"


BY_SCRIPT = SPEC.replace("language: java\n", "language: any\n").replace(
    "clauses:", "build: [{commands: [[javac, Main.java], [chmod, +x, start]], run: [[./start]]}]\nclauses:"
)


@pytest.mark.parametrize("level", ["E", "B", "B-2"])
@pytest.mark.parametrize(
    ("start", "kept", "verdict"),
    [
        ('exec java -cp . Main "$@"', 500, Verdict.AC),
        ('exec java -cp . Main "$@"', 100_000, Verdict.MLE),
        ("exec make -s run", 500, Verdict.AC),
        ("exec java -Xmx3g -cp . Main", 100_000, Verdict.MLE),  # its own choice: the run's limit ends it
    ],
)
def test_a_script_that_starts_java_gets_a_heap_that_fits(
    start: str, kept: int, verdict: Verdict, level: str, tmp_path: Path
) -> None:
    files = {"Main.java": MAIN % (100_000, kept), "start": f"#!/bin/sh\n{start}\n", "Makefile": "run:\n\tjava Main\n"}
    handed_in = write(tmp_path / "handed-in", files)
    isolation = Unconfined() if level == "E" else isolation_at(level)
    grade = graded(loaded(course(tmp_path, BY_SCRIPT)), handed_in, isolation=isolation)
    case = case_of(grade, "all")
    assert case.verdict is verdict, case.findings


@pytest.mark.parametrize("option", [*(f"{option}9" for option in HEAP_OPTIONS), "-cp"])
def test_the_script_leaves_a_size_that_is_said(option: str, tmp_path: Path) -> None:
    script = TOOLS.joinpath("java").read_text(encoding="utf-8").replace("/usr/local/bin/java", f"{tmp_path}/java")
    write(tmp_path, {"java": '#!/bin/sh\necho "$@"\n', "script": script})
    tmp_path.joinpath("java").chmod(0o755)
    command = ["sh", str(tmp_path / "script"), option, "Main", "a  b"]
    started = subprocess.run(command, env={"JAVA_HEAP": "7k"}, capture_output=True, check=True, text=True).stdout
    assert started == ("-Xmx7k " if option == "-cp" else "") + f"{option} Main a  b\n"


@pytest.mark.parametrize(
    ("command", "memory", "started"),
    [
        ("java -cp . Main 3", 1024 * MIB, "java -Xmx786432k -cp . Main 3"),
        ("/usr/bin/java Main", 256 * MIB, "/usr/bin/java -Xmx131072k Main"),
        ("java -Xmx64m Main", 1024 * MIB, "java -Xmx64m Main"),
        ("java -XX:MaxRAMPercentage=10 Main", 1024 * MIB, "java -XX:MaxRAMPercentage=10 Main"),
        ("./java-like Main", 1024 * MIB, "./java-like Main"),
        ("python3 java.py", 1024 * MIB, "python3 java.py"),
    ],
)
def test_the_heap_leaves_room_where_nobody_has_said_how_large_it_is(command: str, memory: int, started: str) -> None:
    asked = Invocation(tuple(command.split()), Path("box"), Path("home"), ResolvedLimits(memory=memory))
    assert " ".join(limit_heap(asked).command) == started


@pytest.mark.parametrize(
    ("words", "exit_status", "ended_by"),
    [
        ("Java heap space", 1, Limit.MEMORY),
        ("GC overhead limit exceeded", 1, Limit.MEMORY),
        ("Java heap space", 0, None),  # it was caught, and only written down
        ("unable to create native thread: possibly out of memory or process/resource limits reached", 1, None),
        ("Requested array size exceeds VM limit", 1, None),
    ],
)
def test_not_every_error_of_that_name_is_the_memory_limit(words: str, exit_status: int, ended_by: Limit | None) -> None:
    stderr = f'Exception in thread "main" java.lang.OutOfMemoryError: {words}\n'.encode()
    asked = Invocation(("java", "Main"), Path("box"), Path("home"), ResolvedLimits())
    seen = explain_oom(Observation(("java", "-Xmx1k", "Main"), stderr=stderr, exit=exit_status), asked)
    assert (seen.ended_by, seen.command) == (ended_by, asked.command)
