"""Repeat a run by hand: as a line to paste, as a script, or with the hand-in alone as students have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.grading.building.built import Built, FailedRecipe, given_files
from harness.grading.child_requests.submitted_sources import mentions
from harness.model.observation import Observation
from harness.model.patterns import lazy_regex
from harness.model.shell import here_document, join, print_command, quote, repeats_a_line
from harness.sandbox.files.scratch import read_bounded
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.spec.format.assignment import Assignment
from harness.spec.format.model import Case, FileContent

if TYPE_CHECKING:
    from harness.language.main_program import MainProgram


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
    """The command that starts the program; empty if building is all there is."""
    stdin: bytes | None = None
    """What the program reads; None: nothing is said about it."""
    show: str = ""
    """A command that shows what the program left; empty if its output is all there is."""

    def line(self) -> str:
        """Return all of it as one line for any POSIX shell; empty when that is too long to be pasted."""
        contents = [self.stdin or b"", *(step.content for step in self.steps if isinstance(step, Write))]
        if any(len(content) > LONGEST_LINE and not repeats_a_line(content) for content in contents):
            return ""  # known without writing megabytes as text
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
        """The name of a written file that holds what the program reads; None if there is none."""
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


_CHECKS = (("python3", "-m", "py_compile"), ("true",))
"""Commands of a build that make nothing which a run needs."""
_READS = lazy_regex(
    rb"\binput\b|(?i:stdin)|System\.in\b|\bcin\b|scanf|\bget(?:s|c|char|line)\b|(?<![.\w])read\b|[=(]\s*<>|IO\.read|Console\.Read"
)
"""What a program that may read its standard input holds."""
_HASHES = lazy_regex(rb"\b(?:frozenset|set|hash)\(")
"""What a Python program holds whose output may depend on the order of a set."""


def reproduce_run(assignment: Assignment, case: Case, built: Built, observation: Observation) -> Reproduction:
    """Return how one run of a case is repeated."""
    folder, files = built.folder or Path(), tuple(built.intake.files)
    start = _start(observation.command, folder, files)
    stdin = assignment.content(case.stdin)
    if case.dialogue or observation.interaction is not None:
        stdin = _typed(case, observation)
    unread = not stdin and (bool(case.dialogue or case.interactor) or not mentions(folder, files, _READS))
    steps: list[Write | str] = [*building(assignment, built), *_writes(assignment, folder, case.files)]
    steps += earlier_lines(assignment, case, observation.command)
    script = observation.command[:1] if observation.command[:1] and "/" in observation.command[0] else ()
    if script and script[0].removeprefix("./") in files:  # handed in, perhaps by a way that loses the permission
        steps.append(f"chmod +x {join(script)}")
    return Reproduction(tuple(steps), start, None if unread else stdin, _show(case, observation))


def earlier_lines(assignment: Assignment, case: Case, command: tuple[str, ...]) -> list[str]:
    """The earlier runs of a case as lines for a shell; ``command``: the words by which its own run was started."""
    way = command[: -len(case.args)] if case.args and command[-len(case.args) :] == case.args else command
    starts = (join((*(earlier.run or way), *earlier.args)) for earlier in case.before)
    inputs = (assignment.content(earlier.stdin) or None for earlier in case.before)
    return [Reproduction((), start, stdin).line() for start, stdin in zip(starts, inputs, strict=True)]


def reproduce_look(assignment: Assignment, case: Case, built: Built) -> Reproduction:
    """Return how the files that a build must make are looked at."""
    return Reproduction(building(assignment, built), f"ls -l {join(tuple(case.built))}")


def reproduce_build(assignment: Assignment, failed: FailedRecipe, built: Built) -> Reproduction:
    """Return how a failed build is repeated."""
    steps: list[Write | str] = [*_given(assignment, built), *map(join, failed.commands)]
    return Reproduction(tuple(steps) if failed.commands else ())


def building(assignment: Assignment, built: Built) -> tuple[Write | str, ...]:
    """Return the steps that build a submission; none if it needs no build."""
    commands = [command for command in built.commands if not any(command[: len(check)] == check for check in _CHECKS)]
    return (*_given(assignment, built), *map(join, commands))


def _given(assignment: Assignment, built: Built) -> list[Write]:
    """The course's own files."""
    return list(_writes(assignment, Path(), given_files(assignment, built.intake.files)))


def reproduce_calls(assignment: Assignment, case: Case, built: Built, program: MainProgram) -> Reproduction:
    """Return how calls of functions are repeated, by a program of their own."""
    folder, files = built.folder or Path(), tuple(built.intake.files)
    given = [write for write in _given(assignment, built) if not write.name.lower().endswith("makefile")]
    steps: list[Write | str] = [*given, *_writes(assignment, folder, case.files)]
    steps += [Write(name, text.encode()) for name, text in program.files.items()]
    steps += program.commands
    reads = program.runs_students_main and mentions(folder, files, _READS)
    stdin = assignment.content(case.stdin) if case.stdin is not None else b"" if reads else None
    show = f"cat {join(tuple(case.produces))}" if case.produces else ""
    return Reproduction(tuple(steps), program.start, stdin, show)


def command_line(assignment: Assignment, case_name: str, reproduction: Reproduction) -> str:
    """Return the line for a report; the command that prints a script where the line would be too long."""
    return reproduction.line() or f"{assignment.script_command(case_name)} > case.sh && sh case.sh"


def _start(command: tuple[str, ...], folder: Path, files: tuple[str, ...]) -> str:
    """The start command; with the order of sets that the grader saw, where a Python program may show one."""
    is_python = command[:1] == ("python3",) and mentions(folder, files, _HASHES)
    return ("PYTHONHASHSEED=0 " if is_python else "") + join(command)


def _typed(case: Case, observation: Observation) -> bytes:
    """The lines that were typed in a dialogue, until its prompt did not come, or that an interactor wrote."""
    if observation.interaction is not None:
        lines_of_both = observation.interaction.transcript.splitlines(keepends=True)
        return b"".join(line.removeprefix(b"< ") for line in lines_of_both if line.startswith(b"< "))
    lines = [step.send for step in case.dialogue[: observation.stuck_at] if step.send is not None]
    return "".join(f"{line}\n" for line in lines).encode()


def _show(case: Case, observation: Observation) -> str:
    """A command that shows the files that are judged instead of the output, or with it."""
    if case.cleans:
        return "ls -A"
    if observation.exit != 0 or not observation.files:
        return ""
    return f"cat {join(tuple(observation.files))}"


def _writes(assignment: Assignment, folder: Path, files: Mapping[str, str | FileContent]) -> Iterator[Write]:
    """The files to write, except for those that are there already."""
    for name, source in files.items():
        content = assignment.content(source)
        if folder == Path() or read_bounded(folder, name, len(content) + 1) != content:
            parent = folder_of(name)
            yield Write(name, content, "" if (folder / parent).is_dir() and folder != Path() else parent)
