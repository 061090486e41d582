"""The report formats: one module each, named after its file ending, with ``render(document) -> bytes``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

from harness.model.errors import UsageError
from harness.reports.document import Document

Render = Callable[[Document], bytes]


def suffixes() -> list[str]:
    """The file endings that choose a format."""
    return sorted(f".{module.name}" for module in pkgutil.iter_modules(__path__))


def renderer(path: str) -> Render:
    """The format for a file name; UsageError names the known ones."""
    for suffix in suffixes():
        if path.lower().endswith(suffix):
            render: Render = importlib.import_module(f"{__name__}{suffix}").render
            return render
    raise UsageError(f"{path}: no report format has this ending; known: {', '.join(suffixes())}")
