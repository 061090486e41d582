"""``check50``: the checks of CS50's check50, written in YAML or by the usual functions of its Python API."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.check50_config import (
    CONFIG_FILES,
    is_timed,
    limits_of,
    notes_on_files,
    settings_of,
    yaml_check,
)
from harness.authoring.importing.check50_source import END, Check, Constant, Step, checks_of
from harness.authoring.importing.fields import file_in
from harness.authoring.importing.package import ANY_STATUS, Faults, Package, UniqueNames

_ANY_OUTPUT, _NOTHING = "(?s).+", "(?:)"
_COMPILERS = {"c.compile": "gcc -o {stem} {file} -std=c11 -ggdb -lm", "py.compile": "python3 -m py_compile {file}"}


def read(source: Path) -> Package:
    """Read the folder of a problem, or its configuration."""
    config = file_in(source, CONFIG_FILES)
    faults = Faults()
    settings = settings_of(config, faults)
    notes = [*notes_on_files(settings, config, faults)]
    checks = settings.get("checks", "__init__.py")
    if isinstance(checks, Mapping):
        every_check = [yaml_check(str(name), runs, config, faults) for name, runs in checks.items()]
    else:
        every_check = checks_of(config.parent / str(checks), faults)
    notes += [
        f"{check.place}: check50 limits each step of a run; here one limit holds for all steps together"
        for check in every_check
        if is_timed(check)
    ]
    notes += [
        f"{check.place}: students read nothing of a hidden check; in check50 its name, and a reason"
        for check in every_check
        if check.hidden
    ]
    package = _package(config.parent, every_check, notes, faults)
    faults.stop()
    return package


def _package(root: Path, checks: Sequence[Check], notes: Sequence[str], faults: Faults) -> Package:
    names = UniqueNames()
    ids = {check.name: names.of(check.name, "check") for check in checks}
    clauses: dict[str, Any] = {ids[check.name]: {"text": " ".join(check.text.split()), "points": 1} for check in checks}
    files: dict[str, bytes] = {}
    compiles: dict[str, None] = {}
    cases: list[Mapping[str, Any]] = []
    for check in checks:
        case: dict[str, Any] = {"clause": ids[check.name]}
        if check.dependency and check.dependency in ids:
            case["needs"] = [ids[check.dependency]]
        elif check.dependency:
            faults.add(check.place, f"there is no check {check.dependency}")
        if check.hidden:
            case["visibility"] = "hidden"
        judged = [*_cases(check, root, files, compiles, faults)]
        if len(judged) > 1:
            clauses[ids[check.name]]["aggregation"] = "min"
        if not judged:
            faults.add(check.place, "a check that looks at nothing")
        for number, keys in enumerate(judged, 1):
            name = ids[check.name] + (f"-{number}" if len(judged) > 1 else "")
            cases.append({"name": name} | case | dict(keys))
    build = {"commands": [["bash", "-c", f"{command}; true"] for command in compiles], "run": [["true"]]}
    spec = {"title": root.resolve().name, "language": "any", "build": [build], "clauses": clauses, "cases": cases}
    return Package(spec, files, [*notes, "each check is worth a point; change the points of the clauses"])


def _cases(
    check: Check, root: Path, files: dict[str, bytes], compiles: dict[str, None], faults: Faults
) -> Iterator[Mapping[str, Any]]:
    """A case for each run of a check, and for each look at files."""
    beside: dict[str, Any] = {}
    for first, *steps in check.chains:
        _refuse_more(first, steps, faults)
        if first.name == "run":
            limits = limits_of(check, steps, faults)
            yield _run(first, steps, faults) | _given("files", dict(beside)) | _given("limits", limits)
        elif first.name == "exists":
            yield {"built": {str(name): "file" for name in first.args}}
        elif first.name == "include":
            beside |= {str(name): _included(root, str(name), first, files, faults) for name in first.args}
        elif first.name in _COMPILERS:
            command = _compiler_call(first, faults)
            compiles[command] = None
            yield {"run": ["bash", "-c", command], "exit": 0} | _given("limits", limits_of(check, (), faults))
        else:
            faults.add(first.place, f"check50.{first.name}")


def _given(key: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value} if value else {}


def _refuse_more(first: Step, steps: Sequence[Step], faults: Faults) -> None:
    """What stands where check50 takes nothing, or if nobody reads it."""
    if first.name in ("exists", "include"):
        for option in first.options:
            faults.add(first.place, f"{first.name} with {option}")
    if first.name != "run":
        for step in steps:
            faults.add(step.place, f".{step.name}() of {first.name}")
    for step in steps:
        if step.name in ("reject", "exit", "kill") and (more := set(step.options) - {"timeout"}):
            faults.add(step.place, f".{step.name}() with {', '.join(sorted(more))}")


def _included(root: Path, name: str, step: Step, files: dict[str, bytes], faults: Faults) -> Mapping[str, str]:
    path = root / name
    if not path.is_file():
        faults.add(step.place, f"there is no file {name} beside the checks")
    else:
        files[f"input/{path.name}"] = path.read_bytes()
    return {"file": f"input/{path.name}"}


def _compiler_call(step: Step, faults: Faults) -> str:
    for option in step.options:
        faults.add(step.place, f"{step.name} with {option}")
    file = str(step.args[0]) if step.args else ""
    return _COMPILERS[step.name].format(file=shlex.quote(file), stem=shlex.quote(Path(file).stem))


def _run(run: Step, steps: Sequence[Step], faults: Faults) -> dict[str, Any]:
    """A dialogue: check50 talks with programs on a terminal, too."""
    if run.options:
        faults.add(run.place, f"run with {', '.join(run.options)}")
    case: dict[str, Any] = {"run": ["bash", "-c", str(run.args[0])]}
    exchanges: list[dict[str, Any]] = []
    ending: dict[str, Any] = {"hang_up": True}
    for number, step in enumerate(steps):
        is_last = number == len(steps) - 1
        if step.name in ("stdin", "stdout"):
            exchanges += _exchange(step, faults)
        elif step.name == "reject" and not is_last and steps[-1].name == "reject":
            pass  # the program that waits at the end was not over before
        elif step.name == "reject" and is_last:
            ending = {"end": "waiting"}
        elif step.name == "exit" and is_last:
            ending, case["exit"] = {}, step.args[0] if step.args else ANY_STATUS
        elif step.name != "kill" or not is_last:
            faults.add(step.place, f".{step.name}() in this place")
    exchanges += [ending] if ending else []
    return case | ({"dialogue": exchanges} if exchanges else {})


def _exchange(step: Step, faults: Faults) -> list[dict[str, Any]]:
    value: Constant = step.args[0] if step.args else None
    known = {"prompt", "timeout", "str_line"} if step.name == "stdin" else {"regex", "timeout", "str_output"}
    for option in set(step.options) - known | ({"show_timeout"} & set(step.options)):
        faults.add(step.place, f".{step.name}() with {option}")
    if value is None:
        faults.add(step.place, f".{step.name}() without a text")
    if step.name == "stdin":
        sent: dict[str, Any] = {"eof": True} if value == END else {"send": str(value)}
        return [{"pattern": _ANY_OUTPUT if step.options.get("prompt", True) else _NOTHING} | sent]
    if value == END:
        faults.add(step.place, ".stdout(EOF), which asks that nothing more comes")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [{"pattern": (r"(?<![\d\-])" if value >= 0 else "") + re.escape(str(value)) + r"(?!(\.?\d))"}]
    return [{"pattern" if step.options.get("regex", True) else "expect": str(value)}] if value != "" else []


def _recognises(folder: Path) -> bool:
    return any(
        (folder / name).is_file() and "check50" in (folder / name).read_text("utf-8", "replace")
        for name in CONFIG_FILES
    )


IMPORTER = Importer(
    "check50", "the checks of CS50's check50, in YAML or by its usual Python functions", read, _recognises
)
