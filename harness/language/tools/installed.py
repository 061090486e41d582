"""Where a tool is on this machine: a program on the search path, a linter of our own environment, a module, jars."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from harness.language.tools.packages import JUNIT, PIP_PACKAGES, PYTEST
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.sandbox.process_setup.executables import locate
from harness.sandbox.process_setup.fake_clock import find_library

JAR_FOLDER = Path("/usr/share/java")
"""Where Debian's packages put jars."""
_JARS = {
    "ASM": ("asm", "asm-tree", "asm-analysis"),
    JUNIT: ("junit-jupiter-engine", "junit-platform-console"),
}
_LINTERS = ("shellcheck", "checkstyle", "clang-tidy", *PIP_PACKAGES)
_FIND_MODULE = "import importlib.util, sys; print(getattr(importlib.util.find_spec(sys.argv[1]), 'origin', ''))"
_TIMEOUT_S = 60


def tool_file(tool: str) -> str | None:
    """The file that a tool is on this machine; None where it is not installed."""
    if tool in _JARS:
        jars = [JAR_FOLDER / f"{name}.jar" for name in _JARS[tool]]
        return str(jars[0]) if all(jar.is_file() for jar in jars) else None
    if tool == PYTEST:
        return _module_file(tool.rpartition(" ")[2])
    if tool == "libfaketime":
        library = find_library()
        return None if library is None else str(library)
    return linter_file(tool) if tool in _LINTERS else locate(tool)


def linter_file(tool: str) -> str | None:
    """A linter on the search path, else in the harness's own environment."""
    own = Path(sys.prefix) / "bin" / tool
    return shutil.which(tool, path=ENVIRONMENT["PATH"]) or (str(own) if own.is_file() else None)


def _module_file(name: str) -> str | None:
    """The file of a module of the machine's Python, which is not the one that runs this."""
    python = locate("python3")
    return None if python is None else _file_for(python, name)


@cache
def _file_for(python: str, name: str) -> str | None:
    command = (python, "-I", "-c", _FIND_MODULE, name)
    ended = subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, stdin=subprocess.DEVNULL, timeout=_TIMEOUT_S, check=False
    )
    return ended.stdout.decode(errors="replace").strip() or None
