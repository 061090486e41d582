"""``dmoj``: problems of DMOJ, ``init.yml``: cases, batches, archives and the checkers that compare outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.checks.dmoj import normalized
from harness.authoring.importing.dmoj_data import Data, matched
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package

_SETTINGS = "init.yml"
_CHECKERS = {
    "standard": (), "identical": ("pe_allowed",), "easy": (), "rstripped": ("filter_new_line",),
    "floats": ("precision", "error_mode"), "sorted": ("split_on",), "unordered": (),
}  # fmt: skip
_CHOICES = {"error_mode": ("default", "absolute", "relative"), "split_on": ("lines", "whitespace")}
_PROGRAMS = (
    "generator",
    "interactive",
    "custom_judge",
    "signature_grader",
    "generator_args",
    "generator_in",
    "symlinks",
)
"""Keys for programs of the problem's own, and for what only that machine has."""
_SHOWN_ONLY = ("output_prefix_length", "hints", "unbuffered", "short_circuit", "wall_time_factor")
_OUTPUT_LIMIT = 25165824
_NOTES = [
    "the limits of time and memory stand in DMOJ's site, not in this folder: write limits of your own",
]


class Level(Struct, frozen=True):
    """What cases inherit: of the problem, then of a batch."""

    points: Any = 1
    checker: Any = "standard"
    binary: bool = False
    output: float = _OUTPUT_LIMIT


class _Problem:
    """Reads the cases of one problem."""

    def __init__(self, data: Data, faults: Faults) -> None:
        self.clauses: dict[str, Any] = {}
        self.cases: list[Mapping[str, Any]] = []
        self.files: dict[str, bytes] = {}
        self._data, self._faults = data, faults
        self._batches: list[str] = []
        self._blocking = ""
        """The case or batch without points, whose failure ends the judging."""

    def add(self, content: Any, place: str, above: Level) -> None:
        """Add a case, or a batch, which is right where all its cases are."""
        fields = Fields(content, place, self._faults)
        level = self.level(fields, above)
        name = f"case-{len(self.clauses) + 1}"
        batched = fields.raw("batched")
        needed = self._dependencies(fields)
        if batched is None:
            self._case(name, name, fields, level, needed)
            entries = []
        else:
            entries = list(batched) if isinstance(batched, list) else []
            name = f"batch-{len(self._batches) + 1}"
        points = level.points if isinstance(level.points, int | float) else 0
        self.clauses[name] = {"text": name.replace("-", " ").capitalize(), "points": points}
        for number, item in enumerate(entries, 1):
            inner = Fields(item, f"{place}.batched[{number - 1}]", self._faults)
            if inner.raw("batched") is not None:
                self._faults.add(inner.place, "a batch in a batch")
            self._case(f"{name}-{number}", name, inner, self.level(inner, level), needed)
        if batched is not None:
            self.clauses[name]["aggregation"] = "min"
            self._batches.append(name)
        fields.end()
        if not points:
            self._blocking = name

    def level(self, fields: Fields, above: Level) -> Level:
        """What holds here, with a fault for each program of the problem's own."""
        for key in _PROGRAMS:
            if fields.raw(key):
                self._faults.add(f"{fields.place}.{key}", "programs of the problem's own, and its machine's files")
        fields.ignore(*_SHOWN_ONLY)
        points = fields.raw("points")
        return Level(
            above.points if points is None else points,
            fields.raw("checker") or above.checker,
            above.binary if fields.raw("binary_data") is None else bool(fields.raw("binary_data")),
            fields.number("output_limit_length", above.output),
        )

    def _dependencies(self, fields: Fields) -> list[str]:
        """What must be right for this to count: a batch, by its number from 1, or what has no points."""
        numbers = fields.raw("dependencies") or []
        known = [number for number in numbers if number in range(1, len(self._batches) + 1)]
        needed = [self._batches[number - 1] for number in known]
        if self._blocking and self._blocking not in needed:
            needed.append(self._blocking)
        if len(needed) > 1 or len(known) < len(numbers):
            fault = f"it counts only where several others are right, or one that does not come before: {needed}"
            self._faults.add(f"{fields.place}.dependencies", fault)
        return needed

    def _case(self, name: str, clause: str, fields: Fields, level: Level, needed: list[str]) -> None:
        case: dict[str, Any] = {"name": name, "clause": clause} | ({"needs": needed} if needed else {})
        given = self._content(fields, "in")
        self.files[f"data/{name}.in"] = given if level.binary else normalized(given)
        self.files[f"data/{name}.out"] = self._content(fields, "out")
        case["stdin"] = {"file": f"data/{name}.in"}
        options = self._checker(level, fields.place)
        case["stdout"] = {"check": "python", "function": "dmoj", "file": f"data/{name}.out", "options": options}
        if level.output != _OUTPUT_LIMIT:
            case["limits"] = {"output": f"{level.output:.0f} B"}
        self.cases.append(case)
        fields.end()

    def _content(self, fields: Fields, key: str) -> bytes:
        name = fields.raw(key)
        content = b"" if name is None else self._data.content(str(name))
        if content is None:
            self._faults.add(f"{fields.place}.{key}", f"there is no such file in the folder or in its archive: {name}")
        return content or b""

    def _checker(self, level: Level, place: str) -> Mapping[str, Any]:
        """The options of the function that compares; a checker that is a program, or gives parts, is a fault."""
        given = level.checker if isinstance(level.checker, dict) else {"name": level.checker}
        checker = Fields(given, f"{place}.checker", self._faults)
        name, args = checker.text("name"), dict(checker.raw("args") or {})
        checker.end()
        if name not in _CHECKERS:
            known = ", ".join(_CHECKERS)
            self._faults.add(f"{place}.checker", f"{name}: a program, or it gives parts of the points; known: {known}")
            return {}
        for key, value in args.items():
            if key not in _CHECKERS[name] or value not in _CHOICES.get(key, (value,)):
                self._faults.add(f"{place}.checker.args.{key}", f"{value!r} is not known")
        args.pop("pe_allowed", None)
        if name == "unordered":
            name, args = "sorted", {"split_on": "whitespace"}
        return {"name": name} | args | ({"binary": True} if level.binary else {})


def read(source: Path) -> Package:
    """Read the folder of a problem."""
    path = source / _SETTINGS if source.is_dir() else source
    faults = Faults()
    fields = Fields(read_data(path), str(path), faults)
    data = Data(path.parent, fields.text("archive"))
    problem = _Problem(data, faults)
    level = problem.level(fields, Level())
    for key in ("pretest_test_cases", "test_cases"):
        for number, entry in enumerate(_entries(fields, key, data, level, faults)):
            problem.add(entry, f"{path}: {key}[{number}]", level)
    fields.end()
    if not problem.cases:
        faults.add(path, "there is no case in it")
    faults.stop()
    spec: dict[str, Any] = {"title": path.resolve().parent.name, "language": "any", "defaults": {"exit": [0]}}
    spec |= {"clauses": problem.clauses, "cases": problem.cases}
    return Package(spec, problem.files | {CHECKS_FILE: checks("dmoj")}, _NOTES)


def _entries(fields: Fields, key: str, data: Data, level: Level, faults: Faults) -> Iterator[Any]:
    """The list of cases; in its place may stand patterns for the names in the archive, or nothing."""
    content = fields.raw(key)
    if isinstance(content, list):
        yield from content
    elif content is not None or key == "test_cases":
        formats = Fields(content or {}, f"{fields.place}: {key}", faults)
        keys = {name: formats.raw(name) for name in ("input_format", "output_format", "case_points")}
        formats.end()
        yield from matched(keys, data.names(), level.points, formats.place, faults)


def _recognises(folder: Path) -> bool:
    path = folder / _SETTINGS
    text = path.read_text("utf-8", "replace") if path.is_file() else ""
    return any(word in text for word in ("test_cases:", "archive:"))


IMPORTER = Importer("dmoj", "problems of DMOJ that compare outputs: init.yml", read, _recognises)
