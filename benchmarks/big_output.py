"""Large outputs: 3.2 MB right, wrong in six ways, against ``make`` and GNU ``diff``; and output without an end.

Start it with ``python benchmarks/big_output.py``.

The program is ``cat``, so that it costs nothing. A course whose output is one line says what start-up takes.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from courses import course, grade
from measure import ENVIRONMENT, LONG, Command, Cost, Row, at_most, paired, peak_mib, ratio, report

ROUNDS = 7 if LONG else 3
_SIZE = 3_200_000
_SPEC = """\
title: Output
language: any
clauses:
  shown: {{text: The output is right., points: 100}}
build:
  - run: [["cat"]]
cases:
  - name: shown
    clause: shown
    run: {run}
    stdout: {{golden: true}}
"""


def solutions() -> bytes:
    """Lines like those of ``-v 13``: a permutation each, as many as make 3.2 MB."""
    numbers = random.Random(13)  # noqa: S311 - the same lines each time
    lines, size = [], 0
    while size < _SIZE:
        row = numbers.sample(range(1, 14), 13)
        lines.append(f"({', '.join(map(str, row))})\n".encode())
        size += len(lines[-1])
    return b"".join(lines) + b"13-Queens has 73712 solutions\n"


def wrong(right: bytes) -> dict[str, tuple[bytes, int]]:
    """Six wrong variants of the output, each with the number of its first wrong line."""
    lines = right.splitlines(keepends=True)
    half = right[: len(right) // 2]
    return {
        "last line wrong": (right.replace(b"73712", b"73713"), len(lines)),
        "every line wrong": (right.replace(b"(", b"[").replace(b")", b"]").replace(b"13-", b"12-"), 1),
        "reversed": (b"".join(reversed(lines)), 1),
        "a blank line after each": (right.replace(b"\n", b"\n\n"), 2),
        "CRLF": (right.replace(b"\n", b"\r\n"), 1),
        "truncated": (half, half.count(b"\n") + 1),
    }


def _prepare(root: Path) -> dict[str, Path]:
    """A course for each variant, and one whose output is small."""
    right = solutions()
    outputs = {"right": right, **{name: output for name, (output, _) in wrong(right).items()}}
    folders: dict[str, Path] = {}
    for number, (name, output) in enumerate(outputs.items()):
        folders[name] = root / str(number)
        spec = _SPEC.format(run=json.dumps(["cat", str(folders[name] / "output")]))
        course(folders[name], spec, {"README.txt": "x\n"}, {"golden/shown.stdout": right})
        (folders[name] / "output").write_bytes(output)
    folders["small"] = course(
        root / "small", _SPEC.format(run='["echo", "x"]'), {"README.txt": "x\n"}, {"golden/shown.stdout": b"x\n"}
    )
    return folders


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        folders = _prepare(root)
        commands: dict[str, Command] = {name: grade(folder) for name, folder in folders.items()}
        commands["make"] = ["make", "-s", "-C", root, "check"]
        golden = folders["right"] / "specs/task/golden/shown.stdout"
        (root / "Makefile").write_text(f"check:\n\tcat {folders['right']}/output > out\n\tdiff out {golden}\n")
        costs_by_name = paired(commands, ROUNDS, accept=(0, 1))
        variants = [name for name in folders if name not in ("right", "small")]
        named = [_names_first_wrong_line(folders[name], wrong(solutions())[name][1]) for name in variants]
        peaks = {name: peak_mib(grade(folders[name]), accept=(0, 1)) for name in variants}
        endless = _endless(root)
    return [*_ratio_rows(costs_by_name, variants), *_diagnosis_rows(named, peaks), *endless]


def _ratio_rows(costs_by_name: dict[str, list[Cost]], variants: list[str]) -> list[Row]:
    above_small = {
        name: [Cost(cost.wall_s - small.wall_s, 0) for cost, small in zip(costs, costs_by_name["small"], strict=True)]
        for name, costs in costs_by_name.items()
    }
    slowest = max(variants, key=lambda name: ratio(costs_by_name[name], costs_by_name["right"]))
    return [
        at_most(
            "3.2 MB right / make and GNU diff",
            ratio(costs_by_name["right"], costs_by_name["make"]),
            3.0,
            peer="about 5",
        ),
        Row(
            "3.2 MB right / make and GNU diff, above one small case (less than nothing: noise)",
            ratio(above_small["right"], costs_by_name["make"]),
        ),
        at_most(
            f"slowest of six wrong variants ({slowest}) / right",
            ratio(costs_by_name[slowest], costs_by_name["right"]),
            2.0,
            peer="pytest 1.5, ten times slower",
        ),
        *(
            Row(f"3.2 MB, {name} / right", ratio(costs_by_name[name], costs_by_name["right"]))
            for name in variants
            if name != slowest
        ),
    ]


def _diagnosis_rows(named: list[bool], peaks: dict[str, float]) -> list[Row]:
    worst = max(peaks, key=lambda name: peaks[name])
    return [
        Row(
            "wrong variants whose first wrong line is named", f"{sum(named)} of {len(named)}", "", "all", met=all(named)
        ),
        at_most(
            f"3.2 MB wrong: peak memory of all processes (most: {worst})", peaks[worst], 48.0, unit="MiB", peer="lit 31"
        ),
    ]


def _names_first_wrong_line(folder: Path, line: int) -> bool:
    """Whether the report names the first line that is wrong."""
    target = folder / "report.json"
    command = grade(folder, "--report", target)
    subprocess.run(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT, check=False)
    return f"line {line}," in target.read_text(encoding="utf-8")


def _endless(root: Path) -> list[Row]:
    """``yes``: when it is ended, with which verdict, at what memory, and whether it survives."""
    token = f"endless-{uuid.uuid4().hex}"
    folder = course(
        root / "endless",
        _SPEC.format(run=json.dumps(["yes", token])),
        {"README.txt": "x\n"},
        {"golden/shown.stdout": b"x\n"},
    )
    target = folder / "report.json"
    costs_by_name = paired(
        {"endless": grade(folder, "--report", target), "small": grade(root / "small")}, ROUNDS, accept=(0, 1)
    )
    longest = max(
        endless.wall_s - small.wall_s
        for endless, small in zip(costs_by_name["endless"], costs_by_name["small"], strict=True)
    )
    peak = peak_mib(grade(folder), accept=(1,))
    ended = '"OLE"' in target.read_text(encoding="utf-8")
    remaining = [path for path in Path("/proc").glob("[0-9]*/cmdline") if token in _read(path)]
    return [
        at_most("endless output: ended after (the longest)", longest, 1.0, unit="s", peer="DMOJ 0.37"),
        Row("endless output: verdict", "OLE" if ended else "another", "", "OLE", met=ended),
        at_most("endless output: peak memory of all processes", peak, 64.0, unit="MiB", peer="DMOJ 63"),
        at_most("endless output: processes left", len(remaining), 0, unit=""),
    ]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


if __name__ == "__main__":
    sys.exit(report(rows()))
