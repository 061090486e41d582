"""All benchmarks, one after the other, with the machine they ran on.

Start it with ``python benchmarks/all.py``: it takes ten minutes on two cores at most, as ``budget.py`` shares them out.
``--long`` measures large classes and gradebooks in hours. ``--write`` puts the results into ``benchmarks/results.md``.
Names of modules choose some: then the tables of the others stay as they are. Figures are compared with those of the
last release, or with the recorded ones where the tag is missing. What got worse by a tenth is measured again while
there is time, and reported at the end unless it was noise. At Ctrl-C what was measured is kept.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import compare
from budget import ONLY_LONG, ROUNDS_PART, SHARES_S, TOTAL_S, share_s
from compare import Compared
from limited import Measured, measure_within
from measure import CHECKOUT, Row, machine

from harness.course.assignments import harness_digest

_DOCUMENT = CHECKOUT / "benchmarks" / "results.md"
_END = "<!-- end of the results -->"
_INTERRUPTED = 130
BUSY = 1.0
"""A load before the start that spoils times."""


@dataclass(slots=True)
class Session:
    """The benchmarks of one start, and what they had."""

    compared: Compared
    long: bool
    document: Path | None
    """Where results are written after each benchmark; None: nowhere."""
    ends_at: float
    """When the time of all is over, by the clock that only goes forward."""
    code: str = field(default_factory=harness_digest)
    """The digest of the program that is measured."""
    machine: str = field(default_factory=machine)
    unfinished: list[str] = field(default_factory=list)
    worse: dict[str, float] = field(default_factory=dict)
    """Benchmarks with a figure that got worse -> the seconds that they took."""

    def measure(self, name: str, reserved_s: float) -> bool:
        """Measure a benchmark, show and keep its figures; False when we were interrupted.

        ``reserved_s``: what those after it may take.
        """
        title, load, begin = self.title(name), os.getloadavg()[0], time.monotonic()
        print(f"\n{title}", flush=True)
        measured = self._measured(name, self.ends_at - reserved_s - begin)
        took_s = time.monotonic() - begin
        print(f"(measured in {took_s:.0f} s)", flush=True)
        if measured.stopped:
            self.unfinished.append(f"{name}: {measured.stopped}; figures that it had: {len(measured.rows)}")
            print(f"NOT FINISHED: {self.unfinished[-1]}", flush=True)
        if self.compared.add(title, self.machine, measured.rows, whole=not measured.stopped):
            self.worse[name] = took_s
        self._write(title, load, measured)
        return not measured.interrupted

    def measure_again(self) -> bool:
        """Measure again what got worse, as far as there is time; False when we were interrupted."""
        for name, took_s in self.worse.items():
            if time.monotonic() + took_s > self.ends_at:
                print(f"\nNot measured again, for lack of time: {name}", flush=True)
                continue
            print(f"\nOnce more, as a figure got worse: {self.title(name)}", flush=True)
            measured = self._measured(name, self.ends_at - time.monotonic())
            self.compared.add_again(self.title(name), self.machine, measured.rows)
            if measured.interrupted:
                return False
        return True

    def title(self, name: str) -> str:
        """The title of a benchmark's table: the first line of its module."""
        return _title(name) + (compare.LARGE if self.long and _has_sizes(name) else "")

    def _measured(self, name: str, limit_s: float) -> Measured:
        def show(row: Row) -> None:
            lines = compare.beside_last(self.compared.before, self.title(name), self.compared.release, [row])
            print(*lines, sep="\n", flush=True)

        measured = measure_within(name, limit_s, ROUNDS_PART * share_s(name, long=self.long), show)
        if (code := harness_digest()) != self.code:
            measured.notes.append("the program's files changed while it was measured: do not trust these figures")
            self.code = code
        print(*(f"NOTE: {note}" for note in measured.notes), sep="\n", end="\n" if measured.notes else "")
        return measured

    def _write(self, title: str, load: float, measured: Measured) -> None:
        if self.document is None or not measured.rows:
            return
        notes = [*measured.notes, *([f"not finished: {measured.stopped}"] if measured.stopped else ())]
        about = "; ".join((f"Measured on: {self.machine}", f"load before: {load:.1f}", *notes))
        text = self.document.read_text(encoding="utf-8")
        self.document.write_text(with_table(text, title, f"{about}.", measured.rows), encoding="utf-8")


def main() -> int:
    """Run the benchmarks; return 1 when a figure misses its goal or got worse, or when one did not finish."""
    options = _options()
    os.environ["BENCHMARKS"] = "long" if options.long else "short"  # modules read it in new processes
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a time limit: what was measured is kept
    release, before = compare.last_results(_DOCUMENT)
    before = compare.with_large_titles(before, map(_title, filter(_has_sizes, [*SHARES_S, *ONLY_LONG])))
    shares_s = [share_s(name, long=options.long) for name in options.modules]
    total_s = max(TOTAL_S, sum(shares_s))
    document = _DOCUMENT if options.write else None
    session = Session(Compared(release, before), options.long, document, time.monotonic() + total_s)
    print(session.machine, *_about(release), sep="\n", flush=True)
    finished = (
        all(session.measure(name, sum(shares_s[at + 1 :])) for at, name in enumerate(options.modules))
        and session.measure_again()
    )
    status = session.compared.summary()
    if session.unfinished:
        print("not finished:", *session.unfinished, sep="\n  ")
    if not finished:
        print("interrupted: the figures above are all there are")
        return _INTERRUPTED
    return status or int(bool(session.unfinished))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure, and say what misses its goal or got worse.")
    parser.add_argument(
        "modules",
        nargs="*",
        choices=[*SHARES_S, *ONLY_LONG, []],
        help="default: all; without --long all that take ten minutes together",
    )
    parser.add_argument("--long", action="store_true", help="measure the sizes that goals are stated for; takes hours")
    parser.add_argument("--write", action="store_true", help="put the results into benchmarks/results.md")
    options = parser.parse_args()
    default = [*SHARES_S, *(ONLY_LONG if options.long else ())]
    options.modules = [name for name in (*SHARES_S, *ONLY_LONG) if name in (options.modules or default)]
    return options


def _about(release: str) -> list[str]:
    """What figures are compared with, and whether they are of files that nobody else has."""
    lines = [f"Compared with the release {release}."]
    if release == compare.RECORDED:
        lines = ["Compared with the committed benchmarks/results.md: no tag of a release is here."]
    changed = subprocess.run(
        ["git", "status", "--porcelain", "--", "harness", "benchmarks", "specs"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if count := len(changed.stdout.splitlines()):
        lines.append(f"Files that are changed and not committed: {count}. The figures are of these files.")
    if (load := os.getloadavg()[0]) > BUSY:
        lines.append(f"Something else computes here (load {load:.1f}): times will be too long, and more than ratios.")
    return lines


def _source(name: str) -> str:
    return (CHECKOUT / "benchmarks" / f"{name}.py").read_text(encoding="utf-8")


def _title(name: str) -> str:
    return _source(name).partition('"""')[2].splitlines()[0]


def _has_sizes(name: str) -> bool:
    """Whether a benchmark measures something else where all sizes are large."""
    return re.search(r"\bLONG\b", _source(name)) is not None


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
