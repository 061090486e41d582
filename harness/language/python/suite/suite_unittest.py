"""Run the course's unittest files."""

from __future__ import annotations

import importlib.util
import sys
import types
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from suite_mirror import Remote
from suite_modules import LOADING
from suite_recorder import Results

_NUMBERS = (int, float, complex)


class _Listener(unittest.TestResult):
    """Writes down the result of each test."""

    def __init__(self, results: Results) -> None:
        super().__init__()
        self.results = results
        self.passed: set[str] = set()

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.results.begin(_name(test))

    def stopTest(self, test: unittest.TestCase) -> None:
        super().stopTest(test)
        self.results.end(_name(test), passed=_name(test) in self.passed)

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self.passed.add(_name(test))

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        super().addUnexpectedSuccess(test)
        self.results.fail(_name(test), "assertion", None, "it was expected to fail")

    def addExpectedFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addExpectedFailure(test, err)
        self.passed.add(_name(test))

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        self.results.fail(_name(test), "skipped", None, reason)

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        super().addFailure(test, err)
        self._failed(test, "assertion", err[1])

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        super().addError(test, err)
        self._failed(test, "raised", err[1])

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            why = "assertion" if issubclass(err[0], test.failureException) else "raised"
            self._failed(test, why, err[1])

    def _failed(self, test: Any, why: str, error: BaseException) -> None:
        if isinstance(test, unittest.TestCase):
            self.results.fail(_name(test), why, error)
        else:  # setUpClass and the like, before any of the tests
            self.results.broken("", error)


def _name(test: unittest.TestCase) -> str:
    return f"{type(test).__qualname__}.{test._testMethodName}"


def load(path: Path) -> types.ModuleType:
    """Load a file of the course's as a module of its name."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    LOADING.append(True)
    try:
        spec.loader.exec_module(module)
    finally:
        LOADING.pop()
    return module


def _almost_equal(original: Any) -> Any:
    """What compares by a difference: an object's own subtraction does not decide that it is near a number."""

    def assert_near(self: unittest.TestCase, first: Any, second: Any, *arguments: Any, **named: Any) -> None:
        pair = (first, second)
        numbers = [isinstance(each, _NUMBERS) for each in pair]
        if any(isinstance(each, Remote) for each in pair) and numbers in ([True, False], [False, True]):
            self.fail(f"{first!r} is an object, and no number near {second!r}")
        original(self, first, second, *arguments, **named)

    return assert_near


def run(files: list[Path], results: Results, names: frozenset[str]) -> None:
    """Run the tests of these files that have one of the names."""
    unittest.TestCase.assertAlmostEqual = _almost_equal(unittest.TestCase.assertAlmostEqual)  # type: ignore[method-assign]
    for path in files:
        try:
            tests = unittest.defaultTestLoader.loadTestsFromModule(load(path))
        except BaseException as error:
            results.broken(path.name, error)
            continue
        chosen = [test for test in _each(tests) if _name(test) in names]
        unittest.TestSuite(chosen).run(_Listener(results))


def _each(suite: Any) -> Iterator[unittest.TestCase]:
    """The tests of a suite, which may hold suites."""
    for test in suite:
        yield from _each(test) if isinstance(test, unittest.TestSuite) else (test,)
