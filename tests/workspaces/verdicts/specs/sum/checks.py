"""What no general checker can say about the sums."""

from __future__ import annotations

from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run


def message(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Any message will do; one of them brings this function down, as a course's own code may be brought down."""
    del expected
    if b"unexpected" in run.stderr:
        raise ValueError("nobody thought of that")
    if not run.stderr.strip():
        yield Finding("no message was written")
