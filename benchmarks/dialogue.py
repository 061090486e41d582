"""What a terminal costs: a dialogue by pexpect against the same program on pipes.

Start it with ``python benchmarks/dialogue.py``.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from measure import Row, at_most, report

from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Exchange
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.run.dialogue import observe_dialogue
from harness.sandbox.run.process import observe

RUNS = 200
_PROGRAM = """\
#include <stdio.h>
int main(void) {
    char name[99];
    printf("name? ");
    fflush(stdout);
    if (!fgets(name, sizeof name, stdin)) return 1;
    printf("hello %s", name);
    return 0;
}
"""


def rows() -> list[Row]:
    """The figure."""
    seconds: dict[str, list[float]] = {"dialogue": [], "pipes": []}
    with scratch() as root:
        workdir, home = root / "box", root / "home"
        workdir.mkdir()
        home.mkdir()
        (workdir / "ask.c").write_text(_PROGRAM, encoding="ascii")
        subprocess.run(["gcc", "-O2", "-o", "ask", "ask.c"], cwd=workdir, check=True)
        on_terminal = Invocation(
            ("./ask",), workdir, home, ResolvedLimits(), dialogue=(Exchange(expect="name? ", send="ann"),)
        )
        pipes = Invocation(("./ask",), workdir, home, ResolvedLimits(), b"ann\n")
        for _ in range(RUNS):
            for name, run, invocation in (("dialogue", observe_dialogue, on_terminal), ("pipes", observe, pipes)):
                begin = time.perf_counter()
                observation = run(invocation, Unconfined())
                seconds[name].append(time.perf_counter() - begin)
                if observation.stdout != b"name? hello ann\n":
                    raise SystemExit(f"{name}: the program said {observation.stdout[:200]!r}")
    pairs = zip(seconds["dialogue"], seconds["pipes"], strict=True)
    figure = statistics.median(dialogue / on_pipes for dialogue, on_pipes in pairs)
    return [at_most("a dialogue / the same on pipes", figure, 5.0, peer="check50 170")]


if __name__ == "__main__":
    sys.exit(report(rows()))
