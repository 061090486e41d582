"""Whether the kernel would start a command: asked before a sandbox is made, as its shell would try otherwise."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from functools import cache
from pathlib import Path

from harness.isolation.environment import ENVIRONMENT
from harness.model.errors import JudgeError
from harness.model.observation import Observation

_ELF = b"\x7fELF"
_SCRIPT = b"#!"
_SHOWN = ("/usr/", "/bin/", "/sbin/")
"""Where tools are in every sandbox."""


_OURS = {
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE,
}  # fmt: skip
"""What no program can help: a full or broken disk, no memory, no process and no descriptor left."""


def not_started(command: tuple[str, ...], error: OSError) -> Observation:
    """That the kernel did not start a command, as an observation; JudgeError where the machine is to blame."""
    told = error.strerror or str(error)
    if error.errno in _OURS:
        raise JudgeError(f"{error.filename or command[0]}: {told}; scratch folders are made in TMPDIR") from None
    return Observation(command, not_started=told)


def check_startable(word: str, folder: Path, search: str) -> None:
    """Raise the OSError that the kernel would answer with.

    Args:
        word: the command's first word; one without a slash is looked for on the search path.
        folder: the working folder.
        search: the search path.

    Raises:
        JudgeError: when a tool is installed where no sandbox shows it.

    """
    if "/" not in word:
        _check_tool(word, search)
        return
    path = _within_sight(word, folder)
    facts = os.stat(path)
    if not stat.S_ISREG(facts.st_mode) or not facts.st_mode & 0o111:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    with open(path, "rb") as file:
        head = file.read(256)
    interpreter = b""
    if head.startswith(_SCRIPT):
        interpreter = head[2:].split(b"\n")[0].split(b"\0")[0].strip(b" \t").replace(b"\t", b" ").split(b" ")[0]
        if interpreter:
            os.stat(_within_sight(os.fsdecode(interpreter), folder))  # a script's with Windows line ends is not there
    if not head.startswith(_ELF) and not interpreter:
        raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


def _within_sight(path: str, folder: Path) -> str:
    """The path behind all links, where a sandbox shows it: nobody learns what else there is on the machine."""
    real = os.path.realpath(os.path.join(folder, path))
    if not real.startswith((f"{os.path.realpath(folder)}/", *_SHOWN)):
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    return real


@cache
def locate(tool: str, search: str = ENVIRONMENT["PATH"]) -> str | None:
    """Where a tool is on the path that students' programs get; None when it is not there."""
    return shutil.which(tool, path=search)


@cache
def _check_tool(word: str, search: str) -> None:
    found = locate(word, search)
    if found is None:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    real = os.path.realpath(found)
    if not real.startswith(_SHOWN):
        raise JudgeError(f"{found} leads to {real}, which no sandbox shows; install {word} below /usr")
