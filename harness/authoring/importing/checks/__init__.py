"""How other graders compare: each module is written whole into a spec's folder as its ``checks.py``."""

from __future__ import annotations

from importlib.resources import files

CHECKS_FILE = "checks.py"


def checks(name: str) -> bytes:
    """The text of ``checks.py``, which is a module of this folder: ``vpl``."""
    return files(__name__).joinpath(f"{name}.py").read_bytes()
