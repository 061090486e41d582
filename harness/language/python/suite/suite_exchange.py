"""How things cross: the program's become mirrors, and of the tests' things no more is lent than a test means to."""

from __future__ import annotations

import functools
import io
import operator
import random
import types
from pathlib import Path
from typing import Any
from unittest import TestCase, mock

import suite_mirror
from suite_classes import RemoteType, class_of
from suite_mirror import Remote, RemoteFunction, RemoteModule, known, number_of, remember

_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial)
_NEVER = (eval, exec, compile, getattr, setattr, delattr, vars, globals, locals, open, __import__, input)
_MOCK_NAMES = frozenset(dir(mock.MagicMock()))
_BUILTIN = "builtins"
_OPERATORS = {
    **{name: getattr(operator, name) for name in ("eq", "lt", "le", "gt", "ge", "add", "sub", "mul")},
    "getitem": operator.getitem,
    "contains": operator.contains,
    "len": len,
    "iter": iter,
    "next": next,
    "str": str,
    "repr": repr,
    "bool": bool,
}


class Exchange:
    """Resolves and refers, for one connection."""

    def __init__(self, course_folder: Path) -> None:
        """``course_folder``: the classes of the files in it are the course's own."""
        self.folder = str(course_folder)
        self.lent: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.descriptions: dict[tuple[int, int], Any] = {}
        self.by_name: dict[tuple[str, str], type] = {}
        """The classes of the programs before this one: a test that names one means that of the new program."""

    # ---- What is the program's

    def describe(self, classes: list[Any]) -> None:
        """Make the classes that a message tells of."""
        generation = suite_mirror.connection.generation
        self.descriptions |= {(generation, number): said for number, said in classes}
        for number, _ in classes:
            self._class(number)

    def _class(self, number: int) -> type:
        cls = known(number)
        if cls is None:
            generation = suite_mirror.connection.generation
            said = self.descriptions[generation, number]
            name = str(said["module"]), str(said["name"])
            before = self.by_name.get(name)
            if before is None or type.__getattribute__(before, "_grade_generation") == generation:
                before = self.by_name[name] = class_of(said, self._base)
            cls = remember(before, number)
        if not isinstance(cls, RemoteType):
            raise TypeError("no class")
        return cls

    def _base(self, said: Any) -> type:
        cls = suite_mirror.connection.codec.decode(said)
        if not isinstance(cls, type) or cls is object:
            raise TypeError("no base")
        return cls

    def resolve(self, said: Any) -> Any:
        """The mirror of what a message means, or the thing of the tests that was lent."""
        tag, number = said[0], said[1]
        if type(number) is not int:
            raise TypeError("no number")
        if tag == "your":
            return self.lent[number]
        if tag == "k":
            return self._class(number)
        thing = known(number)
        if thing is None:
            thing = self._mirror(tag, said, number)
        return thing

    def _mirror(self, tag: str, said: Any, number: int) -> Any:
        if tag == "m":
            return remember(RemoteModule(str(said[2])), number)
        if tag == "g":
            return remember(RemoteFunction(str(said[2])), number)
        cls = self._class(said[2])
        content = tuple(suite_mirror.connection.codec.decode(part) for part in said[3:4])
        if issubclass(cls, BaseException):
            return self._exception(cls, (), "", number)
        plain = next((base for base in cls.__mro__ if base.__module__ == _BUILTIN), object)
        thing = plain.__new__(cls, *content)
        return remember(thing, number)

    def raised(self, said: dict[str, Any]) -> BaseException:
        """The exception that a message tells of."""
        codec = suite_mirror.connection.codec
        cls, arguments, text = (
            codec.decode(said["class"]),
            codec.decode(said["arguments"]),
            str(codec.decode(said["text"])),
        )
        if not isinstance(cls, type) or not issubclass(cls, BaseException):
            raise TypeError("no exception")
        if isinstance(cls, RemoteType):
            error = known(int(said["number"])) or self._exception(cls, arguments, text, int(said["number"]))
        else:
            error = _built(cls, arguments, text)
        frames = [(str(path), int(line), str(name)) for path, line, name in said["frames"]]
        vars(error)["_grade_frames"] = frames
        return error

    def _exception(self, cls: type, arguments: Any, text: str, number: int) -> BaseException:
        error = cls.__new__(cls, *arguments)
        vars(error)["_grade_text"] = text or str(arguments[0] if arguments else "")
        remember(error, number)
        if not isinstance(error, BaseException):
            raise TypeError("no exception")
        return error

    # ---- What is the tests'

    def refer(self, value: Any) -> Any:
        """How a thing crosses; TypeError for what no test may lend."""
        if isinstance(value, Remote):
            return ["your", number_of(value)]
        if not self._may_lend(value):
            raise TypeError(f"an object of the class {type(value).__name__} cannot be given to the student's program")
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.lent) + 1
            self.lent[number] = value
        return ["own", number]

    def _may_lend(self, value: Any) -> bool:
        if isinstance(value, _FUNCTIONS):
            return value not in _NEVER
        is_class = isinstance(value, type) and self._is_of_course(value)
        return self._is_asked(value) or is_class or hasattr(type(value), "__next__")

    def _is_asked(self, value: Any) -> bool:
        """Whether the program may ask for attributes of it."""
        if isinstance(value, (TestCase, type, types.ModuleType)):
            return False
        return isinstance(value, (mock.NonCallableMock, io.IOBase, random.Random)) or self._is_of_course(type(value))

    def _is_of_course(self, cls: type) -> bool:
        import sys  # noqa: PLC0415 - the tests' modules are loaded meanwhile

        path = getattr(sys.modules.get(cls.__module__), "__file__", None)
        return isinstance(path, str) and path.startswith(self.folder)

    def answer(self, op: str, target: Any, arguments: list[Any]) -> Any:
        """Do what the program asks of something that was lent."""
        if isinstance(target, Remote) or id(target) not in self.numbers:
            raise TypeError("this was not lent")
        if op == "call":
            return target(*arguments[0], **arguments[1])
        if op == "operate" and arguments[0] in _OPERATORS:
            return _OPERATORS[arguments[0]](target, *arguments[1])
        name = str(arguments[0])
        if name.startswith("_") or not self._is_asked(target) or not self._may_name(target, name, op):
            raise AttributeError(name)
        if op == "get":
            return getattr(target, name)
        if op == "set":
            return setattr(target, name, arguments[1])
        raise TypeError(op)

    def _may_name(self, target: Any, name: str, op: str) -> bool:
        if isinstance(target, mock.NonCallableMock):
            return op == "get" and name not in _MOCK_NAMES and not name.startswith(("assert", "mock_"))
        return op == "get" or self._is_of_course(type(target))


def _built(cls: type[BaseException], arguments: tuple[Any, ...], text: str) -> BaseException:
    """An exception of Python's own; one of a more general type where its class does not take these arguments."""
    for base in cls.__mro__:
        for given in (arguments, (text,)):
            try:
                if issubclass(base, BaseException):
                    return base(*given)
            except Exception:
                continue
    return RuntimeError(text)
