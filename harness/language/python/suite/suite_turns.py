"""How long the tests' own process may compute for one test, and whether something of the student's was used in it.

When the time is over, the process ends, whatever it computes, even inside of C. What was written down before says
which test that was; the others run again in a new process.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from suite_mirror import RemoteFunction

_LOOKS = ("turn", "import", "reload", "names", "where")
"""Requests whose answers give the tests nothing to compute with."""


class Turns:
    """Knows the test that is under way; that without a name is what is between two tests."""

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
