"""The student's modules, functions, classes and objects as the tests see them: all that they do is asked for.

Only the values of plain types are here, so a comparison with one is made here, where the student's code has no say:

- An object of a student's class is equal to no plain value, and has no order with one, whatever its class defines.
  One whose class derives from a plain type is compared by that type's content.
- Two objects of the student's are compared by their class.
- ``in`` asks an object that the tests have made; of one that a function returned, the items are looked at.
- Arithmetic with a plain value asks a class that the tests name, and gives an object again.
"""

from __future__ import annotations

import types
from typing import Any, cast
from weakref import WeakValueDictionary

from suite_connection import Connection, ProgramEnded

connection = cast("Connection", None)
"""The one connection of this process, set when it begins."""
_OBJECTS: WeakValueDictionary[tuple[int, int], Any] = WeakValueDictionary()
"""What is known about the student's program, by generation and number: the same object is the same here."""
_KEPT: dict[tuple[int, int], Any] = {}
"""Classes, which their objects share, and what knows no weak references."""


class Remote:
    """Whatever is of the student's program."""


def locate(thing: Any) -> Any:
    """What a request says to mean a thing of the program.

    Where its program has ended, what a module has is looked for in the next one; of another ProgramEnded is raised.
    """
    own = type.__getattribute__ if isinstance(thing, type) else object.__getattribute__
    if own(thing, "_grade_generation") != connection.generation:
        try:
            module, name = own(thing, "_grade_origin")
        except AttributeError:
            connection.fault = connection.fault or {"end": {}, "old": True}
            raise ProgramEnded("the program that had this object has ended") from None
        again = connection.request("import", module)
        again = connection.request("get", again, name) if name else again
        if not isinstance(again, Remote):
            connection.refuse()
        if again is not thing:
            remember(thing, number_of(again))
    return thing


def number_of(thing: Any) -> int:
    """The number of a thing of the program."""
    get = type.__getattribute__ if isinstance(thing, type) else object.__getattribute__
    number: int = get(locate(thing), "_grade_number")
    return number


def remember(thing: Any, number: int) -> Any:
    """Give a thing its number."""
    put = type.__setattr__ if isinstance(thing, type) else object.__setattr__
    put(thing, "_grade_number", number)
    put(thing, "_grade_generation", connection.generation)
    if isinstance(thing, types.ModuleType):
        put(thing, "_grade_origin", (thing.__name__, ""))
    if isinstance(thing, (type, int, tuple, bytes)):
        _KEPT[connection.generation, number] = thing
    else:
        _OBJECTS[connection.generation, number] = thing
    return thing


def known(number: int) -> Any:
    """What has this number; None if nothing has."""
    key = connection.generation, number
    return _KEPT.get(key, _OBJECTS.get(key))


def get(target: Any, name: str) -> Any:
    """An attribute of a thing of the program."""
    if name.startswith("_grade_"):
        raise AttributeError(name)
    return connection.request("get", locate(target), name)


class RemoteModule(types.ModuleType, Remote):
    """A module of the student's; it is imported when something of it is asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name not in ("__all__", "__version__", "__author__"):
            raise AttributeError(name)
        value = get(self, name)
        if isinstance(value, Remote) and isinstance(value, type):
            type.__setattr__(value, "_grade_named", True)
            type.__setattr__(value, "_grade_origin", (self.__name__, name))
        elif isinstance(value, RemoteFunction):
            object.__setattr__(value, "_grade_origin", (self.__name__, name))
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):
            object.__setattr__(self, name, value)
        else:
            connection.request("set", locate(self), name, value)

    def __delattr__(self, name: str) -> None:
        connection.request("delete", locate(self), name)

    def __dir__(self) -> list[str]:
        return names_of(self)


def names_of(thing: Any) -> list[str]:
    """The names that a thing of the program has."""
    names = connection.request("names", locate(thing))
    if type(names) is not list or not all(type(name) is str for name in names):
        connection.refuse()
    return names


class RemoteFunction(Remote):
    """A function or a method of the student's."""

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "__name__", name)
        object.__setattr__(self, "_grade_makes", lambda result: result)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        connection.last_called = self
        result = connection.request("call", locate(self), list(arguments), named)
        return object.__getattribute__(self, "_grade_makes")(result)

    def __getattr__(self, name: str) -> Any:
        return get(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        connection.request("set", locate(self), name, value)

    @property
    def __doc__(self) -> Any:  # type: ignore[override]
        return get(self, "__doc__")

    def __repr__(self) -> str:
        return f"<function {object.__getattribute__(self, '__name__')}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)
