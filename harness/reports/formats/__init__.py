"""The report formats: one module each, named after its file ending, with ``render(document) -> bytes``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

from harness.model.errors import UsageError
from harness.reports.document import Document

Render = Callable[[Document], bytes]


def suffixes() -> list[str]:
    """The file endings of the formats that there are, sorted."""
    return sorted(f".{module.name}" for module in pkgutil.iter_modules(__path__))


def renderer(path: str) -> Render:
    """The format for a file name by its ending; UsageError with the known endings when there is none."""
    for suffix in suffixes():
        if path.lower().endswith(suffix):
            render: Render = importlib.import_module(f"{__name__}{suffix}").render
            return render
    raise UsageError(f"{path}: no report format has this ending; known: {', '.join(suffixes())}")
