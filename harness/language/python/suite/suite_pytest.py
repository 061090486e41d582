"""Run the course's files with pytest."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from suite_modules import LOADING
from suite_recorder import Results

_PASSED_PHASES = 3


class _Listener:
    """A plugin that writes down the result of each test."""

    def __init__(self, results: Results, names: frozenset[str]) -> None:
        self.results, self.names = results, names
        self.passed: dict[str, int] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Only the tests that are asked for."""
        items[:] = [item for item in items if _name(item) in self.names]

    def pytest_collection_finish(self, session: Any) -> None:
        """All tests are known."""
        LOADING.clear()
        for item in session.items:
            self.results.runs[_name(item)] = self.results.runs.get(_name(item), 0) + 1

    def pytest_collectreport(self, report: Any) -> None:
        """A file could not be loaded."""
        call = getattr(report, "grade_error", None)
        if report.failed:
            self.results.broken(Path(report.nodeid).name, call or RuntimeError(str(report.longrepr)[-1000:]))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector: Any) -> Any:
        """Keep the exception by which collecting fails."""
        outcome = yield
        report = outcome.get_result()
        error = getattr(getattr(report, "call", None), "excinfo", None)
        error = None if error is None else error.value
        report.grade_error = getattr(error, "__cause__", None) or error

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A run of a test begins."""
        self.passed[nodeid] = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> None:
        """Before its fixtures are made."""
        self.results.begin(_name(item))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Any:
        """A fixture is made, for one test or for more."""
        self.results.turns.is_for_all = fixturedef.scope != "function"
        yield
        self.results.turns.is_for_all = False

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        """The result of a phase: the fixtures, the test, the fixtures' end."""
        outcome = yield
        report = outcome.get_result()
        error = None if call.excinfo is None else call.excinfo.value
        if report.passed:
            self.passed[item.nodeid] += 1
        elif report.skipped:
            self.results.fail(_name(item), "skipped", None, str(error or ""))
        else:
            is_assertion = isinstance(error, (AssertionError, pytest.fail.Exception))
            self.results.fail(_name(item), "assertion" if is_assertion else "raised", error)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A run of a test is over."""
        name = _named(nodeid)
        if name in self.results.runs:
            self.results.end(name, passed=self.passed[nodeid] == _PASSED_PHASES)


def _name(item: Any) -> str:
    return _named(item.nodeid)


def _named(nodeid: str) -> str:
    """Class and function; the runs with each of its parameters are one test."""
    return ".".join(nodeid.partition("[")[0].split("::")[1:])


def run(files: list[Path], results: Results, names: frozenset[str]) -> None:
    """Run the tests of these files that have one of the names."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    folder = results.folder
    options = ("-q", "--capture=sys", "--rootdir", folder, "-c", os.devnull, "--import-mode=prepend", "--tb=short")
    plugins = (
        "-p",
        "no:cacheprovider",
        "-p",
        "no:faulthandler",
        "-p",
        "no:unraisableexception",
        "-p",
        "no:threadexception",
    )
    LOADING.append(True)
    pytest.main([*options, *plugins, *map(str, files)], plugins=[_Listener(results, names)])
