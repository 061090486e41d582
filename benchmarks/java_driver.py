"""What calling Java methods costs: the driver against a hand-written runner with the same calls compiled into it.

Start it with ``python benchmarks/java_driver.py``.

The calls are ``nextPermutation`` and ``isSolution`` of the reference for every permutation of one to five numbers, a case
each. The runner does what a JUnit class does, without its cost: a method a case, found by reflection, arrays as
literals, output set aside, exceptions caught, a line a case. It is compiled beforehand, which its course pays for too.
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

from measure import Cost, interleaved

from harness.drivers.java import DRIVER

ROUNDS = 15
TARGET = 1.3
_LARGEST = 5
_REFERENCE = Path(__file__).resolve().parent.parent / "reference" / "cmps12a-pa5" / "java" / "Queens.java"
_RUNNER = """\
import java.io.*;
import java.lang.reflect.Method;
import java.util.Arrays;

public class Runner {
    static void check(boolean right) {
        if (!right) { throw new AssertionError(); }
    }
%s
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        StringBuilder report = new StringBuilder();
        for (Method method : Runner.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("test")) { continue; }
            ByteArrayOutputStream kept = new ByteArrayOutputStream();
            System.setOut(new PrintStream(kept));
            String told = "right";
            try { method.invoke(new Runner()); } catch (Exception error) { told = String.valueOf(error.getCause()); }
            report.append(method.getName()).append(' ').append(told).append(' ').append(kept).append('\\n');
        }
        out.print(report);
        if (report.indexOf("Error") >= 0) { System.exit(1); }
    }
}
"""
_TEST = """\
    public void test%d() {
        int[] given = {%s};
        check(Queens.isSolution(given) == %s);
        Queens.nextPermutation(given);
        check(Arrays.equals(given, new int[] {%s}));
    }
"""


def steps() -> Iterator[tuple[list[int], list[int], bool]]:
    """Each permutation, the one behind it, and whether it puts no two queens on a diagonal."""
    for size in range(1, _LARGEST + 1):
        rows = list(permutations(range(1, size + 1)))
        for one, following in zip(rows, [*rows[1:], rows[0]], strict=True):
            pairs = ((i, j) for j in range(size) for i in range(j))
            yield [0, *one], [0, *following], all(abs(one[i] - one[j]) != j - i for i, j in pairs)


def _request(number: int, given: list[int]) -> dict[str, Any]:
    calls = [{"functions": [name], "fold": False, "args": [{"var": "A"}], "repeat": 1}
             for name in ("isSolution", "nextPermutation")]  # fmt: skip
    return {"case": number, "set": {}, "let": {"A": given}, "get": [], "calls": calls}


def measure() -> dict[str, Cost]:
    """The medians of the driver, the runner and an empty Java program, interleaved; the driver's answers are checked."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        box, runner = root / "box", root / "runner"
        cases = list(steps())
        tests = "".join(
            _TEST % (number, ",".join(map(str, given)), str(free).lower(), ",".join(map(str, following)))
            for number, (given, following, free) in enumerate(cases)
        )
        runner.mkdir()
        (runner / "Runner.java").write_text(_RUNNER % tests, encoding="utf-8")
        (runner / "Empty.java").write_text("class Empty { public static void main(String[] args) { } }\n")
        subprocess.run(["javac", "-d", box, _REFERENCE], check=True)
        subprocess.run(["javac", "-cp", box, "-d", runner, *runner.glob("*.java")], check=True)
        lines = "".join(json.dumps(_request(number, given)) + "\n" for number, (given, _, _) in enumerate(cases))
        (root / "requests").write_text(lines, encoding="utf-8")
        DRIVER.commands(box, ())
        driver = f"{shlex.join(DRIVER.start(box, str(root / 'report')))} < {shlex.quote(str(root / 'requests'))}"
        seen = interleaved(
            {
                "driver": ["sh", "-c", f"exec {driver}"],
                "runner": ["sh", "-c", f"exec java -cp {shlex.quote(f'{runner}:.')} Runner"],
                "java": ["java", "-cp", str(runner), "Empty"],
            },
            ROUNDS,
            cwd=box,
        )
        _check((root / "report").read_text(encoding="utf-8"), cases)
    return seen


def _check(report: str, cases: list[tuple[list[int], list[int], bool]]) -> None:
    calls = [entry for line in report.splitlines() if "call" in (entry := json.loads(line))]
    expected = [value for _, following, free in cases for value in (free, [following])]
    if [entry["after" if entry["call"] else "returned"] for entry in calls] != expected:
        raise SystemExit("the driver's answers are wrong")


def main() -> int:
    """Print the figures; 1 when the driver takes more than its share of the runner's time."""
    seen = measure()
    driver, runner = seen["driver"], seen["runner"]
    for label, cost in seen.items():
        print(f"{label:7} {cost.wall_s * 1000:6.0f} ms elapsed, {cost.cpu_s * 1000:6.0f} ms of CPU time")
    elapsed, cpu = driver.wall_s / runner.wall_s, driver.cpu_s / runner.cpu_s
    print(f"driver / runner: {elapsed:.2f} elapsed, {cpu:.2f} of CPU time (target: at most {TARGET})")
    return 0 if elapsed <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
