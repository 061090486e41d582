"""One step of a dialogue with a program."""

from __future__ import annotations

from harness.model.struct import Model


class Exchange(Model, frozen=True):
    """One step of a dialogue on a terminal: wait for a prompt (``expect`` or ``pattern``), then answer."""

    expect: str | None = None
    """The exact text to wait for."""
    pattern: str | None = None
    """A regular expression to wait for."""
    send: str | None = None
    """The line to type when the prompt has come; None: the step only waits."""
