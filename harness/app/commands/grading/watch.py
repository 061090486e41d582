"""``grade --watch`` and ``harness verify --watch``: now, and again whenever a file is saved."""

from __future__ import annotations

import os
import queue
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.escape import single_line, some_of
from harness.model.patterns import lazy_regex

_QUIET_S = 0.05
"""How long nothing must be saved before it is graded: an editor saves in several steps."""
_SHOWN = 3
_SAVES = frozenset({"created", "modified", "moved", "deleted"})
_LEFT_BEHIND = lazy_regex(r"\.(?!vscode).*|.*~|#.*#|.*\.(?:swp|swx|tmp|pyc|class|o)|4913|__pycache__")
"""Names of files that editors, compilers and this program write beside others."""


def watch(run: Callable[[], int], paths: Sequence[Path], written: Collection[Path], name: str = "grade") -> int:
    """Grade now and after each save below the paths, until Ctrl-C; return the last exit status.

    ``run``: grades once; what it raises for bad input is printed, and the watch goes on. ``written``: files that a
    grading itself writes. ``name``: the command, in messages.

    Raises:
        UsageError: when the system watches no more folders.

    """
    folders = tuple(_folders(paths))
    changes = _Changes(folders, frozenset(path.resolve() for path in written))
    observer = Observer()
    try:
        for folder in folders:
            observer.schedule(changes, str(folder), recursive=True)
        observer.start()
    except OSError as error:
        raise UsageError(f"--watch: the system watches no more folders ({error.strerror or error})") from None
    try:
        return _run_on_each(partial(_guarded, run, name), changes)
    finally:
        observer.stop()
        observer.join()


def _run_on_each(run: Callable[[], int], changes: _Changes) -> int:
    status = 0
    try:
        while True:
            status = run()
            if status == EXIT_INTERRUPTED:
                return status
            print("\nWatching; Ctrl-C ends it.", flush=True)  # noqa: T201 - the command's output
            names = changes.wait()
            print(f"\n{time.strftime('%H:%M:%S')} {single_line(some_of(names, _SHOWN))} changed\n", flush=True)  # noqa: T201 - as above
    except KeyboardInterrupt:
        return status


def _guarded(run: Callable[[], int], name: str) -> int:
    try:
        return run()
    except (UsageError, JudgeError) as error:
        print(*(f"{name}: {line}" for line in str(error).splitlines()), sep="\n", file=sys.stderr, flush=True)  # noqa: T201
        return error.exit_status


def _folders(paths: Sequence[Path]) -> Iterator[Path]:
    """The folders to watch, each once and none inside another."""
    folders = sorted({path.resolve() if path.is_dir() else path.resolve().parent for path in paths if path.exists()})
    for folder in folders:
        if not any(other in folder.parents for other in folders):
            yield folder


class _Changes(FileSystemEventHandler):
    """Gathers the names of the files that are saved."""

    def __init__(self, folders: tuple[Path, ...], written: frozenset[Path]) -> None:
        self._folders = folders
        self._written = written
        self._saved: queue.SimpleQueue[str] = queue.SimpleQueue()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Note a save; what is opened, read, or written by the grading itself is none."""
        if event.event_type not in _SAVES or event.is_directory:
            return
        for name in (event.src_path, event.dest_path):
            path = Path(os.fsdecode(name))
            if name and path not in self._written and not any(map(_LEFT_BEHIND.fullmatch, self._below(path).parts)):
                self._saved.put(path.name)

    def _below(self, path: Path) -> Path:
        """The path below the folder that is watched, whose own name does not matter."""
        return next((path.relative_to(folder) for folder in self._folders if path.is_relative_to(folder)), path)

    def wait(self) -> list[str]:
        """Wait for a save, and until no more come; the names, each once."""
        names = [self._saved.get()]
        while True:
            try:
                names.append(self._saved.get(timeout=_QUIET_S))
            except queue.Empty:
                return list(dict.fromkeys(names))
