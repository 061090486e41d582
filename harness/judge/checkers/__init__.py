"""The checkers: one module each, found by looking into this folder. A new checker is one new file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Union

from harness.judge.checkers.base import BaseChecker, Context
from harness.judge.checkers.text import Text
from harness.model.family import members


def _family() -> tuple[type[BaseChecker], ...]:
    """Every class of a module in this folder that has a tag, in the order of the tags."""
    for _ in members(__name__, __path__):
        pass  # a checker is known as soon as its module is imported
    checkers: list[type[BaseChecker]] = []
    open_classes: list[type[BaseChecker]] = [BaseChecker]
    while open_classes:
        for checker in open_classes.pop().__subclasses__():
            open_classes.append(checker)
            if checker.__module__ != BaseChecker.__module__ and checker not in checkers:
                checkers.append(checker)
    return tuple(sorted(checkers, key=lambda checker: str(checker.__struct_config__.tag)))


FAMILY = _family()

if TYPE_CHECKING:
    Checker = BaseChecker
else:
    Checker = Union[FAMILY]  # noqa: UP007 - made at run time from the modules found
    for _checker in FAMILY:  # one that holds another checker names the whole family in its annotations
        vars(sys.modules[_checker.__module__]).setdefault("Checker", Checker)


def checker_of(expected: str | BaseChecker) -> BaseChecker:
    """The checker that a spec means: a bare text is expected exactly."""
    return Text(text=expected) if isinstance(expected, str) else expected


__all__ = ["FAMILY", "BaseChecker", "Checker", "Context", "checker_of"]
