"""A class with one run each: C programs with cached builds, against the bare bubblewrap command over them.

Start it with ``python benchmarks/one_run_each.py``, as root for level A; a number behind it is the size of the class.

Every student has a program of his own, compiled once by both sides before anything is timed. The bare side is
``xargs -P2`` of a bubblewrap command with new namespaces for everything and no network; it compares nothing.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from generated import C, course
from measure import BIN, LONG, Command, Row, at_most, paired, report, run

from harness.sandbox.isolation.choice import choose_isolation
from harness.sandbox.run.process import observe

STUDENTS, ROUNDS = 3000 if LONG else 300, 3
MAX_RATIO = 1.5
_BARE = (
    *("bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr"),
    *("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"),
    *("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),  # noqa: S108 - the sandbox's own
)


def rows(students: int = STUDENTS) -> list[Row]:
    """The figures."""
    level = choose_isolation(observe).isolation.level.name
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        course(root, students, only=C)
        words: Command = [BIN / "grade", "-j", "2", "--no-gradebook", "--only", "two", "--isolation", level]
        grade = [*words, "--specs", root / "specs", root / "submissions"]
        run(grade)  # fills the cache of builds
        costs = paired({"grade": grade, "bare": _bare(root)}, ROUNDS)
    ours, bare = ([cost.wall_s * 1000 / students for cost in costs[side]] for side in ("grade", "bare"))
    ratio = statistics.median(one / other for one, other in zip(ours, bare, strict=True))
    what = f"{students} C submissions with cached builds, one run each, -j 2, level {level}"
    return [
        at_most(f"{what}: grade / xargs -P2 of the bare bubblewrap command", ratio, MAX_RATIO),
        Row(f"{what}: a submission, elapsed", statistics.median(ours), "ms"),
        Row("the same by the bare bubblewrap command", statistics.median(bare), "ms", ours=False),
    ]


def _bare(root: Path) -> Command:
    """Compile every program, and return the command that runs them all."""
    binaries = root / "binaries"
    binaries.mkdir()
    for source in sorted((root / "submissions").glob("*/sum/main.c")):
        subprocess.run(["gcc", "-o", binaries / source.parents[1].name, source], check=True)
    (root / "names").write_text("".join(f"{path}\n" for path in sorted(binaries.iterdir())), encoding="utf-8")
    sandbox = (*_BARE, "--ro-bind", binaries, binaries)
    return ["xargs", "-a", root / "names", "-P", "2", "-I", "{}", *sandbox, "{}", "2", "3"]


if __name__ == "__main__":
    sys.exit(report(rows(int(sys.argv[1]) if len(sys.argv) > 1 else STUDENTS)))
