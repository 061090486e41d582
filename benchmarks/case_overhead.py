"""What a case costs beside the student's program: the grader's CPU time against that of a bare loop.

Start it with ``python benchmarks/case_overhead.py``.

The course is made here: one C program that prints a line, and a spec with one case or with a thousand. Both are graded
with one worker and without isolation, and the difference is divided by the number of cases, so that start-up and build
fall out. The bare loop does what cannot be left out: start the same program with its output on a pipe, read the pipe,
wait. What isolation costs is told by ``isolation.py``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from textwrap import dedent

from measure import BIN, Cost, interleaved

CASES = 1000
ROUNDS = 5
TARGET_MS = 1.0

_SPEC = """\
title: One line
language: c
clauses:
  line: {{text: The program prints one line., points: 100}}
cases:
  - name: line-{{n}}
    clause: line
    for: {{n: 1..{cases}}}
    args: ["{{n}}"]
    stdout: "hello\\n"
"""
_PROGRAM = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'
_LOOP = """\
    import os, sys
    program, times = sys.argv[1], int(sys.argv[2])
    for number in range(1, times + 1):
        source, target = os.pipe()
        child = os.posix_spawn(program, [program, str(number)], {}, file_actions=[(os.POSIX_SPAWN_DUP2, target, 1)])
        os.close(target)
        if os.read(source, 65536) != b"hello\\n":
            raise SystemExit("wrong output")
        os.close(source)
        os.wait4(child, 0)
"""


def course(folder: Path, cases: int) -> Path:
    """A course with one assignment of so many cases and one submission; the submission's folder."""
    spec, submission = folder / "specs" / "line", folder / "submissions" / "sam" / "line"
    spec.mkdir(parents=True)
    submission.mkdir(parents=True)
    (spec / "spec.yaml").write_text(_SPEC.format(cases=cases), encoding="utf-8")
    (submission / "line.c").write_text(_PROGRAM, encoding="utf-8")
    return submission


def measure() -> dict[str, Cost]:
    """The medians of grading one case and many, and of the bare loop with one and many."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        one, many = course(root / "one", 1), course(root / "many", CASES)
        (root / "loop.py").write_text(dedent(_LOOP), encoding="utf-8")
        program = str(root / "line")
        interleaved({"build": ["gcc", "-O2", "-o", program, one / "line.c"]}, 1)
        grade: list[str | Path] = [BIN / "grade", "--isolation", "E", "-j", "1", "--specs"]
        loop = [sys.executable, "-S", str(root / "loop.py"), program]
        return interleaved(
            {
                "grade, one case": [*grade, root / "one" / "specs", one],
                "grade": [*grade, root / "many" / "specs", many],
                "loop, one run": [*loop, "1"],
                "loop": [*loop, str(CASES)],
            },
            ROUNDS,
        )


def main() -> int:
    """Print the figures; 1 when a case costs more than the target."""
    seen = measure()
    graded = (seen["grade"].cpu_s - seen["grade, one case"].cpu_s) / (CASES - 1) * 1000
    bare = (seen["loop"].cpu_s - seen["loop, one run"].cpu_s) / (CASES - 1) * 1000
    wall = (seen["grade"].wall_s - seen["grade, one case"].wall_s) / (CASES - 1) * 1000
    bare_wall = (seen["loop"].wall_s - seen["loop, one run"].wall_s) / (CASES - 1) * 1000
    print(f"CPU a case: {graded:.2f} ms graded, {bare:.2f} ms in the bare loop ({graded / bare:.2f} times)")
    print(f"the grader's own share: {graded - bare:.2f} ms of CPU time a case (target: at most {TARGET_MS:.0f})")
    print(f"elapsed a case: {wall:.2f} ms graded, {bare_wall:.2f} ms in the bare loop")
    return 0 if graded - bare <= TARGET_MS else 1


if __name__ == "__main__":
    sys.exit(main())
