"""``vpl``: the cases of Moodle's Virtual Programming Lab, ``vpl_evaluate.cases``, by the rules of its evaluator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.package import ANY_STATUS, Faults, Package, UniqueNames
from harness.authoring.importing.posix_regex import python_regex
from harness.authoring.importing.vpl_cases import VplCase, vpl_cases
from harness.model.errors import UsageError

CASES_FILE = "vpl_evaluate.cases"
_ALL_POINTS = 100
_CHECKS = b'''"""How VPL compares outputs; made by harness import."""

import re
from collections.abc import Iterator

from harness.model.finding import Finding
from harness.model.run import Run

_NUMBER_LIKE = re.compile(r"[0-9+\\-.][0-9+\\-.eE]*")


def _value(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None


def _numbers(text: str) -> list[int | float]:
    return [value for word in _NUMBER_LIKE.findall(text) if (value := _value(word)) is not None]


def _same(expected: int | float, actual: int | float) -> bool:
    """A whole number is itself; others are nearly so, in proportion."""
    if isinstance(expected, int):
        return isinstance(actual, int) and actual == expected
    if expected == 0:
        return actual == 0 if isinstance(actual, int) else abs(actual) < 0.0001
    return abs((expected - actual) / expected) < 0.0001


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[0-9A-Za-z\\x80-\\U0010ffff]+", text)]


def _matches(kind: str, expected: str, output: str) -> bool:
    if kind == "regex":
        return re.search(expected, output) is not None
    if kind in ("text", "numbers", "last-numbers"):
        parts = _words if kind == "text" else _numbers
        wanted, came = parts(expected), parts(output)
        last = came[len(came) - len(wanted) :] if len(came) >= len(wanted) else None
        if kind == "numbers" and len(came) != len(wanted):
            return False
        if kind == "text":
            return last == wanted
        return last is not None and all(_same(*pair) for pair in zip(wanted, last))
    if not expected.endswith("\\n"):
        output = output.removesuffix("\\n")
    return output.endswith(expected) if kind == "last-exact" else output == expected


def vpl(run: Run, expected: bytes | None, accepted: list[list[str]], message: str = "") -> Iterator[Finding]:
    """One of the outputs must match by the rule of its kind."""
    output = run.stdout.decode("utf-8", "surrogateescape").replace("\\r", "")
    if not any(_matches(kind, text, output) for kind, text in accepted):
        wanted = accepted[0][1].encode("utf-8", "surrogateescape")
        yield Finding(message or "the output is wrong", expected=wanted, actual=run.stdout)
'''
_NOTE = "the time for all cases together stands in VPL's settings, not in this file: here each run has its own limits"
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
    return Package(spec | {"clauses": clauses, "cases": judged}, {"checks.py": _CHECKS}, [_NOTE])


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
