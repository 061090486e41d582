"""``harness serve``: have everything loaded, and run each ``grade`` of this user that asks for it in a fork.

The fork gets the caller's words, folder, environment, umask and streams. It ends when the caller does or this process.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pkgutil
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from harness import bytecode, client
from harness.app.commands.grading.command_server import CommandServer
from harness.model.errors import UsageError

_LOADED = ("grading", "judge", "language", "reports.text")
"""What gradings load; what more one needs, such as a gradebook, it loads by itself."""
_NOT_LOADED = ".cluster"
_BACKLOG = 64


def serve(grade: Callable[[], int]) -> int:
    """Serve until Ctrl-C, or until the harness itself has changed; in a fork, what ``grade`` returns."""
    path = client.socket_path()
    if path is None:
        raise UsageError("serve: XDG_RUNTIME_DIR is not set: a folder that you alone can write")
    folder = Path(path).parent
    with contextlib.suppress(FileExistsError):
        folder.mkdir(0o700)
    if not client.is_private(str(folder)):
        raise UsageError(f"serve: {folder} has to be your own folder, closed to all others (chmod 700), and no link")
    _load_modules()
    server = CommandServer(_listen(path))
    print("Serving: GRADE_SERVER=on grade ... is run here. Ctrl-C ends it.", flush=True)  # noqa: T201 - the command's output
    try:
        request = server.run()
    finally:
        if server.is_parent():
            with contextlib.suppress(OSError):
                Path(path).unlink()
    if request is None:
        return 0
    _become(*request)
    sys.exit(grade())


def _load_modules() -> None:
    for name in ("app.commands.grading.grade", "course.gradebook.run_grades", *_LOADED):
        package = importlib.import_module(f"harness.{name}")
        for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
            if _NOT_LOADED not in module.name and name in _LOADED:
                importlib.import_module(module.name)
    # The file of bytecode holds what single commands load.
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, bytecode.Archive)]
    gc.freeze()


def _listen(path: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as other:
        other.connect(path)
        raise UsageError("serve: a server of yours runs already")
    with contextlib.suppress(FileNotFoundError):
        Path(path).unlink()
    listener.bind(path)
    listener.listen(_BACKLOG)
    return listener


def _become(
    words: list[str],
    place: str,
    environment: dict[bytes, bytes],
    umask: int,
    ignored: list[int],
    inherited: list[int],
) -> None:
    """Be the process that the caller would have been."""
    folder, *streams = inherited
    os.fchdir(folder)
    for descriptor, number in zip(streams, client.STREAMS, strict=True):
        os.dup2(descriptor, number)
    for descriptor in inherited:
        os.close(descriptor)
    for name, mode, buffering in (("stdin", "r", -1), ("stdout", "w", -1), ("stderr", "w", 1)):
        old = getattr(sys, name)  # knows whether this process could seek in its own
        new = open(  # noqa: SIM115 - for as long as the process lives
            old.fileno(), mode, buffering, encoding=old.encoding, errors=old.errors, closefd=False
        )
        setattr(sys, name, new)
    for number in client.FORWARDED:
        signal.signal(number, signal.SIG_IGN if int(number) in ignored else signal.SIG_DFL)
    os.environ.clear()
    os.environb.update(environment)
    os.umask(umask)
    time.tzset()
    sys.argv, sys.path[0] = words, place
