"""All benchmarks, one after the other, with the machine they ran on.

Start it with ``python benchmarks/all.py``; ``--write`` puts the results into ``benchmarks/results.md``. Names of
modules after it choose some: then the tables of the others stay as they are. What got worse by a tenth since the last
release is reported at the end.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import ModuleType

import big_output
import board_reading
import case_overhead
import cause_lines
import class_speed_up
import classes
import cluster
import compare
import dialogue
import gradebook
import gradebook_questions
import isolation
import java_compile
import java_driver
import one_run_each
import peers
import python_runs
import reference_times
import spec_reading
import start_up
from measure import CHECKOUT, Row, machine, report

MODULES: tuple[ModuleType, ...] = (
    start_up, spec_reading, case_overhead, python_runs, isolation, big_output, dialogue, java_compile, java_driver,
    one_run_each, class_speed_up, classes, gradebook, gradebook_questions, cluster, peers,
    reference_times, cause_lines, board_reading,
)  # fmt: skip
"""Each has a sentence of its own and ``rows()``."""
_DOCUMENT = CHECKOUT / "benchmarks" / "results.md"
_END = "<!-- end of the results -->"


def main() -> int:
    """Run the benchmarks; return 1 when a figure misses its goal."""
    parser = argparse.ArgumentParser(description="Measure, and say what misses its goal.")
    parser.add_argument(
        "modules", nargs="*", choices=[*(module.__name__ for module in MODULES), []], help="default: all"
    )
    parser.add_argument("--write", action="store_true", help="put the results into benchmarks/results.md")
    options = parser.parse_args()
    print(machine())
    results: dict[str, list[Row]] = {}
    worse: list[str] = []
    release, before = compare.last_results(_DOCUMENT)
    text = _DOCUMENT.read_text(encoding="utf-8")
    for module in MODULES:
        if not options.modules or module.__name__ in options.modules:
            title = (module.__doc__ or "").splitlines()[0]
            print(f"\n{title}", flush=True)
            load = os.getloadavg()[0]
            results[title] = _measure_in_new_process(module)
            report(results[title])
            worse += compare.worse_figures(before, title, machine(), results[title])
            text = with_table(text, title, f"Measured on: {machine()}; load before: {load:.1f}.", results[title])
    if options.write:
        _DOCUMENT.write_text(text, encoding="utf-8")
    missed = [row.measure for rows in results.values() for row in rows if row.met is False]
    print(f"\nmissed: {'; '.join(missed) or 'none'}")
    if before:
        print(f"worse than {release} by a tenth: {'; '.join(worse) or 'none'}")
    return 1 if missed else 0


def _measure_in_new_process(module: ModuleType) -> list[Row]:
    """The rows of a module, measured in a new interpreter: what another has imported would slow every fork."""
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        rows: list[Row] = fresh.submit(module.rows).result()
        return rows


def with_table(text: str, title: str, about: str, rows: list[Row]) -> str:
    """The document with a benchmark's results as a table, in place of earlier ones or at the end."""
    lines = ["| measure | figure | goal | met | best peer |", "|---|---|---|---|---|"]
    for row in rows:
        met = {True: "yes", False: "**no**", None: ""}[row.met]
        lines.append(f"| {row.measure} | {row.shown} {row.unit} | {row.goal} | {met} | {row.peer} |")
    section = f"### {title}\n\n{about}\n\n" + "\n".join(lines) + "\n\n"
    existing = re.compile(f"### {re.escape(title)}\n.*?(?=### |{_END})", re.DOTALL)
    if existing.search(text):
        return existing.sub(lambda _: section, text)
    return text.replace(_END, section + _END)


if __name__ == "__main__":
    sys.exit(main())
