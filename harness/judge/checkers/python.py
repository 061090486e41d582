"""``python``: a function of the spec's ``checks.py`` judges, for what no general checker can say."""

from __future__ import annotations

from typing import Any

from msgspec import field

from harness.judge.checkers.base import BaseChecker, Context
from harness.model.finding import Finding, from_course


class Python(BaseChecker, frozen=True, tag="python"):
    """A function ``(run, expected, **options)`` of ``checks.py`` judges: it yields a finding or a sentence a fault."""

    function: str
    """The function's name."""
    options: dict[str, Any] = field(default_factory=dict)
    """Keyword arguments for it."""
    golden: bool = False
    """True: ``expected`` is the case's golden file, else None."""
    file: str = ""
    """A file in the spec's folder that ``expected`` is read from: ``data/3.ans``."""

    def expected_file(self) -> str:
        """The file that the function gets."""
        return self.file

    def needs_golden(self) -> bool:
        """True: the function gets the golden."""
        return self.golden

    def function_names(self) -> tuple[str, ...]:
        """The function that judges."""
        return (self.function,)

    def problems(self) -> tuple[str, ...]:
        """One sentence when there is no function."""
        empty = () if self.function else ('"function" is empty; name a function of checks.py',)
        return (*empty, *(('give "file" or "golden: true", not both',) if self.file and self.golden else ()))

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """What the function yields; its exceptions pass through, for they are the course's fault, not the student's."""
        return tuple(map(from_course, context.functions[self.function](context.run, expected, **self.options)))
