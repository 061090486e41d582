"""Read a check50 problem: its configuration ``.cs50.yaml``, its checks in YAML, and the limits of its checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.check50_source import Check, Step
from harness.authoring.importing.fields import read_data
from harness.authoring.importing.package import Faults
from harness.model.errors import UsageError

CONFIG_FILES = (".cs50.yaml", ".cs50.yml", ".check50.yaml")
_KEYS = ("checks", "dependencies", "files", "translations")
_FILES_NOTES = {
    "!require": "a hand-in without it is graded, and fails the checks that need it",
    "!include": "all files that were handed in are used",
    "!exclude": "all files that were handed in are used",
}


class _Loader(yaml.SafeLoader):
    """Reads the tags of lib50, such as ``!require``, as plain values."""


_Loader.add_multi_constructor("!", lambda loader, tag, node: f"!{tag} {loader.construct_scalar(node)}")


def settings_of(config: Path, faults: Faults) -> Mapping[str, Any]:
    """What is under ``check50``; a key of it that is not known is a fault."""
    content = read_data(config, _Loader)
    settings = content.get("check50") if isinstance(content, Mapping) else None
    if settings is True:
        return {}
    if not isinstance(settings, Mapping):
        raise UsageError(f"{config}: check50: expected a mapping, or true")
    for key in settings:
        if key not in _KEYS:
            faults.add(f"{config}: check50.{key}", f"this key is not known; known are {', '.join(_KEYS)}")
    if settings.get("dependencies"):
        faults.add(f"{config}: check50.dependencies", "packages that checks import")
    return settings


def notes_on_files(settings: Mapping[str, Any], config: Path, faults: Faults) -> Iterator[str]:
    """A note for each pattern that chooses among the files handed in, which a spec does not do."""
    patterns = settings.get("files") or []
    for pattern in patterns if isinstance(patterns, list) else [patterns]:
        note = _FILES_NOTES.get(str(pattern).partition(" ")[0])
        if note is None:
            faults.add(f"{config}: check50.files", f"{pattern}: expected !require, !include or !exclude")
        else:
            yield f"{config}: check50.files: {pattern}: not held to: {note}"


_DEFAULTS = {"stdin": 3.0, "stdout": 3.0, "reject": 1.0, "exit": 5.0}
_WHOLE_CHECK = 60.0


def is_timed(check: Check) -> bool:
    """Whether a check says itself how long it, or a step of it, may take."""
    return check.timeout is not None or any("timeout" in step.options for chain in check.chains for step in chain)


def limits_of(check: Check, steps: Sequence[Step], faults: Faults) -> Mapping[str, str]:
    """The time of all steps together, and no more than the check's; nothing if a check names no time."""
    if not is_timed(check):
        return {}
    whole = _seconds(check.timeout if check.timeout is not None else _WHOLE_CHECK, check.place, faults)
    parts = [_of_step(step, faults) for step in steps if step.name in _DEFAULTS]
    seconds = f"{min(whole, sum(parts)) if parts else whole:g} s"
    return {"cpu": seconds, "wall": seconds}


def _of_step(step: Step, faults: Faults) -> float:
    """Input that asks for a prompt waits as long again for the rest of that prompt."""
    seconds = _seconds(step.options.get("timeout", _DEFAULTS[step.name]), step.place, faults)
    return 2 * seconds if step.name == "stdin" and step.options.get("prompt", True) else seconds


def _seconds(value: object, place: str, faults: Faults) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    faults.add(place, f"timeout={value}: expected a number of seconds above 0")
    return 1


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
