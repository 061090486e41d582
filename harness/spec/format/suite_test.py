"""One test of a course's own suite."""

from __future__ import annotations

from msgspec import Struct


class SuiteTest(Struct, frozen=True):
    """One test as its file has it."""

    name: str
    """``TestCart.test_total``, or ``test_total`` outside of classes."""
    file: str
    """Relative to the spec's folder."""
    weight: float = 1
    visibility: str = ""
    clause: str = ""
    pattern: str = ""
    """A regular expression for the names of its runs, where a template fills in values; empty: it has one name."""
