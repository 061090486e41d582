"""Overflows of ints in Java programs: noted where a number is lost, and never if none is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.language.driver import OverflowDriver, drivers
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run.process import observe
from tests.language.java.test_driver import compiled

FACTORIAL_13 = 6_227_020_800
BY_INT = "static int f(int n) { return n < 2 ? 1 : n * f(n - 1); }"
BY_LONG = "static long f(int n) { return n < 2 ? 1 : n * f(n - 1); }"
LONG_OF_LONG = "static long f(long n) { return n < 2 ? 1 : n * f(n - 1); }"
BY_DOUBLE = "static double f(int n) { return n < 2 ? 1 : n * f(n - 1); }"
FALLING = "static int f(int n) { int p = n; while (n > 1) { n--; p *= n; } return p; }"
SUMS = (
    "static int f(int n) { int p = 1; for (int i = 2; i <= n; i++) { int s = 0; "
    "for (int k = 0; k < i; k++) s += p; p = s; } return p; }"
)
MIXED = "static int f(int n) { int p = 1; for (long i = 2; i <= n; i++) p *= i; return p; }"
LAMBDA = "static int f(int n) { return java.util.stream.IntStream.rangeClosed(1, n).reduce(1, (a, b) -> a * b); }"


def facts_of(tmp_path: Path, functions: str, loop: str) -> dict[str, Any]:
    """What is noted of a program with these functions, and this loop around the call of ``step``."""
    source = (
        f"public class Prog {{ static long steps; {functions} static void step() {{ steps++; }}\n"
        f"public static void main(String[] args) {{ int n = Integer.parseInt(args[0]);\n{loop} }} }}"
    )
    workdir, report = compiled(tmp_path / "box", {"Prog.java": source}), tmp_path / "trace.json"
    driver = drivers()["java"]
    assert isinstance(driver, OverflowDriver)
    way = ("java", "-cp", ".", "Prog", "13")
    _, command = driver.overflow_commands(workdir, (way,), str(report), 20_000)
    observe(Invocation(command, workdir, tmp_path, ResolvedLimits(cpu=60.0, wall=180.0)), Unconfined())
    counts, facts = report.read_text().splitlines()
    assert "step" in json.loads(counts)
    return dict(json.loads(facts))


@pytest.mark.parametrize(
    ("functions", "loop"),
    [
        (BY_LONG, "for (long i = 0; i < f(n); i++) step();"),
        (LONG_OF_LONG, "for (long i = 0; i < f(n); i++) step();"),
        (LONG_OF_LONG, "long left = f(n); while (left-- > 0) step();"),
        (BY_DOUBLE, "double i = 0; while (i != f(n)) { step(); i++; }"),
        (BY_LONG, "long start = System.nanoTime(); int now = (int) System.nanoTime(); do step(); while (n > 0);"),
        (BY_INT, "for (int k = 0; k < n; k++) for (int i = 0; i < f(n - 1); i++) step();"),
    ],
)
def test_where_no_number_is_lost_the_program_is_ended_at_work(tmp_path: Path, functions: str, loop: str) -> None:
    assert facts_of(tmp_path, functions, loop) == {"ended": True}


@pytest.mark.parametrize(
    ("functions", "loop", "lost", "value"),
    [
        (BY_INT, "for (int i = 0; i < f(n); i++) step();", "product", FACTORIAL_13),
        (FALLING, "for (int i = 0; i < f(n); i++) step();", "product", FACTORIAL_13 // 2),
        (SUMS, "for (int i = 0; i < f(n); i++) step();", "sum", None),
        (LAMBDA, "for (int i = 0; i < f(n); i++) step();", "product", FACTORIAL_13),
        (MIXED, "for (int i = 0; i < f(n); i++) step();", "conversion", FACTORIAL_13),
        (BY_LONG, "for (int i = 0; i < (int) f(n); i++) step();", "conversion", FACTORIAL_13),
        (BY_DOUBLE, "int f = (int) f(n); for (int i = 0; i < f; i++) step();", "conversion", FACTORIAL_13),
        (BY_LONG, "for (int i = 0; i < f(n); i++) step();", "comparison", FACTORIAL_13),
        (BY_LONG, "int i = 0; while (f(n) > i) { step(); i++; }", "comparison", FACTORIAL_13),
        (BY_LONG, "int i = 0; while (i != f(n)) { step(); i++; }", "comparison", FACTORIAL_13),
        (BY_DOUBLE, "for (int i = 0; i < f(n); i++) step();", "comparison", FACTORIAL_13),
        (BY_DOUBLE, "for (int i = 0; f(n) > i; i++) step();", "comparison", FACTORIAL_13),
    ],
)
def test_the_first_number_that_is_lost_is_noted(
    tmp_path: Path, functions: str, loop: str, lost: str, value: int | None
) -> None:
    facts = facts_of(tmp_path, functions, loop)
    assert (facts["ended"], facts["lost"]) == (True, lost)
    assert facts["line"] in (1, 3)
    assert value is None or facts["value"] == value


def test_a_program_that_ends_by_itself_is_not_ended(tmp_path: Path) -> None:
    assert facts_of(tmp_path, BY_LONG, "step(); System.exit(3);") == {"ended": False}
