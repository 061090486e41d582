"""The process of one case: all of it may run beside the student's code."""

from __future__ import annotations

import builtins
import faulthandler
import math
import os
import resource
import signal
import sys
from binascii import b2a_base64
from os import _exit, dup2, ftruncate, getpid, lseek, pread, write
from typing import Any, Callable

from grade_index import index_line
from grade_program import Program, Wanted, method
from grade_values import message, text, to_json, value_of

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_MIB = 1 << 20
_LARGEST = {"stdout": _MIB, "case": 8 * _MIB}
_NAME_OF: Callable[[type], str] = type.__dict__["__name__"].__get__
_TRACEBACK_OF: Callable[[BaseException], Any] = BaseException.__dict__["__traceback__"].__get__
_MOST_FRAMES = 20
_WHOLE = (list, tuple, dict, set, frozenset, str, bytes, bytearray)
_MRO_OF: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__


class Child:
    """The process of one case."""

    def __init__(self, request: dict[str, Any], program: Program, report: int, parent: int, stack: int) -> None:
        """Take the streams away from the terminal, and set the case's limit; at it the stack goes to a file."""
        self.request, self.program, self.report, self.parent = request, program, report, parent
        self.pid, self.written, self.has_raised = getpid(), 0, False
        self.variables: dict[str, Any] = {}
        os.setsid()
        seconds = max(1, math.ceil(request["cpu"]))
        try:
            faulthandler.register(signal.SIGXCPU, file=stack, all_threads=False, chain=True)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # SIGXCPU comes first and shows the reason
            if request["cpu"] < seconds:  # that limit counts whole seconds
                faulthandler.register(signal.SIGPROF, file=stack, all_threads=False, chain=True)
                signal.setitimer(signal.ITIMER_PROF, request["cpu"])
        except ValueError:
            pass  # a lower one is set already
        path = f"{sys.argv[1]}.stdout"
        self.output = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        os.unlink(path)
        null = os.open(os.devnull, os.O_RDWR)
        self.streams = (os.dup(0), os.dup(2)) if request["streams"] else (null, null)
        dup2(null, 0)
        dup2(null, 2)
        dup2(self.output, 1)
        self.stdout = sys.stdout

    def run(self, *, whole: bool) -> None:
        """Load the module, set its variables, make the calls, report its variables."""
        self.program.load(whole=whole)
        self.take_output()
        sys.stderr.flush()
        dup2(self.streams[0], 0)
        dup2(self.streams[1], 2)
        write(self.parent, b"+")
        self.set_fields()
        for name, value in self.request["let"].items():
            self.variables[name] = value_of(value, self.variables)
        for number, call in enumerate(self.request["calls"]):
            if not self.step(number, call):
                break
        self.end()

    def set_fields(self) -> None:
        """Set the module's variables."""
        module = self.program.module
        for written, value in self.request["set"].items():
            name = written.removesuffix("?")
            modules = [module for module in self.program.other_modules() if name in vars(module)]
            if name != written and name not in vars(module) and not modules:
                continue
            for owner in (module, *modules):
                setattr(owner, name, value_of(value))

    def end(self) -> None:
        """Report the module's variables, and end the process."""
        fields = []
        for name in self.request["get"]:
            modules = [module for module in self.program.modules() if name in vars(module)]
            fields += [f"{text(name)}: {to_json(vars(module)[name])}" for module in modules[:1]]
        self.write_line(f'{{"end": {self.request["case"]}, "get": {{{", ".join(fields)}}}}}')
        if getpid() == self.pid:
            write(self.parent, b"!." if self.has_raised else b".")
        _exit(0)

    # ---- Calling

    def step(self, number: int, call: dict[str, Any]) -> bool:
        """Make a call and report it; False when the ones after it cannot be made."""
        owner = call["of"].get("var")
        if owner is not None and owner not in self.variables:
            return False
        name, function, missing = self.find(call)
        if missing:
            self.report_call(number, f'"function": {text(name)}, "missing": {text(missing)}')
            return not call["keep"]
        return self.call(number, name, function, call)

    def find(self, call: dict[str, Any]) -> tuple[str, Any, str]:
        """Find what a call means: its name, the function, and why it cannot be called."""
        if not call["functions"]:
            return "", None, ""
        wanted = Wanted(call)
        if call["new"]:
            return self.program.cls(wanted)
        if "var" in call["of"]:
            return method(self.variables[call["of"]["var"]], wanted)
        if call["of"]:
            owner, cls, missing = self.program.cls(Wanted(call["of"]))
            return (owner, None, missing) if missing else method(cls, wanted)
        return self.program.function(wanted)

    def argument(self, arg: dict[str, Any]) -> Any:
        """An argument: a variable, or a fresh value."""
        return self.variables[arg["var"]] if "var" in arg else value_of(arg["value"], self.variables)

    def call(self, number: int, name: str, function: Any, call: dict[str, Any]) -> bool:
        """Call a function and report the result."""
        returned, listed, raised, args = None, None, "", []
        for _ in range(call["repeat"] if function is not None else 0):
            try:
                args = [self.argument(arg) for arg in call["args"]]
            except KeyError:
                return False  # a variable that an earlier call was to make
            self.take_output()
            try:
                returned = function(*args)
                listed = items_of(returned, call["elements"])
            except BaseException as error:
                raised = exception(error)
                self.has_raised = True
            if getpid() != self.pid:
                _exit(0)  # a process that the function made by os.fork
            if raised:
                self.end_if_full()
                break
        output = b2a_base64(self.take_output(), newline=False).decode()
        target = returned if call["new"] else self.variables.get(call["of"].get("var"))
        fields = "" if raised else fields_of(target, call["fields"])
        after = ", ".join(map(to_json, args))
        shown = "null" if call["new"] or raised else to_json(listed)
        self.report_call(
            number,
            f'"function": {text(name)}, {raised}"returned": {shown}, "after": [{after}], '
            f'"fields": {{{fields}}}, "stdout": "{output}"',
        )
        if call["keep"] and not raised:
            self.variables[call["keep"]] = returned
        return not (call["keep"] and raised)

    def end_if_full(self) -> None:
        """End the case where a call failed as its output had reached the size that a file may have."""
        largest = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        if largest != resource.RLIM_INFINITY and os.fstat(self.output).st_size >= largest:
            write(self.report, b'\n{"end": %d, "limit": "output"}\n' % self.request["case"])
            write(self.parent, b".")
            _exit(0)

    def take_output(self) -> bytes:
        """Return what was written to stdout since the last call."""
        for stream in (self.stdout, sys.stdout):
            try:
                stream.flush()
            except BaseException:
                pass
        output = pread(self.output, _LARGEST["stdout"], 0)
        ftruncate(self.output, 0)
        lseek(self.output, 0, 0)
        dup2(self.output, 1)
        return output

    def report_call(self, number: int, entries: str) -> None:
        """Report a call."""
        self.write_line(f'{{"case": {self.request["case"]}, "call": {number}, {entries}}}')

    def write_line(self, line: str) -> None:
        """Write a whole line of the report; end the case when its report gets too large."""
        data = line.encode() + b"\n"
        self.written += len(data)
        if self.written > _LARGEST["case"]:
            data = b'\n{"end": %d, "ended": "all that the calls returned and printed is too much"}\n' % (
                self.request["case"],
            )
        while data:
            data = data[write(self.report, data) :]
        if self.written > _LARGEST["case"]:
            write(self.parent, b".")
            _exit(0)


def items_of(value: Any, count: int | None) -> Any:
    """So many items of a generator, or of what else gives its items one by one, as a list; any other value as it is."""
    if count is None or issubclass(type(value), _WHOLE) or not hasattr(type(value), "__iter__"):
        return value
    items: list[Any] = []
    iterator = iter(value) if count else iter(())
    for item in iterator:
        items.append(item)
        if len(items) == count:
            break
    return items


def exception(error: BaseException) -> str:
    """What the report says about an exception."""
    cls = type(error)
    bases = ", ".join(text(_NAME_OF(base)) for base in _MRO_OF(cls)[1:] if base is not object)
    said = f'"raised": {text(_NAME_OF(cls))}, "message": {text(message(error))}, "bases": [{bases}], '
    return f'{said}"trace": {text(frames_of(error))}, '


def frames_of(error: BaseException) -> str:
    """The innermost frames of an exception, as a traceback shows them, and what is known of an index out of range."""
    frames: list[str] = []
    trace = _TRACEBACK_OF(error)
    line = index_line(trace.tb_next) if type(error) is IndexError and trace is not None else ""
    while trace is not None:
        code = trace.tb_frame.f_code
        shown = f'  File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}'
        frames = [*frames[1 - _MOST_FRAMES :], shown]
        trace = trace.tb_next
    return "\n".join([*frames, *([line] if line else [])])


def fields_of(target: Any, names: list[str]) -> str:
    """The fields of an object; one that starts with two underscores is found as the class itself finds it."""
    fields = []
    for written in names:
        for name in written.split("|"):
            private = [f"_{_NAME_OF(cls).lstrip('_')}{name}" for cls in _MRO_OF(type(target)) if name[:2] == "__"]
            for known in (name, *private):
                try:
                    fields.append(f"{text(written)}: {to_json(getattr(target, known))}")
                except BaseException:
                    continue
                break
            else:
                continue
            break
    return ", ".join(fields)
