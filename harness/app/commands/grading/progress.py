"""What is going on, on a terminal only: a line at once, and a bar as soon as something is done."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

_CLEAR = "\r\x1b[K"


@contextlib.contextmanager
def progress_bar(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with how many are done and how many there are; silent in a pipe.

    ``doing``: what is going on, such as ``grading``.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    sys.stderr.write(f"{doing} ...")
    sys.stderr.flush()
    with contextlib.ExitStack() as stack:
        bars: list[Callable[[int, int], None]] = []

        def progress(done: int, total: int) -> None:
            if not bars:
                sys.stderr.write(_CLEAR)
                bars.append(stack.enter_context(_bar(doing)))
            bars[0](done, total)

        yield progress
    sys.stderr.write(_CLEAR)
    sys.stderr.flush()


@contextlib.contextmanager
def _bar(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar of Rich's with the time that is left; loaded here, when programs already run."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
