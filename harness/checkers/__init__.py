"""The checkers: one module each, found by looking into this folder. A new checker is one new file."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Union

from harness.checkers.base import BaseChecker, Context


def _family() -> tuple[type[BaseChecker], ...]:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    concrete: list[type[BaseChecker]] = []
    open_classes: list[type[BaseChecker]] = [BaseChecker]
    while open_classes:
        for one in open_classes.pop().__subclasses__():
            open_classes.append(one)
            if one.__struct_config__.tag is not None:
                concrete.append(one)
    return tuple(sorted(concrete, key=lambda one: str(one.__struct_config__.tag)))


FAMILY = _family()

if TYPE_CHECKING:
    Checker = BaseChecker
else:
    Checker = Union[FAMILY]  # noqa: UP007 - made at run time from the modules found

__all__ = ["FAMILY", "BaseChecker", "Checker", "Context"]
