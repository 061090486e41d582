"""What calling Java methods costs: the driver against hand-written runners with the same calls compiled into them.

Start it with ``python benchmarks/java_driver.py``.

The calls are ``nextPermutation`` and ``isSolution`` of the reference for every permutation of one to five numbers, a
case each. A runner does what a JUnit class does, without its cost: a method a case, found by reflection, arrays as
literals, output set aside, exceptions caught, a line a case. Three are measured: one compiled beforehand; the same
compiled for this submission, as courses do it; one compiled beforehand that gives each case fresh static fields, as the
driver does where a class has any. For that one the reference is given a static field, and so for a second driver.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

from measure import Cost, Row, at_most, middle, paired, ratio, report

from harness.language.driver import CalledNames
from harness.language.java.driver import DRIVER

ROUNDS = 7
TARGET = 1.3
_LARGEST = 5
_REFERENCE = Path(__file__).resolve().parent.parent / "reference" / "cmps12a-pa5" / "java" / "Queens.java"
_RUNNER = """\
import java.io.*;
import java.lang.reflect.Method;
import java.net.*;
import java.util.Arrays;

public class %(name)s {
    static void check(boolean right) {
        if (!right) { throw new AssertionError(); }
    }
    static Object fresh(ClassLoader loader, String name, int[] given) throws Exception {
        Method method = loader.loadClass("Queens").getDeclaredMethod(name, int[].class);
        method.setAccessible(true);
        return method.invoke(null, given);
    }
%(tests)s
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        StringBuilder report = new StringBuilder();
        for (Method method : %(name)s.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("test")) { continue; }
            ByteArrayOutputStream kept = new ByteArrayOutputStream();
            System.setOut(new PrintStream(kept));
            String told = "right";
            try { method.invoke(new %(name)s()); } catch (Exception error) { told = String.valueOf(error.getCause()); }
            report.append(method.getName()).append(' ').append(told).append(' ').append(kept).append('\\n');
        }
        out.print(report);
        if (report.indexOf("Error") >= 0 || report.indexOf("Exception") >= 0) { System.exit(1); }
    }
}
"""
_PLAIN = """\
    public void test%d() {
        int[] given = {%s};
        check(Queens.isSolution(given) == %s);
        Queens.nextPermutation(given);
        check(Arrays.equals(given, new int[] {%s}));
    }
"""
_FRESH = """\
    public void test%d() throws Exception {
        ClassLoader loader = new URLClassLoader(new URL[] {new File("./").toURI().toURL()}, null);
        int[] given = {%s};
        check((boolean) fresh(loader, "isSolution", given) == %s);
        fresh(loader, "nextPermutation", given);
        check(Arrays.equals(given, new int[] {%s}));
    }
"""


def steps() -> Iterator[tuple[list[int], list[int], bool]]:
    """Each permutation, the one behind it, and whether it puts no two queens on a diagonal."""
    for size in range(1, _LARGEST + 1):
        rows = list(permutations(range(1, size + 1)))
        for permutation, following in zip(rows, [*rows[1:], rows[0]], strict=True):
            pairs = ((i, j) for j in range(size) for i in range(j))
            yield (
                [0, *permutation],
                [0, *following],
                all(abs(permutation[i] - permutation[j]) != j - i for i, j in pairs),
            )


def _request(number: int, numbers: list[int]) -> dict[str, Any]:
    calls = [{"functions": [name], "args": [{"var": "A"}]} for name in ("isSolution", "nextPermutation")]
    return {"case": number, "let": {"A": numbers}, "calls": calls, "cpu": 5.0}


def _tests(template: str, cases: list[tuple[list[int], list[int], bool]]) -> str:
    return "".join(
        template % (number, ",".join(map(str, numbers)), str(free).lower(), ",".join(map(str, following)))
        for number, (numbers, following, free) in enumerate(cases)
    )


def prepare(root: Path) -> dict[str, list[str | Path]]:
    """Write and compile all that is started; the commands by their names, to be run in ``root``."""
    cases = list(steps())
    reference = _REFERENCE.read_text(encoding="utf-8")
    stateful = reference.replace("class Queens {", "class Queens {\n    static int[] kept = new int[1];\n")
    runner = root / "runner"
    runner.mkdir()
    for name, tests in {"Plain": _PLAIN, "Fresh": _FRESH}.items():
        source = _RUNNER % {"name": name, "tests": _tests(tests, cases)}
        (runner / f"{name}.java").write_text(source, encoding="utf-8")
    (runner / "Empty.java").write_text("class Empty { public static void main(String[] args) { } }\n")
    for workdir, source in {"box": reference, "stateful": stateful}.items():
        (root / workdir).mkdir()
        (root / workdir / "Queens.java").write_text(source, encoding="utf-8")
        subprocess.run(["javac", "Queens.java"], cwd=root / workdir, check=True)
        DRIVER.prepare_commands(root / workdir, CalledNames())
    subprocess.run(["javac", "-cp", root / "box", "-d", runner, *runner.glob("*.java")], check=True)
    requests = (_request(number, numbers) for number, (numbers, _, _) in enumerate(cases))
    lines = "".join(json.dumps(request, separators=(",", ":")) + "\n" for request in requests)
    (root / "requests").write_text(lines, encoding="utf-8")

    def shell(folder: str, command: str) -> list[str | Path]:
        return ["sh", "-c", f"cd {folder} && {command}"]

    def driver(folder: str) -> list[str | Path]:
        return shell(folder, f"exec {shlex.join(DRIVER.start_command(root / folder, '../report'))} < ../requests")

    return {
        "java alone": ["java", "-cp", runner, "Empty"],
        "driver": driver("box"),
        "runner": shell("box", "exec java -cp ../runner:. Plain"),
        "runner, compiled": shell(
            "box", "javac -cp . -d ../again ../runner/Plain.java && exec java -cp ../again:. Plain"
        ),
        "driver, fresh": driver("stateful"),
        "runner, fresh": shell("stateful", "exec java -cp ../runner Fresh"),
    }


def measure() -> dict[str, list[Cost]]:
    """What each took in each round; the driver's answers are checked, a runner checks its own."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        costs = paired(prepare(root), ROUNDS, cwd=root)
        lines = (root / "report").read_text(encoding="utf-8").splitlines()
    calls = [entry for line in lines if "call" in (entry := json.loads(line))]
    expected = [value for _, following, free in steps() for value in (free, [following])]
    if [entry["after" if entry["call"] else "returned"] for entry in calls] != expected:
        raise SystemExit("the driver's answers are wrong")
    return costs


def rows() -> list[Row]:
    """The driver's time against that of each runner."""
    costs = measure()
    results = []
    for ours, theirs in (("driver", "runner, compiled"), ("driver, fresh", "runner, fresh"), ("driver", "runner")):
        results.append(at_most(f"calls of Java: {ours} / {theirs}", ratio(costs[ours], costs[theirs]), TARGET))
    return [*results, Row("calls of Java: the driver", middle(costs["driver"]).wall_s * 1000, "ms")]


if __name__ == "__main__":
    sys.exit(report(rows()))
