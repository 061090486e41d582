"""Fixtures for all tests."""

from __future__ import annotations

import functools
import gc
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from harness.sandbox.files.scratch import scratch
from tests import compile_server, fork_server
from tests.postgresql import server
from tests.support import Begun

_NOT_BEGUN = "not begun in time"
_MOST_REPEATED = 3
"""Tests of one run that may fail once, as the machine was busy, and pass when they are run again."""

# The same examples in every run, and none of them fails for what else the machine does.
settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")


def pytest_configure() -> None:
    """Have servers for commands and for Java, and be interruptible, as at a terminal.

    A shell that runs the tests in the background lets them ignore Ctrl-C.
    """
    fork_server.start()
    compile_server.start()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Make the forks of this process cheap, of which each grading has several.

    What they load later, each loads by itself. And a collector that looks at every collected test, in a fork, copies
    all their memory for that: half a second.
    """
    fork_server.load_modules("grading", "judge", "language")
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Skip a test that ``tests.touched`` has no more time for."""
    if time.monotonic() > float(os.environ.get("TESTS_BEGUN_UNTIL", "inf")):
        pytest.skip(_NOT_BEGUN)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where more tests than a busy machine explains passed only at a second try, or none was begun."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not reporter:  # a worker's process
        return
    repeated = len(reporter.stats.get("rerun", ()))
    not_begun = sum(report.longrepr[2].endswith(_NOT_BEGUN) for report in reporter.stats.get("skipped", ()))
    if not_begun:
        reporter.write_line(f"\n{not_begun} tests not begun in time: run all tests for them", yellow=True)
    if repeated > _MOST_REPEATED:
        reporter.write_line(f"{repeated} tests failed at first; at most {_MOST_REPEATED} may", red=True)
    none_ran = not_begun and not reporter.stats.get("passed")
    if (none_ran or repeated > _MOST_REPEATED) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def of_all_workers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder of this run of the tests, which its worker processes share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session", autouse=True)
def _own_cache(of_all_workers: Path) -> None:
    """Keep nothing in the cache of whoever runs the tests, and find nothing there.

    All workers have one, as all tests have that run without workers: what one has built or read, no other does again.
    """
    os.environ["XDG_CACHE_HOME"] = str(of_all_workers / "cache")


@pytest.fixture
def apart() -> Iterator[Path]:
    """A folder for the home and the scratch folders of a program under test: pytest's are closed to all but root."""
    with scratch() as folder:
        yield folder


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    """Begin a course once for all tests of a module; each takes a copy that it may change."""
    with scratch() as folder:
        yield functools.cache(lambda begin: begin(tmp_path_factory.mktemp("begun") / "course", folder))


@pytest.fixture
def workdir(tmp_path: Path) -> Path:
    """An empty working folder."""
    folder = tmp_path / "box"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The URL of a database on a real PostgreSQL server of its own, reached by a local socket.

    It does not live on to other modules: a test that runs a program in this very process ends all that descend from it.
    """
    with server() as running:
        yield running.url
