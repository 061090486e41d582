"""The files by which a spec asks a package's own validator or interactor: 42 accepts, 43 rejects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.authoring.importing.checks import CHECKS_FILE
from harness.authoring.importing.contest_packages.course_program import CourseProgram

_CHECKS = b'''"""The output is judged by the package's own validator; made by harness import."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness.model.finding import Finding
from harness.model.run import Run
from harness.sandbox.isolation.landlock import confine_course_program, course_program_filter

HERE = Path(__file__).resolve().parent
ACCEPTED, REJECTED = 42, 43
CPU_S, WALL_S, LARGEST_FILE, LONGEST = 20, 50, 64 << 20, 2000


def output_validator(run: Run, expected: bytes | None, start: list[str], flags: list[str]) -> Iterator[Finding]:
    """Reject what the validator rejects, in its words; one that ends otherwise is our fault."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        feedback = folder / "feedback"
        feedback.mkdir()
        for file, content in (("input", run.stdin), ("answer", expected or b""), ("output", run.stdout)):
            (folder / file).write_bytes(content)
        words = [word.replace("<here>", str(HERE)).replace("<python>", sys.executable) for word in start]
        bpf_filter = course_program_filter()

        def confine() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
            confine_course_program(HERE / "validator", folder, bpf_filter)

        with (folder / "output").open("rb") as output, (folder / "complaint").open("wb") as complaint:
            process = subprocess.Popen(
                [*words, str(folder / "input"), str(folder / "answer"), f"{feedback}/", *flags],
                stdin=output,
                stdout=subprocess.DEVNULL,
                stderr=complaint,
                cwd=feedback,
                env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8", "HOME": name, "TMPDIR": name},
                start_new_session=True,
                preexec_fn=confine,
            )
            try:
                status = process.wait(WALL_S)
            finally:
                end(process)
        message = head(feedback / "teammessage.txt")
        complained = head(folder / "complaint") or head(feedback / "judgemessage.txt")
    if status == REJECTED:
        yield Finding(message or "the output is not right, says the validator", actual=run.stdout)
    elif status != ACCEPTED:
        raise RuntimeError(f"the output validator ended with {status}, which is neither 42 nor 43: {complained}")


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill what the validator left."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def head(path: Path) -> str:
    """The beginning of a file that may not be there."""
    if not path.is_file() or path.is_symlink():
        return ""
    with path.open("rb") as file:
        return file.read(LONGEST).decode(errors="replace").strip()
'''
_INTERACTOR = '''"""Start the package's own interactor; made by harness import."""

import os
import sys
from pathlib import Path

from harness.sandbox.isolation.landlock import confine_course_program, course_program_filter

HERE = Path(__file__).resolve().parent
START = {start!r}
FLAGS = {flags!r}

words = [word.replace("<here>", str(HERE)).replace("<python>", sys.executable) for word in START]
confine_course_program(HERE / "validator", Path(sys.argv[1]).parent, course_program_filter())
os.execvp(words[0], [*words, *sys.argv[1:], *FLAGS])
'''


class OwnValidator:
    """A package's own validator of finished outputs."""

    def __init__(self, program: CourseProgram) -> None:
        """``program``: built already."""
        self._program = program
        self.executable = program.executable

    def keys(self, flags: Sequence[str]) -> Mapping[str, Any]:
        """What a case says: its stdout is checked by a function that starts the validator."""
        options = {"start": [*self._program.start], "flags": [*flags]}
        return {"stdout": {"check": "python", "function": "output_validator", "options": options}}

    def files(self) -> dict[str, bytes]:
        """The program and ``checks.py``."""
        return {**self._program.files, CHECKS_FILE: _CHECKS}


class OwnInteractor:
    """A package's own interactor; one file that starts it for each choice of flags."""

    def __init__(self, program: CourseProgram) -> None:
        """``program``: built already."""
        self._program = program
        self._by_flags: dict[tuple[str, ...], str] = {}
        self.executable = program.executable

    def keys(self, flags: Sequence[str]) -> Mapping[str, Any]:
        """What a case says: who talks with the program."""
        number = len(self._by_flags) + 1
        name = self._by_flags.setdefault(tuple(flags), f"interactor-{number}.py" if number > 1 else "interactor.py")
        return {"interactor": name}

    def files(self) -> dict[str, bytes]:
        """The program, and what starts it."""
        starters = {
            name: _INTERACTOR.format(start=[*self._program.start], flags=[*flags]).encode()
            for flags, name in self._by_flags.items()
        }
        return {**self._program.files, **starters}
