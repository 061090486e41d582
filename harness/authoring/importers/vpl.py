"""``vpl``: the cases of Moodle's Virtual Programming Lab, ``vpl_evaluate.cases``, by the rules of its evaluator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.package import ANY_STATUS, Faults, Package, UniqueNames
from harness.authoring.importing.vpl_cases import VplCase, python_regex, vpl_cases
from harness.model.errors import UsageError

CASES_FILE = "vpl_evaluate.cases"
_ALL_POINTS = 100
_NOTE = "the time for all cases together is in VPL's settings, not in this file: here each run has its own limits"
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def read(source: Path) -> Package:
    """Read ``vpl_evaluate.cases``, or the folder that holds it."""
    path = source / CASES_FILE if source.is_dir() else source
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    faults = Faults()
    cases = vpl_cases(text, str(path), faults)
    if not cases:
        faults.add(path, "there is no case in it")
    names = UniqueNames()
    ids = [names.of(case.name, "case") for case in cases]
    points = [_points(case, len(cases), str(path), faults) for case in cases]
    if cases and abs(sum(points) - _ALL_POINTS) > 0.01 and any(case.reduction for case in cases):  # noqa: PLR2004 - of rounding
        faults.add(path, f"the grade reductions of all cases are {sum(points):g} % together, not 100 %")
    clauses = {
        name: {"text": " ".join(case.name.split()) or name, "points": worth}
        for name, case, worth in zip(ids, cases, points, strict=True)
    }
    judged = [_case(name, case, f"{path}:{case.line}", faults) for name, case in zip(ids, cases, strict=True)]
    faults.stop()
    spec: dict[str, Any] = {"title": path.resolve().parent.name, "language": "any", "defaults": {"exit": ANY_STATUS}}
    return Package(spec | {"clauses": clauses, "cases": judged}, {CHECKS_FILE: checks("vpl")}, [_NOTE])


def _points(case: VplCase, number: int, path: str, faults: Faults) -> float:
    """A case takes its own share of the grade away, else an equal one."""
    if not case.reduction:
        return round(_ALL_POINTS / number, 4)
    percent = re.fullmatch(r"(\d+(\.\d+)?)\s*%", case.reduction)
    if percent is None:
        faults.add(
            f"{path}:{case.line}",
            f"grade reduction = {case.reduction}: only parts of the grade, such as 20%, are known",
        )
        return 0
    return float(percent[1])


def _case(name: str, case: VplCase, place: str, faults: Faults) -> Mapping[str, Any]:
    for key, value in (
        ("variation", case.variation),
        ("program to run", case.program),
        ("expected exit code", case.exit),
    ):
        if value:
            faults.add(place, f"{key} = {value}")
    if not case.outputs:
        faults.add(place, "a case without an output")
    accepted = [_kind(text, place, faults) for text in case.outputs]
    options: dict[str, Any] = {"accepted": accepted} | ({"message": case.message} if case.message else {})
    keys: dict[str, Any] = {"name": name, "clause": name}
    if case.arguments:
        keys["args"] = _arguments(case.arguments)
    if case.stdin:
        keys["stdin"] = case.stdin
    return keys | {"stdout": {"check": "python", "function": "vpl", "options": options}}


def _arguments(text: str) -> Sequence[str]:
    return [next(part for part in match if part) for match in re.findall(r"'([^']*)'|\"([^\"]*)\"|(\S+)", text)]


def _kind(text: str, place: str, faults: Faults) -> list[str]:
    """How the evaluator takes an output: exact, a regular expression, numbers, or words."""
    clean = text.strip()
    exact = re.fullmatch(r'(\*?)"(.*)"', clean, re.DOTALL)
    if exact:
        return ["last-exact" if exact[1] else "exact", exact[2]]
    pattern = re.fullmatch(r"/(.*)/([^/]*)", clean, re.DOTALL) if len(clean) > len("//") else None
    if pattern:
        return ["regex", _regex(pattern[1], pattern[2], place, faults)]
    words = clean.replace("*", " ").split()
    if words and all(_NUMBER.fullmatch(word) for word in words):
        return ["last-numbers" if clean.startswith("*") else "numbers", clean.lstrip("*")]
    return ["text", text]


def _regex(pattern: str, flags: str, place: str, faults: Faults) -> str:
    for flag in set(flags) - set("i "):
        faults.add(place, f"/{pattern}/{flags}: the flag {flag} of a regular expression")
    return python_regex(pattern, place, faults, ignore_case="i" in flags)


def _recognises(folder: Path) -> bool:
    return (folder / CASES_FILE).is_file()


IMPORTER = Importer("vpl", "the cases of Moodle's VPL: vpl_evaluate.cases", read, _recognises)
