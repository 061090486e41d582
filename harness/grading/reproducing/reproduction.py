"""What is typed to repeat a run by hand, as one line to paste or as a script of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from harness.model.text.shell import here_document, print_command, quote
from harness.sandbox.process_setup.environment import ENVIRONMENT

LONGEST_LINE = 2000
"""Characters of a line that somebody may be asked to paste."""
_EMPTY_STDIN = "</dev/null"


class Write(Struct, frozen=True):
    """A file to write before the run."""

    name: str
    content: bytes
    new_folder: str = ""
    """The folder to make for it; empty when there is one."""


class Reproduction(Struct, frozen=True):
    """The steps that repeat a run, in the folder that was handed in."""

    steps: tuple[Write | str, ...]
    """Files to write and commands to run, in order."""
    start: str = ""
    """The command that starts the program; empty where building is all there is."""
    stdin: bytes | None = None
    """What the program reads; None: nothing is said about it."""
    show: str = ""
    """A command that shows what the program left; empty where its output is all there is."""

    def line(self) -> str:
        """Return all of it as one line for any POSIX shell; empty when that is too long to be pasted."""
        commands = [part for step in self.steps for part in _commands(step)]
        if self.start:
            commands.append(self._start_line())
        line = " && ".join([*commands, *([self.show] if self.show else [])])
        return line if len(line) <= LONGEST_LINE else ""

    def script(self, title: str) -> str:
        """Return all of it as a POSIX script that works in a copy of the folder, in the grader's environment."""
        variables = " ".join(f"{name}={quote(value)}" for name, value in ENVIRONMENT.items() if name != "PATH")
        lines = [
            "#!/bin/sh",
            *(f"# {line}" for line in title.splitlines()),
            "copy=$(mktemp -d) || exit",
            "trap 'rm -rf \"$copy\"' EXIT",
            'cp -R . "$copy" && cd "$copy" || exit',
            f"export {variables}",
            "set -e",
        ]
        text = "\n".join(lines) + "\n" + "".join(map(_script_step, self.steps))
        return text + self._start_script() + (f"{self.show}\n" if self.show else "")

    def _written(self) -> str | None:
        """The name of a written file that holds what the program reads; None where there is none."""
        if not self.stdin:
            return None
        writes = (step for step in self.steps if isinstance(step, Write))
        return next((write.name for write in writes if write.content == self.stdin), None)

    def _start_line(self) -> str:
        if self.stdin is None:
            return self.start
        if (name := self._written()) is not None:
            return f"{self.start} < {quote(name)}"
        return f"{print_command(self.stdin)} | {self.start}" if self.stdin else f"{self.start} {_EMPTY_STDIN}"

    def _start_script(self) -> str:
        if not self.start:
            return ""
        name = self._written()
        if name is not None or not self.stdin:
            return f"{self.start} {_EMPTY_STDIN if name is None else '< ' + quote(name)}\n"
        command, document = here_document(self.stdin)
        return f"{command} | {self.start}\n{document}" if "<<" not in self.start else f"{self._start_line()}\n"


def _commands(step: Write | str) -> Iterator[str]:
    if isinstance(step, str):
        yield step
        return
    if step.new_folder:
        yield f"mkdir -p {quote(step.new_folder)}"
    yield f"{print_command(step.content)} > {quote(step.name)}"


def _script_step(step: Write | str) -> str:
    if isinstance(step, str):
        return f"{step}\n"
    folder = f"mkdir -p {quote(step.new_folder)}\n" if step.new_folder else ""
    command, document = here_document(step.content)
    return f"{folder}{command} > {quote(step.name)}\n{document}"


def folder_of(name: str) -> str:
    """Return the folder part of a file's name; empty for a file in the working folder."""
    parent = str(PurePosixPath(name).parent)
    return "" if parent == "." else parent
