"""Stand for ``javac`` where a tool such as ``make`` starts it: the compiler that runs already is asked.

Only builds of the course's own programs outside a sandbox get here, by ``RESIDENT_JAVAC`` in their environment. What
the resident compiler does not compile, and so all that is wrong, is left to the usual one: status 1 says so.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.grading.building.compilation import read_files
from harness.grading.workspace.compile_protocol import CompileRequest, CompileResult, parse_result
from harness.grading.workspace.compile_server import ask_at
from harness.language.tools.toolchain import is_reproducible, only_compiles
from harness.sandbox.files.snapshot import write_files

_MACHINE_OPTION = re.compile(r"-J-X[\w:+=-]+")
"""An option of the virtual machine alone: what is compiled does not depend on it."""
_OTHER_OPTIONS = ("CLASSPATH", "JDK_JAVAC_OPTIONS", "JAVA_TOOL_OPTIONS")
"""Variables from which javac takes options that are not in its command."""


def compile_here(address: str, words: Sequence[str], folder: Path) -> CompileResult | None:
    """Compile in a folder by the server at an address.

    Returns:
        Its messages, with the classes written; None if the usual compiler has to be started.

    """
    command = ("javac", *(word for word in words if not _MACHINE_OPTION.fullmatch(word)))
    files = read_files(folder, command) if only_compiles(command) else None
    if files is None or not is_reproducible({name: content for name, (_, content) in files.items()}):
        return None
    times = {name: (folder / name).lstat().st_mtime_ns for name in files if not name.endswith("/")}
    request = CompileRequest.of(command, files, times)
    result = parse_result(ask_at(address, request.encoded())) if request is not None else None
    if result is not None:
        write_files(folder, tuple((name, 0o644, content) for name, content in result.class_files))
    return result


def main(address: str, *words: str) -> int:
    """Compile in the working folder; return the exit status."""
    result = None if any(name in os.environ for name in _OTHER_OPTIONS) else compile_here(address, words, Path.cwd())
    if result is None:
        return 1
    sys.stderr.buffer.write(result.messages)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
