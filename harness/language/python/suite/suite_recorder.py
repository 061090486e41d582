"""The result of each test, a line of JSON each: written at once, so that what was decided stays decided."""

from __future__ import annotations

import json
import linecache
import signal
import types
from pathlib import Path
from typing import Any

import suite_mirror
from suite_connection import ProgramEnded
from suite_mirror import RemoteFunction

_LONGEST = 2000
Details = dict[str, Any]
_LOOKS = ("turn", "import", "reload", "names", "where")
"""Requests whose answers give the tests nothing to compute with."""


class Turns:
    """Knows the test that is under way, and whether something of the student's was used in it.

    That without a name is what is between two tests. When its time is over, the process ends, whatever it computes,
    even inside of C. What was written down before says which test that was; the others run again in a new process.
    """

    def __init__(self, path: Path, between_s: float, test_s: float) -> None:
        """``path``: where it is written down; then the CPU seconds between two tests, and those of one."""
        self.path, self.between_s, self.test_s = path, between_s, test_s
        self.name = ""
        self.is_used = self.is_shared = False
        self.is_for_all = False
        """Whether what is got from the program now is for more tests than one."""
        self.begin("")

    def begin(self, name: str) -> None:
        """Begin a test, or what is between two; the time counts from now."""
        self.name = name
        self._note(is_used=self.is_shared)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, self.test_s if name else self.between_s)

    def ask(self) -> bool:
        """The program is asked; return whether it was used before. What comes of it may take long here already."""
        before = self.is_used
        if not before:
            self._note(is_used=True)
        return before

    def answer(self, op: str, value: Any, before: bool) -> None:
        """The program has answered."""
        if op in _LOOKS or (op == "get" and _is_harmless(value)):
            if not before:
                self._note(is_used=False)
        elif not self.name or self.is_for_all:
            self.is_shared = True

    def _note(self, *, is_used: bool) -> None:
        self.is_used = is_used
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"begun": self.name, "used": is_used}) + "\n")


def _is_harmless(value: Any) -> bool:
    """Whether nothing can be computed with a value without another request."""
    return value is None or type(value) in (bool, RemoteFunction) or isinstance(value, type)


class Results:
    """Collects, for each test by its name, what was wrong with it."""

    def __init__(self, turns: Turns, course_folder: Path) -> None:
        self.turns, self.path, self.folder = turns, turns.path, str(course_folder)
        self.wrong: dict[str, Details] = {}
        self.runs: dict[str, int] = {}
        """So many runs of a test are still to come: one, or one for each of its parameters."""

    def begin(self, name: str) -> None:
        """A run of a test begins."""
        self.runs.setdefault(name, 1)
        self.turns.begin(name)
        suite_mirror.connection.begin_turn()

    def fail(self, name: str, why: str, error: BaseException | None, message: str = "") -> None:
        """Something is wrong with a test; the first such thing is kept."""
        self.wrong.setdefault(name, self.details(why, error, message))

    def end(self, name: str, *, passed: bool) -> None:
        """A run of a test is over; it has passed only where its program did not end meanwhile."""
        if suite_mirror.connection.fault:
            self.fail(name, "ended", None)
        elif not passed:
            self.fail(name, "not-run", None)
        self.runs[name] -= 1
        if self.runs[name] == 0:
            self._write({"test": name, "passed": name not in self.wrong, **self.wrong.get(name, {})})
        self.turns.begin("")

    def broken(self, file: str, error: BaseException) -> None:
        """A file of the course's could not be loaded."""
        details = self.details("raised", error)
        is_students = any(hasattr(each, "_grade_frames") for each in _chain(error)) or details["why"] == "ended"
        self._write({"file": file, "broken": not is_students, **details})

    def details(self, why: str, error: BaseException | None, message: str = "") -> Details:
        """A failure: why, what was said, the test's line, and the place in the student's program."""
        fault = suite_mirror.connection.fault
        if fault or isinstance(error, ProgramEnded):
            return {"why": "ended", "end": fault.get("end", {}), "line": self._line(error), "frames": self._called()}
        frames = next((list(each._grade_frames) for each in _chain(error) if hasattr(each, "_grade_frames")), None)
        text = message or _text(error)
        kind = "" if error is None else type(error).__name__
        line = self._line(error)
        return {
            "why": why,
            "error": kind,
            "message": text[:_LONGEST],
            "line": line,
            "frames": self._called(line) if frames is None else frames,
        }

    def _line(self, error: BaseException | None) -> str:
        """The innermost line of the course's files that an exception passed."""
        trace, line = (None if error is None else error.__traceback__), ""
        while isinstance(trace, types.TracebackType):
            path = trace.tb_frame.f_code.co_filename
            if path.startswith(self.folder):
                line = linecache.getline(path, trace.tb_lineno).strip() or line
            trace = trace.tb_next
        return line[:_LONGEST]

    def _called(self, line: str | None = None) -> list[Any]:
        """Where the function stands that the test called last, if the test's line names it where that is given.

        What was called in an earlier line may well be right.
        """
        connection = suite_mirror.connection
        if connection.fault or connection.last_called is None:
            return []
        if line is not None and getattr(connection.last_called, "__name__", "") not in line:
            return []
        try:
            where = connection.request("where", connection.last_called)
            return [[str(where[0]), int(where[1]), ""]] if where else []
        except (Exception, ProgramEnded):
            connection.fault = {}
            return []

    def _write(self, entry: Details) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _chain(error: BaseException | None) -> list[BaseException]:
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain


def _text(error: BaseException | None) -> str:
    try:
        return str(error) if error is not None else ""
    except Exception:
        return ""
