"""The environment variables of every student's process.

Scripts named ``java`` and ``javac`` before the machine's own on every program's search path.

By default a Java virtual machine takes a quarter of the machine's memory before it collects garbage: a correct program
that allocates much and keeps little would exceed its limit on a large machine, and not on a small one. Most runs are
started as ``java``, but a script may be what starts it: a jar with a line of shell in front of it, a Makefile, another
program. No environment variable says the size of the heap without a line on standard error, so a script does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "COLUMNS": "80",
    "LINES": "24",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
"""All that a student's process finds in its environment; HOME and TMPDIR are added, inside its scratch folder."""


TOOLS = Path(__file__).parent / "tools"
"""The folder of the scripts; where a sandbox's user cannot reach it, the machine's own tools are found after it."""
HEAP_OPTIONS = ("-Xmx", "-XX:MaxHeap", "-XX:MaxRAM", "-XX:InitialRAM")
"""How the option begins by which a command says itself how large its heap may be."""
_OUTSIDE_HEAP = 256 * 1024**2
"""Bytes that the virtual machine needs outside the heap; of small limits it gets half."""
_FOLDER = "/tools"
_NAMES = tuple(sorted(path.name for path in TOOLS.iterdir()))


def heap_size(memory: int) -> str:
    """Return the heap for a memory limit of so many bytes, as ``-Xmx`` takes it: kibibytes with a k."""
    return f"{max(memory // 2, memory - _OUTSIDE_HEAP) // 1024}k"


def tool_environment(memory: int, folder: str = _FOLDER) -> dict[str, str]:
    """Return the variables by which the scripts are found, and find what belongs to a limit of so many bytes."""
    return {"PATH": f"{folder}:{ENVIRONMENT['PATH']}", "JAVA_HEAP": heap_size(memory)}


def open_tools() -> tuple[int, ...]:
    """Return a descriptor of each script, for ``tool_options``."""
    return tuple(os.open(TOOLS / name, os.O_RDONLY | os.O_CLOEXEC) for name in _NAMES)


def tool_options(descriptors: Iterable[int]) -> tuple[str, ...]:
    """Return the options by which bubblewrap puts the scripts into a sandbox."""
    files = zip(descriptors, _NAMES, strict=True)
    return tuple(
        word
        for descriptor, name in files
        for word in ("--perms", "0555", "--file", str(descriptor), f"{_FOLDER}/{name}")
    )
