"""The environment variables of every student's process, and whether the kernel would start its command.

Scripts named ``java`` and ``javac`` before the machine's own on every program's search path.

By default a Java virtual machine takes a quarter of the machine's memory before it collects garbage: a correct program
that allocates much and keeps little would exceed its limit on a large machine, and not on a small one. Most runs are
started as ``java``, but a script may be what starts it: a jar with a line of shell in front of it, a Makefile, another
program. No environment variable says the size of the heap without a line on standard error, so a script does.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from harness.model.errors import MACHINE_ERRORS, JudgeError
from harness.model.observation import Observation

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


_ELF = b"\x7fELF"
_SCRIPT = b"#!"
_VISIBLE_FOLDERS = ("/usr/", "/bin/", "/sbin/")
"""Where tools are in every sandbox."""

_MACHINE_FAULTS = (*MACHINE_ERRORS, errno.EIO, errno.EAGAIN)
"""Errors that no program is to blame for: the machine's, a broken disk, no process left."""


def not_started(command: tuple[str, ...], error: OSError) -> Observation:
    """Return the observation of a command that the kernel did not start; JudgeError where the machine is to blame."""
    message = error.strerror or str(error)
    if error.errno in _MACHINE_FAULTS:
        raise JudgeError(f"{error.filename or command[0]}: {message}; scratch folders are made in TMPDIR") from None
    return Observation(command, not_started=message)


def check_startable(word: str, folder: Path, search_path: str) -> None:
    """Raise the OSError with which the kernel would refuse to start a command.

    ``word``: the command's first word; one without a slash is looked for on the search path. ``folder``: the working
    folder. ``search_path``: the folders to look for it in, as in ``PATH``.

    Raises:
        JudgeError: when a tool is installed where no sandbox shows it.

    """
    if "/" not in word:
        _check_tool(word, search_path)
        return
    path = _visible_path(word, folder)
    stats = os.stat(path)
    if not stat.S_ISREG(stats.st_mode) or not stats.st_mode & 0o111:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    with open(path, "rb") as file:
        head = file.read(256)
    interpreter = b""
    if head.startswith(_SCRIPT):
        interpreter = head[2:].split(b"\n")[0].split(b"\0")[0].strip(b" \t").replace(b"\t", b" ").split(b" ")[0]
        if interpreter:
            os.stat(_visible_path(os.fsdecode(interpreter), folder))  # a script's with Windows line ends is not there
    if not head.startswith(_ELF) and not interpreter:
        raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


def _visible_path(path: str, folder: Path) -> str:
    """Return the path that all links lead to; ENOENT where no sandbox shows it: nothing leaks of the machine."""
    direct = os.path.join(folder, path)
    if "/" not in path.removeprefix("./") and not os.path.islink(direct):
        return direct
    real = os.path.realpath(direct)
    if not real.startswith((f"{os.path.realpath(folder)}/", *_VISIBLE_FOLDERS)):
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    return real


@cache
def locate(tool: str, search_path: str = ENVIRONMENT["PATH"]) -> str | None:
    """Return where a tool is on the search path of students' programs; None when it is not there."""
    return shutil.which(tool, path=search_path)


@cache
def _check_tool(word: str, search_path: str) -> None:
    path = locate(word, search_path)
    if path is None:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    real = os.path.realpath(path)
    if not real.startswith(_VISIBLE_FOLDERS):
        raise JudgeError(f"{path} leads to {real}, which no sandbox shows; install {word} below /usr")
