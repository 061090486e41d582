"""The tests' end of the pipes: asks the student's program, and answers what it asks. What it says is untrusted.

A message that is none, an end of the program or an answer that no program of ours writes fails the test that was under
way, whatever the test itself makes of the exception.
"""

from __future__ import annotations

import builtins
import os
import sys
from typing import Any, Callable, NoReturn

from suite_files import Files
from suite_shared import Shared
from suite_wire import Codec, Lines, Malformed

_WALL_FACTOR, _LEAST_WALL_S = 10.0, 30.0
"""Elapsed seconds of a test: many, as a machine may be busy."""
_MOST_STALE = 10_000
_NOT_RAISED = (KeyboardInterrupt, GeneratorExit)
"""Exceptions that would end the tests and not one test; SystemExit is one that tests expect."""


class ProgramEnded(BaseException):
    """The student's program ended before it answered, or gave no answer that can be understood."""


class Connection:
    """A student's program that answers."""

    def __init__(self, lines: Lines, files: Files, cpu_s: float) -> None:
        self.lines, self.files, self.cpu_s = lines, files, cpu_s
        self.fault: dict[str, Any] = {}
        """How the program ended in the test that is under way; empty if it did not."""
        self.last_called: Any = None
        self.is_over = False
        self.generation = 0
        self.resolve: Callable[[Any], Any] = lambda said: said
        self.refer: Callable[[Any], Any] = lambda value: value
        self.describe: Callable[[list[Any]], None] = lambda _: None
        self.raised: Callable[[dict[str, Any]], BaseException] = lambda _: ProgramEnded()
        self.answer: Callable[[str, Any, list[Any]], Any] = lambda *_: None
        self.asks: Callable[[], bool] = lambda: False
        self.answered: Callable[[str, Any, bool], None] = lambda *_: None
        self._number = 0
        self._folder = ""
        self._begin()

    def _begin(self) -> None:
        """Forget what the program before knew."""
        self.generation += 1
        self.shared = Shared(1)
        self.codec = Codec(self.shared, self._refer, self._resolve, self.files, "")
        self._named: tuple[str, int] = "", 0
        """The working folder and the number of paths that this program knows."""

    def _refer(self, value: Any) -> Any:
        return self.refer(value)

    def _resolve(self, said: Any) -> Any:
        return self.resolve(said)

    def begin_turn(self) -> None:
        """Begin a test."""
        self.fault, self.last_called = {}, None
        try:
            self.request("turn", self.cpu_s, max(_LEAST_WALL_S, _WALL_FACTOR * self.cpu_s))
        except ProgramEnded:
            if not self.is_over:  # it ended between two tests, and there is a new one
                self.fault = {}
        self.files.settle()

    def request(self, op: str, *arguments: Any) -> Any:
        """Ask the program, and return its answer; raises what it raised, and ProgramEnded."""
        if self.is_over:
            self._end({})
        before = self.asks()
        said = [self.codec.encode(part) for part in arguments]
        try:
            value, error = self._request(op, said)
        except (Malformed, EOFError, OSError, MemoryError):
            self.refuse()
        if error is not None:
            raise error
        self.answered(op, value, before)
        return value

    def _request(self, op: str, said: list[Any]) -> tuple[Any, BaseException | None]:
        self._number += 1
        number = self._number
        changed, unused = self.shared.changes(self.codec.encode), self.shared.unused()
        self.shared.forget(unused)
        message = {"op": op, "n": number, "arguments": said, "drop": unused, "shared": changed}
        self.lines.send(message | self._files())
        for _ in range(_MOST_STALE):
            message = self.lines.receive()
            if "ended" in message:
                self._begin()
                self._end(_end_of(message["ended"]))
            if "ask" in message:
                self._understand(message)
                self._reply(message)
            elif message.get("n") == number:
                self._understand(message)
                return self._result(message)
        raise Malformed("no answer")

    def _files(self) -> dict[str, Any]:
        """What the program is to know of files: the working folder, the paths that were handed over, the changes."""
        folder = os.getcwd()
        if folder != self._folder:
            self._folder, name = folder, os.path.relpath(folder, self.files.root)
            if not name.startswith("..") and not self.files.is_course(name):
                self.files.move("" if name == "." else name)
        changed, paths = self.files.changes(), [*self.files.lent]
        if (self.files.folder, len(paths)) == self._named and not changed:
            return {}
        _, before = self._named
        self._named = self.files.folder, len(paths)
        return {"folder": self.files.folder, "lent": [*map(self.files.shared, paths[before:])], "files": changed}

    def refuse(self) -> NoReturn:
        """End it: what the program answered is nothing that our own part of it says."""
        self.is_over = True
        self._end({})

    def _end(self, end: dict[str, Any]) -> NoReturn:
        self.fault = {"end": end}
        raise ProgramEnded("the program ended")

    def _understand(self, message: dict[str, Any]) -> None:
        """Take over what a message tells beside its answer."""
        try:
            printed = [str(self.codec.decode(message[name])) for name in ("out", "err")]
            self.describe(message["classes"])
            self.shared.update(message["shared"], self.codec.decode)
            self.files.update(message.get("files", []))
        except Exception:
            raise Malformed("not understood") from None
        for stream, text in zip((sys.stdout, sys.stderr), printed):
            if text:
                stream.write(text)

    def _result(self, message: dict[str, Any]) -> tuple[Any, BaseException | None]:
        """The value, or what was raised: no error of ours, whatever its class."""
        try:
            error = self.raised(message["raised"]) if "raised" in message else None
            value = self.codec.decode(message["value"]) if error is None else None
        except Exception:
            raise Malformed("not understood") from None
        return value, RuntimeError(type(error).__name__) if isinstance(error, _NOT_RAISED) else error

    def _reply(self, message: dict[str, Any]) -> None:
        """Answer what the program asks."""
        try:
            target, arguments = self.codec.decode(message["target"]), self.codec.decode(message["arguments"])
            op = str(message["ask"])
        except Exception:
            raise Malformed("not understood") from None
        said: dict[str, Any] = {}
        try:
            said["value"] = self.codec.encode(self._answer(op, target, list(arguments)))
        except (ProgramEnded, Malformed):
            raise
        except Exception as error:
            said["raised"] = self._raised(error)
        said["shared"] = self.shared.changes(self.codec.encode)
        self.lines.send(said | self._files())

    def _answer(self, op: str, target: Any, arguments: list[Any]) -> Any:
        if op == "input":
            return str(builtins.input(str(arguments[0])))
        if op in ("readline", "read"):
            return str(getattr(sys.stdin, op)(int(arguments[0])))
        return self.answer(op, target, arguments)

    def _raised(self, error: Exception) -> dict[str, Any]:
        """An exception as it crosses: an object of the program's own, or a type that Python has and its texts."""
        number = getattr(error, "_grade_number", None)
        if number is not None:
            return {"class": ["your", number]}
        kind = next(cls for cls in type(error).__mro__ if cls.__module__ == "builtins")
        return {"class": ["n", kind.__name__], "arguments": self.codec.encode(tuple(map(str, error.args)))}


def _end_of(said: Any) -> dict[str, Any]:
    """How the program ended, as far as it is well-formed."""
    if not isinstance(said, dict):
        return {}
    end = {name: said[name] for name in ("status", "signal") if type(said.get(name)) is int}
    limit = said.get("limit")
    return end | {"limit": limit} if limit in ("cpu", "wall") else end
