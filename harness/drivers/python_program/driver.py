"""Call functions of a student's modules: one case a line on stdin, the results go to the file of the first argument.

Each case runs in a fork of its own, where the student's code is also loaded, so that none of it runs in this process.
Works with Python 3.9 and later, with the standard library alone.
"""

from __future__ import annotations

import sys

_STARTUP = set(sys.modules)
if sys.path and sys.path[0] == __file__.rpartition("/")[0]:
    sys.path.pop(0)  # the student's code can write into that folder

import ast  # noqa: E402
import builtins  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
import signal  # noqa: E402
from _json import encode_basestring_ascii as _quoted  # noqa: E402
from ast import walk  # noqa: E402
from binascii import b2a_base64  # noqa: E402
from math import isfinite  # noqa: E402
from os import _exit, dup2, fork, ftruncate, getpid, lseek, pread, write  # noqa: E402
from typing import Any, Callable, NamedTuple  # noqa: E402

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # what the student puts into the real ones is not ours

_MIB = 1 << 20
_LARGEST = {"stdout": _MIB, "value": _MIB, "case": 8 * _MIB, "report": 4 * _MIB, "source": 4 * _MIB}
_DEEPEST = 100
_MOST_FILES = 300
_LONGEST_TURN_S = 5
_NAME_OF: Callable[[type], str] = type.__dict__["__name__"].__get__


_Name, _Module, _Assign, _AnnAssign = ast.Name, ast.Module, ast.Assign, ast.AnnAssign
_Definition, _Import = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), (ast.Import, ast.ImportFrom)


class Source(NamedTuple):
    """One of the student's files, as far as it is known from its text."""

    path: str
    """Relative to the folder."""
    names: frozenset[str]
    """The names that it defines or imports."""
    imports: frozenset[str]
    """The modules that it imports."""

    @property
    def module(self) -> str:
        """The name it is imported by."""
        return self.path.rpartition("/")[2][:-3]


# ---- Which file -----------------------------------------------------------------------------------------------------


def survey() -> list[Source]:
    """Parse all sources below the working folder; nothing is known of one that has a syntax error."""
    sources = []
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        paths = (os.path.normpath(os.path.join(folder, name)) for name in sorted(names) if name.endswith(".py"))
        sources += [_read(path) for path in paths if os.path.isfile(path)]
    exported = {source.module: source.names for source in sources}
    return [
        source._replace(
            names=source.names.union(*(exported.get(name[1:], ()) for name in source.names if name[0] == "*"))
        )
        for source in sources[:_MOST_FILES]
    ]


def _read(path: str) -> Source:
    names: set[str] = set()
    imports: set[str] = set()
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read(_LARGEST["source"]))
        for node in ast.walk(tree):
            _add_names(node, names, imports)
    except (SyntaxError, ValueError, OSError, RecursionError, MemoryError):
        pass
    return Source(path, frozenset(names), frozenset(imports))


def _add_names(node: ast.AST, names: set[str], imports: set[str]) -> None:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        names.add(node.name)
    elif isinstance(node, ast.Assign):
        names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.Import):
        imports.update(alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = (node.module or "").rpartition(".")[2]
        imports.add(module)
        names.update(f"*{module}" if alias.name == "*" else alias.asname or alias.name for alias in node.names)


def choose(sources: list[Source], request: dict[str, Any]) -> Source:
    """The file that the handout requires, else the one that defines most of the functions."""
    patterns = [name.removeprefix("(?i)") for pattern in request["files"] for name in pattern.split("|")]
    required = [pattern.lower() for pattern in patterns]
    imported = frozenset[str]().union(*(source.imports for source in sources))

    def rank(source: Source) -> tuple[Any, ...]:
        known = {name.lower() for name in source.names} | source.names
        score = sum(any(name in known for name in call["functions"]) for call in request["calls"])
        path, name = source.path.lower(), source.path.lower().rpartition("/")[2]
        wanted = path in required or f"**/{name}" in required
        return not wanted, -score, source.module in imported, source.path.count("/"), source.path

    return min(sources, key=rank)


# ---- The parent -----------------------------------------------------------------------------------------------------


def main() -> None:
    """Run all cases, or as many as fit into one process: the driver is started again for the rest."""
    report = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    requests = [_with_defaults(json.loads(line)) for line in sys.stdin.buffer]
    sources = survey()
    for request in requests:
        run(request, sources, report)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        if os.fstat(report).st_size > _LARGEST["report"] or used.ru_utime + used.ru_stime > _LONGEST_TURN_S:
            return


def _with_defaults(request: dict[str, Any]) -> dict[str, Any]:
    """A case with the keys that were left out of its line."""
    calls = [{"fold": False, "repeat": 1} | call for call in request["calls"]]
    return {"set": {}, "let": {}, "get": [], "argv": [], "files": []} | request | {"calls": calls}


def run(request: dict[str, Any], sources: list[Source], report: int) -> None:
    """Run a case in a process of its own; again with definitions alone when loading ended the first process."""
    write(report, b'{"begin": %d}\n' % request["case"])
    ended = ""
    for whole in (True, False):
        ours, theirs = os.pipe()
        os.set_blocking(ours, False)
        child = fork()
        if child == 0:
            try:
                Child(request, choose(sources, request), report, theirs).run(sources, whole=whole)
            finally:
                _exit(1)
        os.close(theirs)
        _, status, used = os.wait4(child, 0)
        try:
            os.killpg(child, signal.SIGKILL)  # what it left behind
        except OSError:
            pass
        try:
            progress = os.read(ours, 8)
        except BlockingIOError:
            progress = b""
        os.close(ours)
        if b"." in progress:
            return
        ended = _describe_end(status, used.ru_utime + used.ru_stime, request["cpu"])
        if b"+" in progress:
            break
    write(report, b'\n{"end": %d, %s}\n' % (request["case"], ended.encode()))


def _describe_end(status: int, cpu: float, limit: float) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        over = number == signal.SIGXCPU or (number == signal.SIGKILL and cpu > limit / 2)
        return '"limit": "cpu"' if over else f'"signal": {number}'
    return f'"exit": {os.WEXITSTATUS(status)}'


# ---- The child: everything below may run beside the student's code ---------------------------------------------------


class Child:
    """The process of one case."""

    def __init__(self, request: dict[str, Any], source: Source, report: int, parent: int) -> None:
        """Take the streams away from the terminal, and set the case's limit."""
        self.request, self.source, self.report, self.parent = request, source, report, parent
        self.pid, self.written = getpid(), 0
        self.module: Any = type(sys)("__main__" if request["argv"] else source.module)
        self.ended = ""
        self.here = os.path.join(os.getcwd(), "")
        os.setsid()
        seconds = max(1, math.ceil(request["cpu"]))
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # SIGXCPU comes first and shows the reason
        except ValueError:
            pass  # a lower one is set already
        path = f"{sys.argv[1]}.stdout"
        self.output = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        os.unlink(path)
        null = os.open(os.devnull, os.O_RDWR)
        dup2(null, 0)
        dup2(null, 2)
        dup2(self.output, 1)
        self.stdout = sys.stdout

    def run(self, sources: list[Source], *, whole: bool) -> None:
        """Load the module, set its variables, make the calls, report its variables."""
        self.load(sources, whole=whole)
        write(self.parent, b"+")
        for written, value in self.request["set"].items():
            name = written.removesuffix("?")
            modules = [module for module in self.other_modules() if name in vars(module)]
            if name != written and name not in vars(self.module) and not modules:
                continue
            for module in (self.module, *modules):
                setattr(module, name, value_of(value))
        variables = {name: value_of(value) for name, value in self.request["let"].items()}
        for number, call in enumerate(self.request["calls"]):
            name, function, missing = self.find(call)
            if missing:
                self.report_call(number, f'"function": {text(name)}, "missing": {text(missing)}')
            else:
                self.call(number, name, function, call, variables)
        fields = []
        for name in self.request["get"]:
            modules = [module for module in (self.module, *self.other_modules()) if name in vars(module)]
            fields += [f"{text(name)}: {to_json(vars(module)[name])}" for module in modules[:1]]
        self.write_line(f'{{"end": {self.request["case"]}, "get": {{{", ".join(fields)}}}}}')
        if getpid() == self.pid:
            write(self.parent, b".")
        _exit(0)

    # ---- Loading

    def load(self, sources: list[Source], *, whole: bool) -> None:
        """Run the module's code; its definitions are kept even when it ends with an exception."""
        own = {source.path.partition("/")[0].removesuffix(".py") for source in sources}
        for name in list(sys.modules):
            if name.partition(".")[0] in own and name not in _STARTUP:
                del sys.modules[name]  # the student's file of this name takes precedence
        path = os.path.abspath(self.source.path)
        sys.path.insert(0, os.path.dirname(path))
        sys.argv = [self.source.path, *(self.request["argv"] or ["1"])]
        sys.modules["__main__"] = type(sys)("__main__")
        sys.modules[self.module.__name__] = self.module
        space = vars(self.module)
        space.update(__file__=path, __builtins__=builtins)
        try:
            with open(path, "rb") as file:
                source = file.read()
            code = compile(source, path, "exec", dont_inherit=True)
            tree = ast.parse(source)
        except (SyntaxError, ValueError, OSError, RecursionError, MemoryError) as error:
            self.ended = f"{self.source.path} cannot be compiled: {error}"
            return
        sys.setrecursionlimit(sys.getrecursionlimit() + 8)  # our own frames
        if whole:
            try:
                exec(code, space)  # noqa: S102 - this is what a driver does
            except BaseException as error:
                self.ended = f"{self.source.path} ended early: {_NAME_OF(type(error))}{_colon(message(error))}"
        if not whole or self.ended:
            self.define(tree, path)
        self.take_output()

    def define(self, tree: ast.Module, path: str) -> None:
        """Run each statement that defines names which are not there yet."""
        space = vars(self.module)
        for node in tree.body:
            if not any(name not in space for name in _bound(node)):
                continue
            try:
                code = compile(_Module([node], []), path, "exec", dont_inherit=True)
                exec(code, space)  # noqa: S102 - this is what a driver does
            except BaseException:
                pass

    def other_modules(self) -> list[Any]:
        """The student's other modules that are loaded."""
        loaded = list(sys.modules.values())
        modules = [module for module in loaded if type(module) is type(sys) and module is not self.module]
        return [module for module in modules if str(vars(module).get("__file__") or "").startswith(self.here)]

    def find(self, call: dict[str, Any]) -> tuple[str, Any, str]:
        """Find a function by its names; return its name in the source, the function, and why it cannot be called."""
        fold: Callable[[str], str] = str.lower if call["fold"] else str
        wanted = [fold(name) for name in call["functions"]]
        classes = []
        for module in (self.module, *self.other_modules()):
            for name in wanted:
                for own, value in list(vars(module).items()):
                    if fold(own) == name and callable(value):
                        return own, value, ""
            classes += [own for own, value in vars(module).items() if type(value) is type and _has(value, wanted)]
        file = self.source.path
        problem = f"there is no function {' or '.join(call['functions'])} in {file}"
        if classes:
            problem += f"; the class {classes[0]} has one, but it must be a function of the module"
        elif self.ended:
            problem += f" ({self.ended})"
        return call["functions"][0], None, problem

    # ---- Calling

    def call(self, number: int, name: str, function: Any, call: dict[str, Any], variables: dict[str, Any]) -> None:
        """Call a function and report the result."""
        returned, raised, args = None, "", []
        for _ in range(call["repeat"]):
            args = [variables[arg["var"]] if "var" in arg else value_of(arg["value"]) for arg in call["args"]]
            self.take_output()
            try:
                returned = function(*args)
            except BaseException as error:
                raised = f'"raised": {text(_NAME_OF(type(error)))}, "message": {text(message(error))}, '
            if getpid() != self.pid:
                _exit(0)  # a process that the function made by os.fork
            if raised:
                break
        output = b2a_base64(self.take_output(), newline=False).decode()
        after = ", ".join(map(to_json, args))
        self.report_call(
            number,
            f'"function": {text(name)}, {raised}"returned": {to_json(returned)}, "after": [{after}], '
            f'"stdout": "{output}"',
        )

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


def _bound(node: ast.stmt) -> list[str]:
    """The names that a definition, import or assignment defines; none of another statement."""
    if isinstance(node, _Definition):
        return [node.name]
    if isinstance(node, _Import):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, _Assign) else [node.target] if isinstance(node, _AnnAssign) else []
    return [name.id for target in targets for name in walk(target) if isinstance(name, _Name)]


def _has(cls: type, names: list[str]) -> bool:
    return any(name in names for name in vars(cls))


def _colon(words: str) -> str:
    return f": {words}" if words else ""


# ---- Values ---------------------------------------------------------------------------------------------------------


def value_of(spec_value: Any) -> Any:
    """A fresh Python value from the JSON value of the spec."""
    if isinstance(spec_value, list):
        return [value_of(item) for item in spec_value]
    if isinstance(spec_value, dict):
        if spec_value.keys() == {"tuple"}:
            return tuple(value_of(item) for item in spec_value["tuple"])
        return {key: value_of(item) for key, item in spec_value.items()}
    return spec_value


def message(error: BaseException) -> str:
    """An exception's text."""
    try:
        return str(error)[:300]
    except BaseException:
        return ""


def text(words: str) -> str:
    """A text as JSON."""
    try:
        words.encode()
    except UnicodeError:
        words = words.encode(errors="backslashreplace").decode()
    quoted: str = _quoted(words)
    return quoted


class TooLarge(Exception):
    """A value is too large for the report."""


def to_json(value: Any) -> str:
    """A value as JSON."""
    try:
        return _to_json(value, [], [_LARGEST["value"]])
    except TooLarge:
        return '{"repr": "a value too large to be shown"}'
    except BaseException:
        return '{"repr": "a value that cannot be shown"}'


def _to_json(value: Any, above: list[int], left: list[int]) -> str:
    kind = type(value)
    left[0] -= 1
    if left[0] < 0:
        raise TooLarge
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if issubclass(kind, int):
        return int.__repr__(value) if int.bit_length(value) < 10_000 else _repr(value)  # noqa: PLR2004 - read back as a number
    if issubclass(kind, float):
        return float.__repr__(value) if isfinite(value) else f'{{"repr": "{float.__repr__(value)}"}}'
    if issubclass(kind, str):
        left[0] -= str.__len__(value)
        return text(str.__str__(value)) if left[0] >= 0 else _repr(value)
    if issubclass(kind, (list, tuple, dict)):
        if id(value) in above or len(above) > _DEEPEST:
            return '{"repr": "..."}'
        return _container_to_json(value, kind, [*above, id(value)], left)
    return _repr(value)


def _container_to_json(value: Any, kind: type, above: list[int], left: list[int]) -> str:
    if issubclass(kind, dict):
        entries = list(dict.items(value))
        if not all(type(key) is str for key, _ in entries):
            return _repr(value)
        return "{" + ", ".join(f"{text(key)}: {_to_json(item, above, left)}" for key, item in entries) + "}"
    items = list.__iter__(value) if issubclass(kind, list) else tuple.__iter__(value)
    listed = "[" + ", ".join([_to_json(item, above, left) for item in items]) + "]"
    return listed if issubclass(kind, list) else f'{{"tuple": {listed}}}'


def _repr(value: Any) -> str:
    """The repr of an object that JSON cannot hold, without its address, which changes from run to run."""
    try:
        words = str(repr(value))
    except BaseException:
        words = f"<an object of type {_NAME_OF(type(value))}>"
    before, separator, after = words.partition(" at 0x")
    words = before + after.lstrip("0123456789abcdefABCDEF") if separator else words
    return f'{{"repr": {text(words[:1000])}}}'


if __name__ == "__main__":
    main()
