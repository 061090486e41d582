"""Python: functions are called in a fork of its own for each case, calls are counted by the interpreter's profiler."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.drivers.base import NotCallable
from harness.drivers.program import FOLDER, lay
from harness.files.scratch import read_bounded

_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
"""Options of the interpreter that take the next word."""


class PythonDriver:
    """Calls functions of modules in the folder."""

    language = "python"
    has_fields = True

    def commands(self, workdir: Path, functions: tuple[str, ...]) -> Iterable[tuple[str, ...]]:  # noqa: ARG002 - found later
        """Nothing has to be run: a module is compiled when it is loaded."""
        if next(workdir.rglob("*.py"), None) is None:
            raise NotCallable("there is no Python file (its name would end in .py)")
        lay(workdir, "python_program", ("driver.py",))
        return ()

    def alone(self, workdir: Path) -> bool:
        """It finds nothing to call."""
        lay(workdir, "python_program", ("driver.py",))
        return True

    def start(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """The driver takes the folder of its own file off the module path.

        ``-I`` would do that too, and would make the order of sets of texts another one in every run.
        """
        return ("python3", "-s", f"{FOLDER}/driver.py", report)

    def traced(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The first way that starts a file by the interpreter, or is itself such a file."""
        for way in ways:
            words = way if _is_python(way[0]) else ("python3", *way) if _starts_python(workdir / way[0]) else ()
            at = _script(words)
            if at:
                lay(workdir, "python_program", ("tracer.py",))
                return (), (words[0], "-s", *words[1:at], f"{FOLDER}/tracer.py", report, *words[at:])
        raise NotCallable("the program is not started by python3 and the name of a file")


def _is_python(word: str) -> bool:
    return Path(word).name.startswith("python")


def _starts_python(path: Path) -> bool:
    """Whether a file's first line names Python as its interpreter."""
    first = (read_bounded(path.parent, path.name, 200) or b"").split(b"\n")[0]
    return first.startswith(b"#!") and b"python" in first


def _script(words: tuple[str, ...]) -> int:
    """Where the file's name stands; 0 when there is none."""
    at = 1
    while at < len(words) and words[at].startswith("-"):
        if words[at].startswith(("-m", "-c")) or words[at] == "-":
            return 0
        at += 2 if words[at] in _WITH_VALUE else 1
    return at if at < len(words) else 0


DRIVER = PythonDriver()
