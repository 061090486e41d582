"""How commands print: lines, tables, and numbers with what they count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.model.escape import single_line


def print_lines(*lines: str) -> None:
    """Print lines of ours, at once."""
    if lines:
        print(*lines, sep="\n", flush=True)  # noqa: T201 - the command's output


def echo(*lines: str) -> None:
    """Print lines in which a student's text cannot break out."""
    print_lines(*map(single_line, lines))


def table_lines(
    rows: Iterable[Sequence[object]], headings: Sequence[str], widths: Sequence[int | None] | None = None
) -> list[str]:
    """The lines of a table; ``widths``: characters of a column, beyond which its text is wrapped; None: any."""
    from tabulate import tabulate  # noqa: PLC0415 - most commands print none

    return tabulate(rows, headings, "simple", disable_numparse=True, maxcolwidths=widths).splitlines()


def quantity(number: int, noun: str) -> str:
    """``1 case``, ``2 cases``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
