"""Beyond one machine: what Dask workers add, and how many submissions a second one scheduler and one client can move.

Start it with ``python benchmarks/cluster.py``.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from distributed import Client, Future, LocalCluster, wait
from generated import ASSIGNMENT, PYTHON, course
from measure import BIN, LONG, Row, paired, ratio, report

from harness.course.assignments import load_course
from harness.course.ingest.submission import Submission
from harness.grading.cluster.request import pack_submission

STUDENTS = 60 if LONG else 30
ROUNDS = 3
TASKS, BYTES, WINDOW = 3000 if LONG else 1000, 10_000, 64
PACKED = 200
CLASS_SIZE = 100_000
_SOME_WRONG = (0, 1)


def rows() -> Iterator[Row]:
    """Yield the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = course(Path(name) / "class", STUDENTS, only=PYTHON)
        words: list[str | Path] = [BIN / "grade", "--no-gradebook", "--specs", folder / "specs"]
        words.append(folder / "submissions")
        costs = paired({"here": [*words, "-j", "2"], "there": [*words, "--on", "local:2"]}, ROUNDS, accept=_SOME_WRONG)
        packing = _pack_ms(folder)
    yield Row(
        f"{STUDENTS} Python submissions: two Dask workers, started and ended / two processes here",
        ratio(costs["there"], costs["here"]),
    )
    here = median(cost.cpu_s for cost in costs["here"]) / STUDENTS
    yield Row("CPU time of one submission (Python, 5 cases, level A)", here * 1000, "ms")
    yield Row("the client reads and packs a submission", packing, "ms")
    moved = _tasks_per_second()
    limit = min(moved, 1000 / packing)
    yield from (
        Row(f"one scheduler moves tasks of {BYTES // 1000} kB with their answers", moved, "a second", ours=False),
        Row("cores that one scheduler and client can keep busy with such submissions", limit * here, ours=False),
        Row(f"{CLASS_SIZE:,} such submissions: CPU time", CLASS_SIZE * here / 3600, "h"),
        Row(f"{CLASS_SIZE:,} submissions: what client and scheduler take", CLASS_SIZE / limit / 60, "min"),
    )


def _pack_ms(folder: Path) -> float:
    assignment = load_course(folder / "specs")[ASSIGNMENT]
    handed_in = sorted((folder / "submissions").glob(f"*/{ASSIGNMENT}"))
    begin = time.perf_counter()
    for number in range(PACKED):
        pack_submission(assignment, Submission("s", ASSIGNMENT, handed_in[number % len(handed_in)]))
    return (time.perf_counter() - begin) * 1000 / PACKED


def _return_bundle(bundle: bytes) -> bytes:
    return bundle


def _tasks_per_second() -> float:
    """Tasks a second, sent as the grader sends them: as many as there is room for, each with bytes of its own."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as workers,
        Client(workers) as client,
    ):
        under_way: set[Future[bytes]] = set()
        waiting = deque(range(TASKS))
        begin = time.perf_counter()
        while waiting or under_way:
            while waiting and len(under_way) < WINDOW:
                content = waiting.popleft().to_bytes(4, "big") * (BYTES // 4)
                under_way.add(client.submit(_return_bundle, content, pure=False))
            done, _ = wait(list(under_way), return_when="FIRST_COMPLETED")
            for future in done:
                future.result()
            under_way -= set(done)
        return TASKS / (time.perf_counter() - begin)


if __name__ == "__main__":
    sys.exit(report(rows()))
