"""One program of the student's: imported, and used as the tests ask. All of it may run beside the student's code."""

from __future__ import annotations

import builtins
import importlib
import math
import os
import signal
import sys
import tempfile
from typing import Any

from suite_files import TEMPORARY, Files
from suite_foreign import Foreign, Input
from suite_objects import Objects
from suite_shared import Shared
from suite_wire import Codec, Lines

_MOST_FRAMES = 30
_MOST_TEXT = 1 << 20
_exit = os._exit


def _new_file() -> int:
    """A file without a name: a sandbox allows no other memory that is shared."""
    descriptor, path = tempfile.mkstemp()
    os.unlink(path)
    return descriptor


class Child:
    """Answers requests until the tests are over."""

    def __init__(self, source: int, target: int) -> None:
        self.lines = Lines(source, target)
        self.objects = Objects()
        self.shared = Shared(-1)
        self.here = os.path.join(os.getcwd(), "")
        self.files = Files(self.here, is_whole=True)
        self.codec = Codec(self.shared, self._refer, self._resolve, self.files, TEMPORARY)
        self.foreign: dict[int, Foreign] = {}
        self.cpu = 1.0
        """Seconds of CPU time in this test."""
        self.outputs = {name: _new_file() for name in ("out", "err")}

    def serve(self) -> None:
        """Answer one request after the other."""
        os.dup2(self.outputs["out"], 1)
        os.dup2(self.outputs["err"], 2)
        sys.path.insert(0, self.here)
        sys.argv = [""]
        builtins.input = lambda prompt="": self.ask("input", [str(prompt)])
        sys.stdin = Input(self.ask)
        sys.stdout.reconfigure(write_through=True)  # type: ignore[union-attr]
        while True:
            try:
                message = self.lines.receive()
            except EOFError:
                _exit(0)
            self.answer(message)

    def ask(self, op: str, arguments: list[Any], target: Any = None) -> Any:
        """Ask the tests' process for something; answer what it asks meanwhile. Raises what was raised there."""
        said = {"ask": op, "target": self.codec.encode(target), "arguments": self.codec.encode(arguments)}
        self.send(said)
        while True:
            message = self.lines.receive()
            if "op" in message:
                self.answer(message)
                continue
            self._take(message)
            if "raised" in message:
                raise self._exception(message["raised"])
            return self.codec.decode(message["value"])

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, with what changed since the last one, and what was printed."""
        message["shared"] = self.shared.changes(self.codec.encode)
        classes, self.objects.described = self.objects.described, {}
        message["classes"] = list(classes.items())
        for name, stream in (("out", sys.stdout), ("err", sys.stderr)):
            try:
                stream.flush()
            except BaseException:
                pass
            printed = os.pread(self.outputs[name], _MOST_TEXT, 0)
            os.ftruncate(self.outputs[name], 0)
            os.lseek(self.outputs[name], 0, 0)
            message[name] = self.codec.encode(printed.decode("utf-8", "replace"))
        changed = self.files.changes()
        self.lines.send({**message, "files": changed} if changed else message)

    def _take(self, message: dict[str, Any]) -> None:
        """Take over what the tests changed: their folder, files, containers."""
        if "files" in message:
            is_other = self.files.move(message["folder"])
            for name in message["lent"]:
                self.files.lend(name)
            self.files.update(message["files"])
            if is_other:
                os.chdir(self.files.path(self.files.folder))
        self.shared.update(message["shared"], self.codec.decode)

    def answer(self, request: dict[str, Any]) -> None:
        """Do what a request asks, and answer it."""
        said: dict[str, Any] = {"n": request["n"]}
        try:
            self._take(request)
            self.shared.forget(request["drop"])
            arguments = [self.codec.decode(part) for part in request["arguments"]]
            said["value"] = self.codec.encode(getattr(self, f"do_{request['op']}")(*arguments))
        except BaseException as error:
            said["raised"] = self._raised(error)
        self.send(said)
        if request["op"] == "turn":
            self.files.settle()

    # ---- What the tests may ask

    def do_turn(self, cpu: float, wall: float) -> None:
        """Begin a test: the program may take so many seconds until the next one."""
        self.cpu = cpu
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, cpu)
        signal.setitimer(signal.ITIMER_REAL, wall)

    def do_import(self, name: str) -> Any:
        """Import a module of the student's."""
        known = sys.modules.get(name)
        if known is not None and not str(getattr(known, "__file__", None) or "").startswith(self.here):
            del sys.modules[name]  # the student's file of this name is meant
        return importlib.import_module(name)

    def do_reload(self, module: Any) -> Any:
        """Run a module again."""
        return importlib.reload(module)

    def do_get(self, target: Any, name: str) -> Any:
        return getattr(target, name)

    def do_set(self, target: Any, name: str, value: Any) -> None:
        setattr(target, name, value)

    def do_delete(self, target: Any, name: str) -> None:
        delattr(target, name)

    def do_call(self, target: Any, arguments: list[Any], named: dict[str, Any]) -> Any:
        return target(*arguments, **named)

    def do_operate(self, target: Any, name: str, arguments: list[Any]) -> Any:
        operate = getattr(type(target), name, None)
        if operate is None:
            raise TypeError(f"'{type(target).__name__}' object has no {name}")
        return operate(target, *arguments)

    def do_program(self, command: Any, given: bytes, settings: dict[str, Any]) -> tuple[int, bytes, bytes]:
        """Run a program here; return its exit status, and what it wrote."""
        import resource  # noqa: PLC0415 - few tests start programs
        import subprocess  # noqa: PLC0415

        seconds = math.ceil(self.cpu)
        words = command if isinstance(command, str) else [sys.executable if word is None else word for word in command]
        changed, removed = settings["environment"]
        done = subprocess.run(
            words,
            check=False,
            shell=isinstance(words, str),
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if settings["merged"] else subprocess.PIPE,
            cwd=settings["folder"],
            timeout=settings["timeout"],
            env={name: value for name, value in {**os.environ, **changed}.items() if name not in removed},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)),
        )
        if done.returncode == -signal.SIGXCPU:
            os.kill(os.getpid(), signal.SIGPROF)
        return done.returncode, done.stdout[:_MOST_TEXT], (done.stderr or b"")[:_MOST_TEXT]

    def do_content(self, target: Any) -> Any:
        return self.objects.content(target)

    def do_names(self, target: Any) -> list[str]:
        return [name for name in dir(target) if type(name) is str]

    def do_fields(self, target: Any) -> dict[str, Any]:
        return dict(vars(target))

    def do_where(self, target: Any) -> list[Any]:
        """File and line of a function, method or class; nothing if that is not known."""
        target = getattr(target, "__func__", target)
        code = getattr(target, "__code__", None) or getattr(getattr(target, "__init__", None), "__code__", None)
        return [] if code is None else [self._path(code.co_filename), code.co_firstlineno]

    # ---- How it crosses

    def _refer(self, value: Any) -> Any:
        if type(value) is Foreign:
            return ["your", object.__getattribute__(value, "_number")]
        return self.objects.refer(value, self.codec.encode)

    def _resolve(self, said: Any) -> Any:
        if said[0] == "your":
            return self.objects.by_number[said[1]]
        number = said[1]
        if number not in self.foreign:
            self.foreign[number] = Foreign(self.ask, number)
        return self.foreign[number]

    def _exception(self, raised: dict[str, Any]) -> BaseException:
        """The exception that left the tests' process."""
        error = self.codec.decode(raised["class"])
        if isinstance(error, BaseException):
            return error
        made: BaseException = error(*self.codec.decode(raised["arguments"]))
        return made

    def _raised(self, error: BaseException) -> dict[str, Any]:
        frames, trace = [], error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith(self.here):
                frames.append([self._path(code.co_filename), trace.tb_lineno, code.co_name])
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and str(error.filename or "").startswith(self.here):
            frames.append([self._path(str(error.filename)), error.lineno or 0, ""])
        try:
            text = str(error)
        except BaseException:
            text = ""
        try:
            named = isinstance(error, OSError) and error.filename is not None
            arguments = self.codec.encode((*error.args, error.filename) if named else tuple(error.args))  # type: ignore[attr-defined]
        except BaseException:
            arguments = self.codec.encode((text,))
        said = {
            "class": self.codec.encode(type(error)),
            "number": self.objects.number(error),
            "text": self.codec.encode(text),
        }
        return {**said, "arguments": arguments, "frames": frames[-_MOST_FRAMES:]}

    def _path(self, name: str) -> str:
        return name.removeprefix(self.here)
