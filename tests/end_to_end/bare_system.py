"""Run a program of Python as if this system lacked what macOS or Windows lack: bare_system.py PROGRAM ARGUMENTS."""

from __future__ import annotations

import os
import runpy
import sys
from importlib.abc import MetaPathFinder

MODULES = frozenset({"fcntl", "resource", "pty", "termios", "tty", "grp", "pwd"})
FUNCTIONS = ("fork", "forkpty", "posix_spawn", "posix_spawnp", "memfd_create", "pipe2", "wait4", "openpty", "mkfifo")
CONSTANTS = ("O_PATH", "POSIX_SPAWN_DUP2", "sched_getaffinity", "sched_setaffinity")


class _Hidden(MetaPathFinder):
    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        del path, target
        if fullname in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


for name in MODULES:
    sys.modules.pop(name, None)
for name in (*FUNCTIONS, *CONSTANTS):
    if hasattr(os, name):
        delattr(os, name)
sys.meta_path.insert(0, _Hidden())
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
