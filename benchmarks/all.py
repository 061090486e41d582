"""All benchmarks, one after the other, with the machine they ran on.

Start it with ``python benchmarks/all.py``: it takes ten minutes on two cores. ``--long`` measures large classes and
gradebooks in hours. ``--write`` puts the results into ``benchmarks/results.md``. Names of modules choose some: then the
tables of the others stay as they are. What got worse by a tenth since the last release is measured again, and reported
at the end if it did so both times.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
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
import real_class
import reference_times
import spec_reading
import start_up
from compare import Compared
from measure import CHECKOUT, Row, machine

MODULES: tuple[ModuleType, ...] = (
    start_up, spec_reading, case_overhead, python_runs, isolation, big_output, dialogue, java_compile, java_driver,
    one_run_each, class_speed_up, classes, gradebook, gradebook_questions, cluster, peers,
    real_class, reference_times, cause_lines, board_reading,
)  # fmt: skip
"""Each has a sentence of its own and ``rows()``."""
ONLY_LONG: tuple[ModuleType, ...] = (real_class, board_reading, peers)
"""They take many minutes, and are measured when all sizes are large or when they are named."""
_DOCUMENT = CHECKOUT / "benchmarks" / "results.md"
_END = "<!-- end of the results -->"


def main() -> int:
    """Run the benchmarks; return 1 when a figure misses its goal or got worse."""
    parser = argparse.ArgumentParser(description="Measure, and say what misses its goal or got worse.")
    parser.add_argument(
        "modules",
        nargs="*",
        choices=[*(module.__name__ for module in MODULES), []],
        help="default: all; without --long all that take ten minutes together",
    )
    parser.add_argument("--long", action="store_true", help="measure the sizes that goals are stated for; takes hours")
    parser.add_argument("--write", action="store_true", help="put the results into benchmarks/results.md")
    options = parser.parse_args()
    os.environ["BENCHMARKS"] = "long" if options.long else "short"  # modules read it in new processes
    print(machine())
    text = _DOCUMENT.read_text(encoding="utf-8")
    release, before = compare.last_results(_DOCUMENT)
    compared = Compared(release, compare.with_large_titles(before, map(_title, filter(_has_sizes, MODULES))))
    chosen = [module.__name__ for module in MODULES if options.long or module not in ONLY_LONG]
    for module in MODULES:
        if module.__name__ in (options.modules or chosen):
            title = _title(module) + (compare.LARGE if options.long and _has_sizes(module) else "")
            print(f"\n{title}", flush=True)
            load = os.getloadavg()[0]
            begin = time.monotonic()
            rows = _measure_in_new_process(module)
            print(*compare.beside_last(compared.before, title, release, rows), sep="\n")
            print(f"(measured in {time.monotonic() - begin:.0f} s)", flush=True)
            compared.add(title, machine(), rows, partial(_measure_in_new_process, module))
            text = with_table(text, title, f"Measured on: {machine()}; load before: {load:.1f}.", rows)
    if options.write:
        _DOCUMENT.write_text(text, encoding="utf-8")
    return compared.summary()


def _title(module: ModuleType) -> str:
    return (module.__doc__ or "").splitlines()[0]


def _has_sizes(module: ModuleType) -> bool:
    """Whether a benchmark measures something else where all sizes are large."""
    return hasattr(module, "LONG")


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
