"""The Python driver: each case calls functions in its own fork; calls are counted by the interpreter's profiler."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.language.driver import FOLDER, CalledNames, Driver, NotCallable, copy_program
from harness.model.result import ValueRules
from harness.sandbox.files.scratch import read_bounded

_OPTIONS_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
"""Options of the interpreter that take the next word."""


class PythonDriver(Driver):
    """Calls functions of modules in the folder."""

    language = "python"
    program = (
        "driver.py",
        "grade_child.py",
        "grade_index.py",
        "grade_program.py",
        "grade_sources.py",
        "grade_values.py",
    )
    rules = ValueRules(constants=("None", "True", "False"), type_names={"none": "NoneType"})

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:  # noqa: ARG002 - found later
        """No commands: a module is compiled when it is loaded."""
        if next(workdir.rglob("*.py"), None) is None:
            raise NotCallable("there is no Python file (its name would end in .py)")
        self.copy_driver(workdir)
        return ()

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """Start the driver without the user's site packages; it removes its own folder from the module path itself.

        ``-I`` would do that too, but it ignores PYTHONHASHSEED: the order of sets would change from run to run.
        """
        return ("python3", "-s", f"{FOLDER}/driver.py", report)

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The first way that starts a file with the interpreter, or that is itself a Python script."""
        words, position = _start(workdir, ways)
        copy_program(workdir, "python/program", ("tracer.py",))
        return (), (words[0], "-s", *words[1:position], f"{FOLDER}/tracer.py", report, *words[position:])

    def index_command(self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str) -> tuple[str, ...]:
        """As ``trace_commands``, with a look at the frame that an IndexError left."""
        words, position = _start(workdir, ways)
        copy_program(workdir, "python/program", ("indexer.py", "grade_index.py", "tracer.py"))
        return (words[0], "-s", *words[1:position], f"{FOLDER}/indexer.py", report, *words[position:])

    def locate_command(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, seconds: float, span: float
    ) -> tuple[str, ...]:
        """As ``trace_commands``, with a timer in the place of the profiler."""
        words, position = _start(workdir, ways)
        copy_program(workdir, "python/program", ("locator.py", "tracer.py"))
        times = str(seconds), str(span)
        return (words[0], "-s", *words[1:position], f"{FOLDER}/locator.py", report, *times, *words[position:])


def _start(workdir: Path, ways: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], int]:
    """The first way that starts a file with the interpreter, and the position of the file's name."""
    for way in ways:
        words = way if _is_python(way[0]) else ("python3", *way) if _starts_python(workdir / way[0]) else ()
        position = _script_position(words)
        if position:
            return words, position
    raise NotCallable("the program is not started by python3 and the name of a file")


def _is_python(word: str) -> bool:
    return Path(word).name.startswith("python")


def _starts_python(path: Path) -> bool:
    """Whether a file's first line names Python as its interpreter."""
    first_line = (read_bounded(path.parent, path.name, 200) or b"").split(b"\n")[0]
    return first_line.startswith(b"#!") and b"python" in first_line


def _script_position(words: tuple[str, ...]) -> int:
    """The index of the script's name; 0 when there is none."""
    position = 1
    while position < len(words) and words[position].startswith("-"):
        if words[position].startswith(("-m", "-c")) or words[position] == "-":
            return 0
        position += 2 if words[position] in _OPTIONS_WITH_VALUE else 1
    return position if position < len(words) else 0


DRIVER = PythonDriver()
