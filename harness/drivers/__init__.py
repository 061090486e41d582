"""The drivers: one module a language, found by looking into this folder. A new driver is one new file."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from harness.drivers.base import Driver


@cache
def drivers() -> dict[str, Driver]:
    """Every driver by its language."""
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    family = [module.DRIVER for module in modules if hasattr(module, "DRIVER")]
    return {driver.language: driver for driver in family}
