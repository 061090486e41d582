"""Connect to a scheduler, or start workers on this machine, and find those that can grade."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import signal
from collections.abc import Iterator
from typing import Any

import dask
from distributed import Client, Future, LocalCluster

from harness.grading.cluster.cluster import Cluster
from harness.grading.cluster.request import Refusal, RunSettings, pack_course, tools_of_course, versions
from harness.grading.cluster.worker import course_task, grade_on_worker
from harness.model.errors import JudgeError, UsageError
from harness.sandbox.isolation.base import Level
from harness.spec.format.assignment import Course

_CONNECT_TIMEOUT_S = 15
_MAX_LOCAL_WORKERS = 256
_FIRST_WORKER_TIMEOUT_S = 120
"""How long to wait for the first worker, and for each one's first answer."""


@contextlib.contextmanager
def connected(
    address: str, course: Course, *, only: tuple[str, ...], required: str | None, best: str | None
) -> Iterator[Cluster]:
    """The workers of a scheduler, ``tcp://host:port``, or ``local:N`` workers that are started here for the time.

    Raises:
        UsageError: when no scheduler answers there.
        JudgeError: when no worker can grade the course.

    """
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(_client(address, stack))
        content = pack_course(course)
        name = hashlib.sha256(content).hexdigest()
        settings = RunSettings(
            name, tuple(versions(tools_of_course(course)).items()), tuple(course), only, required, best
        )
        packed_course = client.submit(course_task, content, key=f"course-{name}")
        try:
            client.wait_for_workers(1, timeout=_FIRST_WORKER_TIMEOUT_S)
        except TimeoutError:
            raise JudgeError(f"{address}: the scheduler has no worker; start some: dask worker {address}") from None
        yield _cluster(client, course, settings, packed_course)


def _client(address: str, stack: contextlib.ExitStack) -> Client:
    for name in ("distributed", "distributed.client"):  # what matters of it is reported in our own words
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address.startswith("local:"):
        return Client(stack.enter_context(_local(address.removeprefix("local:"))))
    try:
        return Client(address, timeout=_CONNECT_TIMEOUT_S)
    except (OSError, ValueError, TimeoutError) as error:
        problem = f"no Dask scheduler answers there ({error}); one is started by: dask scheduler"
        raise UsageError(f"--on {address}: {problem}") from None


def _local(number: str) -> LocalCluster:
    """Workers on this machine that ignore the terminal's Ctrl-C: this process ends them."""
    if not number.isdecimal() or not 0 < int(number) <= _MAX_LOCAL_WORKERS:
        raise UsageError(
            f"--on local:{number}: local takes a number of workers from 1 to {_MAX_LOCAL_WORKERS}: local:4"
        )
    previous_handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with dask.config.set({"logging.distributed": "critical"}):  # the workers' too
            return LocalCluster(
                n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
            )
    finally:
        signal.signal(signal.SIGINT, previous_handler)


def _cluster(client: Client, course: Course, settings: RunSettings, packed_course: Future[Any]) -> Cluster:
    """Ask each worker whether it can grade the course; the cluster of those that can."""
    levels: dict[str, Level] = {}
    refusals: set[str] = set()
    workers = list(client.scheduler_info(n_workers=-1)["workers"])
    futures = {
        address: client.submit(grade_on_worker, settings, packed_course, workers=[address], pure=False)
        for address in workers
    }
    for address, future in futures.items():
        try:
            answer = future.result(timeout=_FIRST_WORKER_TIMEOUT_S)[1]
        except Exception as error:  # noqa: BLE001 - whatever it is, this worker does not grade
            answer = Refusal(f"{type(error).__name__}: {error}".splitlines()[0])
        if isinstance(answer, Level):
            levels[address] = answer
        else:
            refusals.add(f"{address} grades nothing: {answer.reason if isinstance(answer, Refusal) else answer}")
    if not levels:
        raise JudgeError("\n".join(["no worker can grade this:", *sorted(refusals)]))
    weakest = max(levels.values(), key=lambda level: level.rank)
    return Cluster(client, course, settings, packed_course, weakest, set(levels), refusals)
