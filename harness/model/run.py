"""One finished run of a program, as the functions of ``checks.py`` receive it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Run(Struct, frozen=True):
    """One finished run of a program: its input, its output and its exit status."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit: int | None = 0
    """The exit status; None when a signal or a limit ended the program."""
    args: tuple[str, ...] = ()
    stdin: bytes = b""
    params: Mapping[str, object] = field(default_factory=dict)
    """The values of the case's ``for`` variables."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files that the case's ``produces`` and ``output_files`` name, as far as the run made them."""
