"""The objects of the student's program that the tests know, by number, and what they know of them."""

from __future__ import annotations

import functools
import types
from typing import Any

from suite_shared import CONTAINERS

_CALLABLES = (
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.MethodWrapperType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    functools.partial,
)
VALUES: dict[type, Any] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}
"""Plain types that a student's class may derive from: such an object crosses with its plain value."""
_CONTENTS: dict[type, Any] = {
    list: lambda value: list.__getitem__(value, slice(None)),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set(set.__iter__(value)),
}
_OPERATORS = (
    "len bool iter next reversed str repr format hash int float complex index abs neg pos invert round trunc floor "
    "ceil enter exit call getitem setitem delitem contains eq ne lt le gt ge "
    "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor "
    "radd rsub rmul rmatmul rtruediv rfloordiv rmod rdivmod rpow rlshift rrshift rand ror rxor "
    "iadd isub imul imatmul itruediv ifloordiv imod ipow ilshift irshift iand ior ixor"
)
OPERATORS = frozenset(f"__{name}__" for name in _OPERATORS.split())
"""Operators that a class may define."""


class Objects:
    """What crossed by reference."""

    def __init__(self) -> None:
        self.by_number: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.described: dict[int, Any] = {}
        """Classes that the tests do not know yet."""

    def number(self, value: Any) -> int:
        """The number of an object; a new one where it crosses for the first time."""
        known = self.numbers.get(id(value))
        if known is None:
            known = len(self.by_number) + 1
            self.by_number[known], self.numbers[id(value)] = value, known
            if isinstance(value, type):
                self.described[known] = None  # its bases may be this very class, by way of its metaclass
                self.described[known] = self._describe(value)
        return known

    def refer(self, value: Any, encode: Any) -> Any:
        """How a value that is not plain crosses."""
        kind = type(value)
        if isinstance(value, type):
            return ["k", self.number(value)]
        if kind is types.ModuleType:
            return ["m", self.number(value), vars(value).get("__name__", "")]
        if any(kind is each for each in _CALLABLES):
            return ["g", self.number(value), getattr(value, "__name__", "")]
        base = next((plain for plain in VALUES if issubclass(kind, plain)), None)
        content = [] if base is None else [encode(VALUES[base](value))]
        return ["r", self.number(value), self.number(kind), *content]

    def content(self, value: Any) -> Any:
        """The plain content of an object whose class derives from list, dict or set; None of another."""
        base = next((plain for plain in (*_CONTENTS, *CONTAINERS) if issubclass(type(value), plain)), None)
        return None if base is None else _CONTENTS.get(base, base)(value)

    def _describe(self, cls: type) -> dict[str, Any]:
        bases: list[Any] = []
        for base in cls.__bases__:
            if base in VALUES or (base.__module__ == "builtins" and issubclass(base, BaseException)):
                bases.append(["n", base.__name__])
            elif base not in (object, *CONTAINERS):
                bases.append(["k", self.number(base)])
        own = [space for space in cls.__mro__ if space is not object and space not in VALUES]
        operators = sorted(
            OPERATORS & {name for space in own for name, value in vars(space).items() if value is not None}
        )
        documentation = cls.__doc__
        return {
            "name": cls.__name__,
            "module": str(cls.__module__),
            "bases": bases,
            "operators": [] if issubclass(cls, BaseException) else operators,
            "items": hasattr(type(cls), "__iter__"),
            "contains": any(issubclass(cls, plain) for plain in CONTAINERS),
            "doc": documentation if isinstance(documentation, str) else None,
        }
