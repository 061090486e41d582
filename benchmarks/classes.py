"""Classes of generated submissions: all of it, only what changed, and the memory that a class takes.

Start it with ``python benchmarks/classes.py``. It takes some minutes: the largest class has ten thousand submissions.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from generated import PYTHON, WRONG, course
from measure import BIN, LONG, Command, Row, at_most, peak_mib, report, run

STUDENTS = 1000 if LONG else 100
SIZES = (1, 100, 10_000) if LONG else (1, 30, 300)
MAX_CHANGED, MAX_GROWTH, MAX_REPORTING_MIB = 0.01, 2.0, 128
_SOME_WRONG = (0, 1)
_REPORTS = ("json", "csv", "md", "txt", "html")


def rows() -> Iterator[Row]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        yield from _changed(course(root / "mixed", STUDENTS))
        shutil.rmtree(root / "mixed")
        yield from _memory(root)


def _grade(folder: Path, *words: str) -> Command:
    return [BIN / "grade", "--specs", folder / "specs", *words, folder / "submissions"]


def _changed(folder: Path) -> list[Row]:
    """Everything, nothing, and one student's edit."""
    full_run = run(_grade(folder), accept=_SOME_WRONG)
    unchanged = [run(_grade(folder, "--changed"), accept=_SOME_WRONG).wall_s for _ in range(3)]
    program = next((folder / "submissions").glob("*3/sum/main.py"))
    program.write_text(program.read_text(encoding="ascii") + "# once more\n", encoding="ascii")
    one_changed = run(_grade(folder, "--changed"), accept=_SOME_WRONG)
    what = f"a class of {STUDENTS}, mixed languages, 5 % hostile or broken"
    return [
        Row(f"{what}: a submission, elapsed", full_run.wall_s * 1000 / STUDENTS, "ms"),
        Row(f"{what}: a submission, CPU time of programs and grader", full_run.cpu_s * 1000 / STUDENTS, "ms"),
        at_most(
            f"{what}: --changed with nothing changed / the full run",
            sorted(unchanged)[1] / full_run.wall_s,
            MAX_CHANGED,
            peer="none",
        ),
        Row(f"{what}: --changed after one student's edit", one_changed.wall_s, "s"),
    ]


def _memory(root: Path) -> list[Row]:
    """Classes of Python programs with one case, without a sandbox: what is counted is the grader."""
    peaks = {}
    reporting = 0.0
    for size in SIZES:
        folder = course(root / str(size), size, only=PYTHON)
        peaks[size] = peak_mib(_grade(folder, "--only", "two", "--isolation", "E"), accept=_SOME_WRONG)
        shutil.rmtree(folder)
        if size == SIZES[-1]:  # every grade has a finding, and is taken from the gradebook the second time
            folder = course(root / "wrong", size, only=WRONG)
            words = _grade(folder, "--only", "negative", "--isolation", "E")
            run(words, accept=_SOME_WRONG)
            reports = [word for name in _REPORTS for word in ("--report", root / f"report.{name}")]
            reporting = peak_mib([*words, "--changed", *reports], accept=_SOME_WRONG)
            shutil.rmtree(folder)
    _, small, large = SIZES  # one student alone has neither a second worker nor a gradebook
    growth = peaks[large] / peaks[small]
    memory_rows = [Row(f"a class of {size}: peak memory of all processes", peak, "MiB") for size, peak in peaks.items()]
    what = f"a class of {large}, all of them wrong: peak memory with reports in {', '.join(_REPORTS)}"
    memory_rows.append(at_most(what, reporting, MAX_REPORTING_MIB, unit="MiB"))
    return [*memory_rows, at_most(f"a class of {large} / of {small}: peak memory", growth, MAX_GROWTH)]


if __name__ == "__main__":
    sys.exit(report(rows()))
