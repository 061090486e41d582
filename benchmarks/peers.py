"""Programs of the same kind on the same cases: one trivial program, its line of output, once and two hundred times.

Start it with ``python benchmarks/peers.py``. What PyPI has is installed into a folder of its own for the time; bats and
shelltestrunner are measured where they are installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from courses import compiled, grade, one_line, spawn_loop
from measure import Command, Row, paired, ratio, report

CASES = 200
ROUNDS = 3
PACKAGES = ("pytest", "prysk", "cram", "lit", "gradescope-utils", "check50")
_PYTEST = """\
import subprocess
import pytest
@pytest.mark.parametrize("number", range({cases}))
def test_line(number):
    assert subprocess.run(["{program}"], capture_output=True).stdout == b"hello\\n"
"""
_GRADESCOPE = """\
import subprocess, sys, unittest
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
class Line(unittest.TestCase):
    pass
def test(self):
    self.assertEqual(subprocess.run(["{program}"], capture_output=True).stdout, b"hello\\n")
for number in range({cases}):
    setattr(Line, f"test_{{number}}", test)
suite = unittest.defaultTestLoader.loadTestsFromTestCase(Line)
JSONTestRunner(visibility="visible", stream=open("results.json", "w")).run(suite)
"""
_LIT = """\
import lit.formats
config.name = "hello"
config.test_format = lit.formats.ShTest()
config.suffixes = [".test"]
"""
_CHECK50 = """\
@check50.check()
def line_{number}():
    \"\"\"one line\"\"\"
    check50.run("./hello").stdout("hello\\n").exit(0)
"""

Make = Callable[[Path, Path, int], Command]
"""Writes the cases into a folder, for a program, so many of them; the command that runs them there."""


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        subprocess.run([sys.executable, "-m", "venv", root / "peers"], check=True)
        subprocess.run([root / "peers/bin/pip", "install", "-qq", *PACKAGES], check=True)
        program = compiled(root)
        loop, expected = spawn_loop(root / "loop", b"hello\n")
        results: list[Row] = []
        bare: Command = [loop, "1", str(CASES), expected, program, "1"]
        for number, (title, make) in enumerate(_tools(root / "peers" / "bin").items()):
            results += _measured(title, make, root / "cases" / str(number), program, bare)
    return results


def _measured(title: str, make: Make, folder: Path, program: Path, loop: Command) -> list[Row]:
    commands: dict[str, Command] = {"pass": [sys.executable, "-c", "pass"], "loop": loop}
    for cases in (1, CASES):
        (folder / str(cases)).mkdir(parents=True)
        command = make(folder / str(cases), program, cases)
        commands[str(cases)] = ["env", "-C", folder / str(cases), *command]
    costs = paired(commands, ROUNDS)
    each = zip(costs[str(CASES)], costs["1"], costs["loop"], strict=True)
    above = median((many.wall_s - single.wall_s) / (CASES - 1) - bare.wall_s / CASES for many, single, bare in each)
    ours = title.startswith("grade")
    return [
        Row(f"{title}: one case / python -c pass", ratio(costs["1"], costs["pass"]), ours=ours),
        Row(f"{title}: each further case, above the loop in C", above * 1000, "ms", ours=ours),
    ]


def _tools(peers: Path) -> dict[str, Make]:
    tools: dict[str, Make] = {
        "grade (isolation off)": lambda folder, _, cases: grade(one_line(folder, cases)),
        "grade (level A)": lambda folder, _, cases: grade(one_line(folder, cases), isolation="A"),
        "pytest": lambda folder, program, cases: [
            peers / "pytest",
            "-q",
            _write(folder / "test_line.py", _PYTEST.format(program=program, cases=cases)),
        ],
        "gradescope-utils": lambda folder, program, cases: [
            peers / "python",
            _write(folder / "run.py", _GRADESCOPE.format(program=program, cases=cases)),
        ],
        "prysk": lambda folder, program, cases: [peers / "prysk", _cram(folder, program, cases)],
        "cram": lambda folder, program, cases: [peers / "cram", _cram(folder, program, cases)],
        "lit": lambda folder, program, cases: [peers / "lit", "-q", "-j", "1", _lit(folder, program, cases)],
        "check50": lambda folder, program, cases: [
            peers / "check50",
            "--dev",
            "--local",
            "-o",
            "json",
            "--output-file",
            "results.json",
            _check50(folder, program, cases),
        ],
    }
    if shutil.which("bats"):
        tools["bats"] = lambda folder, program, cases: ["bats", _bats(folder, program, cases)]
    if shutil.which("shelltest"):
        tools["shelltestrunner"] = lambda folder, program, cases: ["shelltest", _shelltest(folder, program, cases)]
    return tools


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _cram(folder: Path, program: Path, cases: int) -> Path:
    return _write(folder / "line.t", f"  $ {program}\n  hello\n" * cases)


def _lit(folder: Path, program: Path, cases: int) -> Path:
    _write(folder / "lit.cfg.py", _LIT)
    _write(folder / "expected", "hello\n")
    for number in range(cases):
        _write(folder / f"{number}.test", f"# RUN: {program} | diff - %S/expected\n")
    return folder


def _check50(folder: Path, program: Path, cases: int) -> Path:
    shutil.copy(program, folder / "hello")
    _write(folder / "checks" / ".cs50.yaml", "check50:\n  files:\n    - !include hello\n")
    checks = "".join(_CHECK50.format(number=number) for number in range(cases))
    return _write(folder / "checks" / "__init__.py", f"import check50\n{checks}").parent


def _bats(folder: Path, program: Path, cases: int) -> Path:
    test = '@test "line {n}" {{\n  run {program}\n  [ "$output" = hello ]\n}}\n'
    return _write(folder / "line.bats", "".join(test.format(n=number, program=program) for number in range(cases)))


def _shelltest(folder: Path, program: Path, cases: int) -> Path:
    return _write(folder / "line.test", f"{program}\n>>>\nhello\n>>>= 0\n\n" * cases)


if __name__ == "__main__":
    sys.exit(report(rows()))
