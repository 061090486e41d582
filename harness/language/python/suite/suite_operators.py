"""The operators of the student's objects: which are asked of the program, and which are decided here."""

from __future__ import annotations

import operator
from typing import Any, Callable

import suite_mirror
from suite_mirror import Remote, locate

_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
_OF_ANY = (
    "len bool iter next reversed str repr format hash int float complex index abs neg pos invert round trunc floor "
    "ceil enter exit call getitem setitem delitem"
)
_PLAIN_ITEMS = frozenset(f"__{name}__" for name in _OF_ANY.split())
"""Operators that are asked of any object: what comes of them is compared by value."""


def operators_of(names: set[str], value_type: type | None) -> dict[str, Any]:
    """The operators that a mirrored class gets, for those that the student's class defines."""
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


def operate(target: Any, name: str, *arguments: Any) -> Any:
    """Ask the program for an operator of a thing."""
    return suite_mirror.connection.request("operate", locate(target), name, list(arguments))


def _asked(name: str) -> Callable[..., Any]:
    def ask(self: Any, *arguments: Any) -> Any:
        return operate(self, name, *arguments)

    return ask


def _named(name: str) -> Callable[..., Any]:
    """Arithmetic: with a plain value only of a class that the tests name, and what comes must be an object again."""

    def ask(self: Any, *arguments: Any) -> Any:
        plain = not all(isinstance(argument, Remote) for argument in arguments)
        if plain and not is_named(self):
            return NotImplemented
        result = operate(self, name, *arguments)
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
    if isinstance(thing, cls) and isinstance(thing, Remote) and not isinstance(thing, BaseException):
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
        return operate(self, "__contains__", item)
    return any(each is item or each == item for each in iter(self))


def _compared(name: str, value_type: type | None, *, is_defined: bool) -> Callable[..., Any]:
    compare = getattr(operator, name.strip("_"))

    def ask(self: Any, other: Any) -> Any:
        if isinstance(other, Remote):
            if is_defined:
                return operate(self, name, other)
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
