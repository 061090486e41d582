"""The drivers: one module a language, found by looking into this folder. A new driver is one new file."""

from __future__ import annotations

from functools import cache

from harness.drivers.base import Driver
from harness.model.family import members


@cache
def drivers() -> dict[str, Driver]:
    """Every driver by its language."""
    modules = members(__name__, __path__)
    family = [module.DRIVER for module in modules if hasattr(module, "DRIVER")]
    return {driver.language: driver for driver in family}
