"""The drivers: a module ``driver`` in the folder of a language whose functions can be called."""

from __future__ import annotations

from functools import cache

import harness.language
from harness.language.drivers.base import Driver
from harness.model.family import parts


@cache
def drivers() -> dict[str, Driver]:
    """Every driver by its language."""
    modules = parts(harness.language.__name__, harness.language.__path__, "driver")
    family = [module.DRIVER for module in modules if hasattr(module, "DRIVER")]
    return {driver.language: driver for driver in family}
