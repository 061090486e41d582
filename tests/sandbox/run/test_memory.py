"""Memory that processes share is counted once, whoever shares it and in whatever way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from harness.sandbox.process_setup import process_tree
from harness.sandbox.run.watch import proportional_set_size

MIB = 1024**2
_TAKES = """\
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char *taken = malloc(100 << 20);
    memset(taken, 1, 100 << 20);
    if (%s() == 0) { %s; write(1, "\\n", 1); pause(); _exit(0); }
    pause();
}
"""


@contextmanager
def _two(folder: Path, way: str, then: str = "") -> Iterator[list[int]]:
    """A process with 100 MiB and its child, both asleep."""
    (folder / "takes.c").write_text(_TAKES % (way, then))
    subprocess.run(["gcc", "-w", "-o", folder / "takes", folder / "takes.c"], check=True)
    with subprocess.Popen([folder / "takes"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        pids = [process.pid, *process_tree.descendants(process.pid)]
        try:
            yield pids
        finally:
            for pid in reversed(pids):
                process_tree.kill_tree(pid)


@pytest.mark.parametrize(
    ("way", "then", "mib"),
    [("vfork", "", 100), ("fork", "", 100), ("fork", "memset(taken, 2, 100 << 20)", 200)],
)
def test_what_a_child_has_of_its_parents(tmp_path: Path, way: str, then: str, mib: int) -> None:
    with _two(tmp_path, way, then) as pids:
        assert len(pids) == 2
        assert mib <= proportional_set_size(pids) / MIB < mib + 10


def test_who_has_ended_has_nothing() -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    assert proportional_set_size([done.pid]) == 0
