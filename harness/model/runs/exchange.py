"""One step of a dialogue with a program."""

from __future__ import annotations

from typing import Literal

from harness.model.struct import Model


class Exchange(Model, frozen=True):
    """One step of a dialogue on a terminal: wait for a prompt (``expect`` or ``pattern``), then answer."""

    expect: str | None = None
    """The exact text to wait for."""
    pattern: str | None = None
    """A regular expression to wait for."""
    send: str | None = None
    """The line to type when the prompt has come; None: the step only waits."""
    eof: bool = False
    """True: end the input, as Ctrl-D does; once more whenever the program asks again, up to 16 times."""
    hang_up: bool = False
    """True: close the terminal, as somebody does who goes away. The program must end by itself, however it does."""
    end: Literal["waiting", "itself"] = "itself"
    """``waiting``: the last step; the program must now wait for more input, and is ended."""

    @property
    def awaits(self) -> bool:
        """Whether it waits for a text."""
        return self.expect is not None or self.pattern is not None
