"""Read the checks of check50 that are written in YAML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness.authoring.importing.check50_source import Check, Step
from harness.authoring.importing.package import Faults

_YAML_KEYS = ("run", "stdin", "stdout", "exit")


def yaml_check(name: str, runs: object, config: Path, faults: Faults) -> Check:
    """By check50's own rules: input asks for no prompt, output is a text, and each run must end."""
    place = f"{config}: check50.checks.{name}"
    chains: list[list[Step]] = []
    for run in runs if isinstance(runs, list) else []:
        if not isinstance(run, Mapping) or "run" not in run:
            faults.add(place, "expected entries such as - run: ./hello")
            continue
        for key in run:
            if key not in _YAML_KEYS:
                faults.add(f"{place}.{key}", f"this key is not known; known are {', '.join(_YAML_KEYS)}")
        steps = [Step("run", (str(run["run"]),), {}, place)]
        if "stdin" in run:
            steps.append(Step("stdin", (_lines(run["stdin"]),), {"prompt": False}, place))
        if "stdout" in run:
            steps.append(Step("stdout", (_lines(run["stdout"]),), {"regex": False}, place))
        chains.append([*steps, Step("exit", _status(run.get("exit"), place, faults), {}, place)])
    if not chains:
        faults.add(place, "a check without a run")
    return Check(name, name, place, chains)


def _status(value: object, place: str, faults: Faults) -> tuple[int, ...]:
    try:
        return () if value is None else (int(str(value)),)
    except ValueError:
        faults.add(f"{place}.exit", f"expected a number, got {value!r}")
        return ()


def _lines(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)
