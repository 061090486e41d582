"""The student's classes as the tests see them, made from what the program says about them."""

from __future__ import annotations

from typing import Any, Callable

import suite_mirror
from suite_mirror import Remote, get, locate
from suite_objects import OPERATORS
from suite_operators import is_made, made, made_by, operate, operators_of

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
        return operate(cls, "__iter__")

    def __len__(cls) -> Any:
        return operate(cls, "__len__")

    def __getitem__(cls, key: Any) -> Any:
        return operate(cls, "__getitem__", key)

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
        space |= operators_of(set(said["operators"]) & OPERATORS, value_type)
    name = str(said["name"])
    kind = RemoteEnumType if said["items"] is True else RemoteType
    try:
        return kind(name, bases, space)
    except TypeError:  # bases that do not go together here
        plain = next((base for base in bases if issubclass(base, BaseException)), None)
        return RemoteType(name, (root,) if plain is None else (root, Exception), space)
