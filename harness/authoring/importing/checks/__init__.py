"""How other graders compare: each module is written whole into a spec's folder as its ``checks.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

CHECKS_FILE = "checks.py"


def checks(name: str) -> bytes:
    """The text of ``checks.py``, which is a module of this folder: ``vpl``."""
    return files(__name__).joinpath(f"{name}.py").read_bytes()


def checks_of(cases: Iterable[Mapping[str, Any]], name: str) -> dict[str, bytes]:
    """``checks.py`` of that name, where a checker of the cases takes a function of it; else nothing."""
    checkers = [checker for case in cases for checker in _checkers(case)]
    is_used = any(isinstance(checker, dict) and {"function", "normalise"} & checker.keys() for checker in checkers)
    return {CHECKS_FILE: checks(name)} if is_used else {}


def _checkers(case: Mapping[str, Any]) -> Iterable[Any]:
    of_calls = [call.get("stdout") for call in case.get("calls", ())]
    return (case.get("stdout"), case.get("stderr"), *case.get("produces", {}).values(), *of_calls)
