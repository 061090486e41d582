"""Programs that the tests start: they run beside the student's program, in the sandbox, and never here.

So ``subprocess.run([sys.executable, "program.py"], ...)`` tests a program as it does anywhere. What the student's
program writes crosses to the tests' process; nothing there may run it.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from suite_connection import Connection

_PYTHON = ("python", os.path.basename(sys.executable))
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn")
_PLAIN_MODULES = ("collections", "datetime", "decimal", "fractions", "copyreg", "_codecs")
_PLAIN_NAMES = ("set", "frozenset", "complex", "bytearray", "range", "slice", "object", "list", "dict", "tuple", "str")


def provide(connection: Connection, course: Path, handed_in: list[str]) -> None:
    """Let ``subprocess`` and ``os.system`` of the tests start programs in the sandbox."""
    Program.connection, Program.course, Program.handed_in = connection, course, handed_in
    subprocess.Popen = Program  # type: ignore[misc,assignment]
    os.system = lambda command: subprocess.call(command, shell=True)  # noqa: S602 - it runs in the sandbox
    sys.addaudithook(_forbid)


def _forbid(event: str, arguments: tuple[Any, ...]) -> None:
    """Nothing that a student's program wrote is run or made an object by a description of its own."""
    if event in _STARTS:
        raise PermissionError("tests start programs by subprocess only: these run in the sandbox")
    if event == "pickle.find_class":
        module, name = arguments
        if module not in _PLAIN_MODULES and (module != "builtins" or name not in _PLAIN_NAMES):
            raise PermissionError(f"tests read no pickled {module}.{name}: let the program load it")


class Program:
    """Instead of ``subprocess.Popen``: a program that gets all of its input, runs to its end, and is looked at."""

    connection: Connection
    course: Path
    handed_in: list[str]

    def __init__(
        self, args: Any, bufsize: int = -1, executable: Any = None, stdin: Any = None, stdout: Any = None,
        stderr: Any = None, preexec_fn: Any = None, close_fds: bool = True, shell: bool = False, cwd: Any = None,
        env: dict[str, str] | None = None, universal_newlines: bool | None = None, startupinfo: Any = None,
        creationflags: int = 0, *, encoding: str | None = None, errors: str | None = None, text: bool | None = None,
        **_: Any,
    ) -> None:  # fmt: skip
        self.args, self.cwd, self.env, self.shell = args, cwd, env, shell
        self.is_text = bool(universal_newlines or text or encoding or errors)
        self.encoding, self.errors = encoding or "utf-8", errors or "strict"
        self.pipes = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
        self.stdin: Any = (io.StringIO() if self.is_text else io.BytesIO()) if stdin == subprocess.PIPE else None
        self.stdout: Any = None
        self.stderr: Any = None
        self.returncode: int | None = None
        self.pid = 0

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.wait()

    def poll(self) -> int:
        """Let it run to its end; return its exit status."""
        return self.wait()

    def kill(self) -> None:
        """It has ended by itself."""

    terminate = kill

    def wait(self, timeout: float | None = None) -> int:
        """Run it; return its exit status."""
        if self.returncode is None:
            self._run(self._input(None), timeout)
        return self.returncode or 0

    def communicate(self, input: Any = None, timeout: float | None = None) -> tuple[Any, Any]:  # noqa: A002
        """Run it with this input; return what it wrote to each stream that is a pipe."""
        if self.returncode is None:
            self._run(self._input(input), timeout)
        return tuple(None if stream is None else stream.read() for stream in (self.stdout, self.stderr))  # type: ignore[return-value]

    def _input(self, given: Any) -> bytes:
        stream = self.pipes["stdin"]
        if given is None and self.stdin is not None and not self.stdin.closed:
            given = self.stdin.getvalue()
        elif hasattr(stream, "read"):
            given = stream.read()
        if isinstance(given, str):
            return given.encode(self.encoding, self.errors)
        return bytes(given or b"")

    def _run(self, given: bytes, timeout: float | None) -> None:
        environment = self.env if self.env is not None else dict(os.environ)
        changed = {name: str(value) for name, value in environment.items() if os.environ.get(name) != value}
        settings = {
            "merged": self.pipes["stderr"] == subprocess.STDOUT,
            "folder": os.path.abspath(os.fspath(self.cwd)) if self.cwd is not None else None,
            "timeout": timeout,
            "environment": (changed, tuple(name for name in os.environ if name not in environment)),
        }
        try:
            said = self.connection.request("program", self._command(), given, settings)
        except Exception as error:
            if type(error).__name__ == "TimeoutExpired" and timeout is not None:
                raise subprocess.TimeoutExpired(self.args, timeout) from None
            raise
        try:
            status, out, err = said
            self.returncode = int(status)
            self._hand_over("stdout", bytes(out))
            self._hand_over("stderr", bytes(err))
        except (TypeError, ValueError):
            self.connection.refuse()

    def _hand_over(self, name: str, data: bytes) -> None:
        """What came on a stream, to where it is to go."""
        target = self.pipes[name]
        if target == subprocess.PIPE:
            decoded = data.decode(self.encoding, "replace").replace("\r\n", "\n") if self.is_text else data
            setattr(self, name, io.StringIO(decoded) if isinstance(decoded, str) else io.BytesIO(decoded))
        elif target is None:
            getattr(sys, name).write(data.decode("utf-8", "replace"))
        elif hasattr(target, "write"):
            getattr(target, "buffer", target).write(data)

    def _command(self) -> Any:
        """The words of the command; None stands for Python as the other side has it."""
        if isinstance(self.args, (str, bytes, os.PathLike)):
            line = os.fsdecode(self.args)
            return line.replace(sys.executable, "python3") if self.shell else [self._word(line)]
        words = [os.fsdecode(word) for word in self.args]
        if self.shell:
            return words[0]
        first = None if words[0] == sys.executable or words[0] in _PYTHON else self._word(words[0])
        return [first, *map(self._word, words[1:])]

    def _word(self, word: str) -> str:
        """A file beside or above the tests that students hand in: where it lies in the sandbox."""
        path = Path(os.path.abspath(word))
        if not word.startswith("-") and os.path.isabs(word) and path.is_relative_to(self.course.parent):
            parts = path.parts
            for start in range(1, len(parts)):
                if "/".join(parts[start:]) in self.handed_in:
                    return self.connection.files.path("/".join(parts[start:]))
        return word
