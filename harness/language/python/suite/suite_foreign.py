"""What the tests hand over that is no plain value, as the student's program sees it."""

from __future__ import annotations

from typing import Any, Callable

Ask = Callable[..., Any]


class Foreign:
    """An object of the tests': called, asked for attributes and operators, in the other process."""

    def __init__(self, ask: Ask, number: int) -> None:
        object.__setattr__(self, "_ask", ask)
        object.__setattr__(self, "_number", number)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return _ask(self)("call", [list(arguments), named], self)

    def __getattr__(self, name: str) -> Any:
        return _ask(self)("get", [name], self)

    def __setattr__(self, name: str, value: Any) -> None:
        _ask(self)("set", [name, value], self)

    def __bool__(self) -> bool:
        return bool(_ask(self)("operate", ["bool", []], self))

    def __eq__(self, other: object) -> Any:
        return self is other or _ask(self)("operate", ["eq", [other]], self)

    def __hash__(self) -> int:
        return id(self)


def _ask(foreign: Foreign) -> Ask:
    ask: Ask = object.__getattribute__(foreign, "_ask")
    return ask


def _operator(name: str) -> Callable[..., Any]:
    def operate(self: Foreign, *arguments: Any) -> Any:
        return _ask(self)("operate", [name, list(arguments)], self)

    return operate


FOREIGN_OPERATORS = (
    "len",
    "iter",
    "next",
    "str",
    "repr",
    "getitem",
    "contains",
    "lt",
    "le",
    "gt",
    "ge",
    "add",
    "sub",
    "mul",
)
for _name in FOREIGN_OPERATORS:
    setattr(Foreign, f"__{_name}__", _operator(_name))


class Input:
    """Standard input: what the tests put in its place."""

    encoding, errors, closed = "utf-8", "strict", False

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def readline(self, size: int = -1) -> str:
        """The next line."""
        return str(self._ask("readline", [size]))

    def read(self, size: int = -1) -> str:
        """The rest."""
        return str(self._ask("read", [size]))

    def readlines(self) -> list[str]:
        """The rest, as lines."""
        return list(self)

    def __iter__(self) -> Input:
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def isatty(self) -> bool:
        """It is no terminal."""
        return False

    def fileno(self) -> int:
        """It has no descriptor."""
        raise OSError("standard input is that of the tests")
