"""The student's classes as the tests see them, made from what the program says of them, and their operators."""

from __future__ import annotations

import operator
from typing import Any, Callable

import suite_mirror
from suite_mirror import Remote, get, locate
from suite_objects import OPERATORS

_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
_OF_ANY = (
    "len bool iter next reversed str repr format hash int float complex index abs neg pos invert round trunc floor "
    "ceil enter exit call getitem setitem delitem"
)
_PLAIN_ITEMS = frozenset(f"__{name}__" for name in _OF_ANY.split())
"""Operators that are asked of any object: what comes of them is compared by value."""
_VALUE_TYPES = (int, float, complex, str, bytes, tuple, frozenset)


class RemoteType(type, Remote):
    """The class of classes."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> RemoteType:
        if "_grade_mirror" not in space:
            names = ", ".join(base.__name__ for base in bases)
            raise TypeError(f"{name} cannot derive from {names}: the student's class is in another process")
        return super().__new__(cls, name, bases, space)

    def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> None:
        super().__init__(name, bases, space)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        suite_mirror.connection.last_called = cls
        return made(suite_mirror.connection.request("call", locate(cls), list(arguments), named), cls)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return made_by(get(cls, name), cls)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name.startswith("__") and name.endswith("__"):
            type.__setattr__(cls, name, value)
        else:
            suite_mirror.connection.request("set", locate(cls), name, value)

    def __delattr__(cls, name: str) -> None:
        suite_mirror.connection.request("delete", locate(cls), name)

    def __bool__(cls) -> bool:
        return True


class RemoteEnumType(RemoteType):
    """The class of classes that have items, as those of enum do."""

    def __iter__(cls) -> Any:
        return _operate(cls, "__iter__")

    def __len__(cls) -> Any:
        return _operate(cls, "__len__")

    def __getitem__(cls, key: Any) -> Any:
        return _operate(cls, "__getitem__", key)

    def __contains__(cls, item: Any) -> Any:
        return any(each is item or each == item for each in iter(cls))


class RemoteObject(Remote):
    """An object of a student's class."""

    def __getattr__(self, name: str) -> Any:
        value = get(self, name)
        return made_by(value, type(self)) if is_made(self) else value

    def __setattr__(self, name: str, value: Any) -> None:
        suite_mirror.connection.request("set", locate(self), name, value)

    def __delattr__(self, name: str) -> None:
        suite_mirror.connection.request("delete", locate(self), name)

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return suite_mirror.connection.request("fields", locate(self))

    def __dir__(self) -> list[str]:
        return suite_mirror.names_of(self)


class RemoteError(Remote):
    """An exception of a student's class."""

    _grade_text = ""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_grade_number" not in vars(self):
            raise AttributeError(name)
        return get(self, name)

    def __str__(self) -> str:
        return self._grade_text


def class_of(said: dict[str, Any], base_of: Callable[[Any], type]) -> type:
    """The class that the program describes; a class of Python's own is never the one that is made."""
    bases = tuple(base_of(base) for base in said["bases"])
    is_error = any(issubclass(base, BaseException) for base in bases)
    root = RemoteError if is_error else RemoteObject
    if not any(issubclass(base, root) for base in bases):
        bases = (root, *bases)
    space: dict[str, Any] = {"_grade_mirror": True, "_grade_named": False, "__module__": str(said["module"])}
    space |= {"_grade_contains": said["contains"] is True, "__doc__": said["doc"]}
    value_type = next((plain for plain in _VALUE_TYPES if any(issubclass(base, plain) for base in bases)), None)
    if not is_error:
        space |= _operators(set(said["operators"]) & OPERATORS, value_type)
    name = str(said["name"])
    kind = RemoteEnumType if said["items"] is True else RemoteType
    try:
        return kind(name, bases, space)
    except TypeError:  # bases that do not go together here
        plain = next((base for base in bases if issubclass(base, BaseException)), None)
        return RemoteType(name, (root,) if plain is None else (root, Exception), space)


def _operators(names: set[str], value_type: type | None) -> dict[str, Any]:
    space: dict[str, Any] = {}
    for name in names - {"__eq__", "__ne__", "__hash__", *_ORDER}:
        space[name] = _asked(name) if name in _PLAIN_ITEMS else _named(name)
    if "__contains__" in names:
        space["__contains__"] = _contains
    for name in ("__eq__", *_ORDER):
        if name in names or (name == "__eq__" and value_type is None):
            space[name] = _compared(name, value_type, is_defined=name in names)
    if "__eq__" in space:
        space["__ne__"] = _differs
    if value_type is not None:
        space["__hash__"] = value_type.__hash__
    elif "__hash__" in names or "__eq__" not in names:
        space["__hash__"] = _asked("__hash__")
    return space


def _operate(target: Any, name: str, *arguments: Any) -> Any:
    return suite_mirror.connection.request("operate", locate(target), name, list(arguments))


def _asked(name: str) -> Callable[..., Any]:
    def ask(self: Any, *arguments: Any) -> Any:
        return _operate(self, name, *arguments)

    return ask


def _named(name: str) -> Callable[..., Any]:
    """Arithmetic: with a plain value only of a class that the tests name, and what comes must be an object again."""

    def ask(self: Any, *arguments: Any) -> Any:
        plain = not all(isinstance(argument, Remote) for argument in arguments)
        if plain and not is_named(self):
            return NotImplemented
        result = _operate(self, name, *arguments)
        result = made(result, type(self)) if is_made(self) else result
        if not plain:
            return result
        if result is NotImplemented or isinstance(result, Remote):
            return result
        raise TypeError(f"an object of {type(self).__name__} and a plain value gave a plain value")

    return ask


def is_named(thing: Any) -> bool:
    """Whether the tests name the class of an object, or one that it derives from."""
    return any(cls.__dict__.get("_grade_named") for cls in type(thing).__mro__)


def made(thing: Any, cls: type) -> Any:
    """What the tests themselves have made of a class: it is asked more than what a function returns to them."""
    if isinstance(thing, cls) and isinstance(thing, RemoteObject):
        object.__setattr__(thing, "_grade_made", True)
    return thing


def made_by(value: Any, cls: type) -> Any:
    """A method: an object of its class that it returns is one that the tests have made."""
    if isinstance(value, suite_mirror.RemoteFunction):
        object.__setattr__(value, "_grade_makes", lambda result: made(result, cls))
    return value


def is_made(thing: Any) -> bool:
    """Whether the tests have made an object, and not only been given it."""
    try:
        return object.__getattribute__(thing, "_grade_made") is True
    except AttributeError:
        return False


def _contains(self: Any, item: Any) -> Any:
    if is_made(self):
        return _operate(self, "__contains__", item)
    return any(each is item or each == item for each in iter(self))


def _compared(name: str, value_type: type | None, *, is_defined: bool) -> Callable[..., Any]:
    compare = getattr(operator, name.strip("_"))

    def ask(self: Any, other: Any) -> Any:
        if isinstance(other, Remote):
            if is_defined:
                return _operate(self, name, other)
            return self is other if name == "__eq__" and value_type is None else getattr(value_type, name)(self, other)
        if value_type is not None:
            return getattr(value_type, name)(self, other)
        if type(self)._grade_contains:
            return compare(suite_mirror.connection.request("content", locate(self)), other)
        return NotImplemented

    return ask


def _differs(self: Any, other: Any) -> Any:
    compare: Any = type(self).__eq__
    equal = compare(self, other)
    return equal if equal is NotImplemented else not equal
