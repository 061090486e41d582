"""Whether the command that a student wrote can start the program: fix what is meant, say what is wrong."""

from __future__ import annotations

import errno
import shlex
from pathlib import Path

from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.sandbox.files.scratch import regular_files
from harness.sandbox.process_setup.environment import ENVIRONMENT, check_startable, locate

_PYTHON = lazy_regex(r"py|python(3(\.\d+)?)?")
"""Names of Python 3 on other machines."""
_SCRIPT_SUFFIXES = (".awk", ".bash", ".jar", ".js", ".lua", ".mjs", ".pl", ".pro", ".py", ".rb", ".sh")
_CLASS_PATH_OPTIONS = ("-cp", "-classpath", "--class-path")


def repair_command(command: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The command with what its writer meant: ``./`` before a file, words apart, the name of Python on this machine."""
    first, *rest = command
    if " " in first and not (folder / first).is_file():
        first, *rest = (*_split(first), *rest)
    if "/" not in first and locate(first) is None:
        if (folder / first).is_file():
            first = f"./{first}"
        elif _PYTHON.fullmatch(first):
            first = "python3"
    return (first, *rest)


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line) or [line]
    except ValueError:
        return line.split()


def start_problem(command: tuple[str, ...], folder: Path) -> Finding | None:
    """Why the command cannot start the program that lies in ``folder``; None if nothing speaks against it."""
    try:
        check_startable(command[0], folder, ENVIRONMENT["PATH"])
    except OSError as error:
        return _refusal(command[0], folder, error)
    if command[0] == "java" and "-jar" not in command:
        return _missing_class(command[1:], folder)
    scripts = [word for word in command[1:] if word.endswith(_SCRIPT_SUFFIXES)] if "/" not in command[0] else []
    return None if command[1:2] == ("-c",) or not scripts else _missing(scripts[0], folder)


def _missing(name: str, folder: Path) -> Finding | None:
    if (folder / name).is_file():
        return None
    similar = [path for path in regular_files(folder) if Path(path).name == Path(name).name]
    return Finding.of("file-absent", file=name, similar=similar[0] if similar else "")


def _refusal(word: str, folder: Path, error: OSError) -> Finding | None:
    if "/" not in word:
        return Finding.of("program-absent", program=word)
    if not (folder / word).exists():
        return _missing(word, folder)
    if error.errno == errno.ENOENT:
        return Finding.of("interpreter-absent", file=word)
    if error.errno == errno.ENOEXEC:
        return Finding.of("not-a-program", file=word)
    return Finding.of("file-not-executable", file=word)


def _missing_class(words: tuple[str, ...], folder: Path) -> Finding | None:
    """Why ``java`` with these words finds no class; None when it does, or nobody can tell from the files."""
    class_path, left = ".", list(words)
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if option in _CLASS_PATH_OPTIONS and left:
            class_path = left.pop(0)
        elif option in ("-m", "--module", "-p", "--module-path"):
            return None
    if not left:
        return Finding.of("class-not-named")
    if left[0].endswith(".java"):
        return _missing(left[0], folder)
    entries = [entry or "." for entry in class_path.split(":")]
    if any(entry.endswith((".jar", "*", ".zip")) for entry in entries):
        return None
    name = left[0].replace(".", "/") + ".class"
    is_there = any((folder / entry / name).is_file() for entry in entries)
    return None if is_there else Finding.of("class-absent", name=left[0], file=name, class_path=class_path)
