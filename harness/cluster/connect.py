"""Reaching a scheduler, or starting workers here, and finding those that meet the terms."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import signal
from collections.abc import Iterator
from typing import Any

import dask
from distributed import Client, Future, LocalCluster

from harness.cluster.bundle import pack_course
from harness.cluster.cluster import Cluster
from harness.cluster.request import Refusal, Terms
from harness.cluster.versions import tools_of_course, versions
from harness.cluster.worker import ask, same
from harness.ingest.discovery import Course
from harness.isolation.base import Level
from harness.model.errors import JudgeError, UsageError

_CONNECT_S = 15
_MOST_LOCAL = 256
_GATHER_S = 30
"""How long the first worker is waited for."""


@contextlib.contextmanager
def connected(
    place: str, course: Course, *, only: tuple[str, ...], required: str | None, best: str | None
) -> Iterator[Cluster]:
    """The workers of ``tcp://host:port``, or of ``local:N``, which are started here and end with us.

    Raises:
        UsageError: when no scheduler answers there.
        JudgeError: when no worker meets the terms.

    """
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(_client(place, stack))
        content = pack_course(course)
        name = hashlib.sha256(content).hexdigest()
        terms = Terms(name, tuple(versions(tools_of_course(course)).items()), tuple(course), only, required, best)
        packed = client.submit(same, content, key=f"course-{name}")
        try:
            client.wait_for_workers(1, timeout=_GATHER_S)
        except TimeoutError:
            raise JudgeError(f"{place}: the scheduler has no worker; start some: dask worker {place}") from None
        yield _found(client, course, terms, packed)


def _client(place: str, stack: contextlib.ExitStack) -> Client:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is told in our own words
    if place.startswith("local:"):
        return Client(stack.enter_context(_local(place.removeprefix("local:"))))
    try:
        return Client(place, timeout=_CONNECT_S)
    except (OSError, ValueError, TimeoutError) as error:
        told = f"no Dask scheduler answers there ({error}); one is started by: dask scheduler"
        raise UsageError(f"--on {place}: {told}") from None


def _local(number: str) -> LocalCluster:
    """Workers on this machine, which a Ctrl-C at the terminal does not reach: it is for us to end them."""
    if not number.isdecimal() or not 0 < int(number) <= _MOST_LOCAL:
        raise UsageError(f"--on local:{number}: local takes a number of workers from 1 to {_MOST_LOCAL}: local:4")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with dask.config.set({"logging.distributed": "critical"}):  # the workers' too
            return LocalCluster(
                n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
            )
    finally:
        signal.signal(signal.SIGINT, before)


def _found(client: Client, course: Course, terms: Terms, packed: Future[Any]) -> Cluster:
    """Ask every worker."""
    fit: dict[str, Level] = {}
    told: set[str] = set()
    workers = list(client.scheduler_info(n_workers=-1)["workers"])
    futures = {one: client.submit(ask, terms, packed, workers=[one], pure=False) for one in workers}
    for address, future in futures.items():
        try:
            answer = future.result(timeout=_GATHER_S)[1]
        except Exception as error:  # noqa: BLE001 - whatever it is, this worker does not grade
            answer = Refusal(f"{type(error).__name__}: {error}".splitlines()[0])
        if isinstance(answer, Level):
            fit[address] = answer
        else:
            told.add(f"{address} grades nothing: {answer.why if isinstance(answer, Refusal) else answer}")
    if not fit:
        raise JudgeError("\n".join(["no worker can grade this:", *sorted(told)]))
    weakest = max(fit.values(), key=lambda level: level.rank)
    return Cluster(client, course, terms, packed, weakest, set(fit), told)
