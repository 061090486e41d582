"""``dmoj``: problems of DMOJ, ``init.yml``: cases, batches, archives, generators, checkers and interactors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.checks.dmoj import normalized
from harness.authoring.importing.contest_packages.dmoj_programs import Programs, signature_grader
from harness.authoring.importing.dmoj_data import Data, matched
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package

_SETTINGS = "init.yml"
_CHECKERS = {
    "standard": (), "identical": ("pe_allowed",), "easy": (), "rstripped": ("filter_new_line",),
    "floats": ("precision", "error_mode"), "floatsabs": ("precision",), "floatsrel": ("precision",),
    "sorted": ("split_on",), "unordered": (), "linecount": ("feedback",),
    "linematches": ("point_distribution", "filler_lines_required"),
}  # fmt: skip
_SAME = {
    "unordered": {"name": "sorted", "split_on": "whitespace"},
    "floatsabs": {"name": "floats", "error_mode": "absolute"},
    "floatsrel": {"name": "floats", "error_mode": "relative"},
}
_CHOICES = {"error_mode": ("default", "absolute", "relative"), "split_on": ("lines", "whitespace")}
_BRIDGED = "bridged"
_SHOWN_ONLY = ("output_prefix_length", "hints", "short_circuit", "wall_time_factor")
_OUTPUT_LIMIT = 25165824
_LIMITS = "the limits of time and memory are on DMOJ's site, not in this folder: write limits of your own"
_FLUSH = "unbuffered: here a program has to flush what it writes"


class Level(Struct, frozen=True):
    """What cases inherit: of the problem, then of a batch."""

    points: Any = 1
    checker: Any = "standard"
    binary: bool = False
    output: float = _OUTPUT_LIMIT
    generator: Any = None
    interactive: Any = None
    custom_judge: str = ""


class _Problem:
    """Reads the cases of one problem."""

    def __init__(self, data: Data, programs: Programs, faults: Faults) -> None:
        self.clauses: dict[str, Any] = {}
        self.cases: list[Mapping[str, Any]] = []
        self.files: dict[str, bytes] = {}
        self.programs = programs
        self._data, self._faults = data, faults
        self._batches: list[str] = []
        self._blocking: list[str] = []
        """The cases and batches without points, whose failure ends the judging."""

    def add(self, content: Any, place: str, above: Level) -> None:
        """Add a case, or a batch, which is right where all its cases are."""
        fields = Fields(content, place, self._faults)
        level = self.level(fields, above)
        name = f"case-{len(self.clauses) + 1}"
        batched = fields.raw("batched")
        needed = self._dependencies(fields)
        if batched is None:
            self._case(name, name, fields, level)
            entries = []
        else:
            entries = list(batched) if isinstance(batched, list) else []
            name = f"batch-{len(self._batches) + 1}"
        points = level.points if isinstance(level.points, int | float) else 0
        self.clauses[name] = {"text": name.replace("-", " ").capitalize(), "points": points}
        self.clauses[name] |= {"requires": needed} if needed else {}
        for number, item in enumerate(entries, 1):
            inner = Fields(item, f"{place}.batched[{number - 1}]", self._faults)
            if inner.raw("batched") is not None:
                self._faults.add(inner.place, "a batch in a batch")
            self._case(f"{name}-{number}", name, inner, self.level(inner, level))
        if batched is not None:
            self.clauses[name]["aggregation"] = "min"
            self._batches.append(name)
        fields.end()
        if not points:
            self._blocking.append(name)

    def level(self, fields: Fields, above: Level) -> Level:
        """What holds here."""
        if fields.raw("symlinks"):
            self._faults.add(f"{fields.place}.symlinks", "files of DMOJ's own machine")
        fields.ignore(*_SHOWN_ONLY)
        points = fields.raw("points")
        return Level(
            above.points if points is None else points,
            fields.raw("checker") or above.checker,
            above.binary if fields.raw("binary_data") is None else bool(fields.raw("binary_data")),
            fields.number("output_limit_length", above.output),
            fields.raw("generator") or above.generator,
            fields.raw("interactive") or above.interactive,
            fields.text("custom_judge", above.custom_judge),
        )

    def _dependencies(self, fields: Fields) -> list[str]:
        """What must be right for this to count: batches, by their numbers from 1, and what has no points."""
        numbers = fields.raw("dependencies") or []
        known = [number for number in numbers if number in range(1, len(self._batches) + 1)]
        if len(known) < len(numbers):
            self._faults.add(f"{fields.place}.dependencies", "it depends on a batch that does not come before")
        batches = [self._batches[number - 1] for number in known]
        return [*batches, *(name for name in self._blocking if name not in batches)]

    def _case(self, name: str, clause: str, fields: Fields, level: Level) -> None:
        case: dict[str, Any] = {"name": name, "clause": clause}
        given, expected = self._data_of(fields, level)
        self.files[f"data/{name}.in"], self.files[f"data/{name}.out"] = given, expected
        case["stdin"] = {"file": f"data/{name}.in"}
        worth = level.points if isinstance(level.points, int | float) else 0
        answer = {"check": "text", "file": f"data/{name}.out"}
        if level.custom_judge:
            case |= {**self.programs.custom_judge(level.custom_judge, worth, fields.place), "stdout": answer}
        elif level.interactive:
            case |= {**self.programs.interactor(level.interactive, worth, fields.place), "stdout": answer}
        else:
            case["stdout"] = {**self._checker(level, worth, fields.place), "file": f"data/{name}.out"}
        if level.output != _OUTPUT_LIMIT:
            case["limits"] = {"output": f"{level.output:.0f} B"}
        self.cases.append(case)
        fields.end()

    def _data_of(self, fields: Fields, level: Level) -> tuple[bytes, bytes]:
        """The input and the expected output: of files, or made by the generator."""
        names = fields.raw("in"), fields.raw("out")
        args, source = fields.raw("generator_args"), fields.raw("generator_in")
        made = b"", b""
        if level.generator and names[0] and (args or source):
            self._faults.add(f"{fields.place}.in", "either a file or a generator makes the input")
        elif level.generator and not (names[0] and names[1]):
            own = self._content(fields, "generator_in") if source else b""
            made = self.programs.generated(level.generator, args, own, fields.place)
        given = self._content(fields, "in") if names[0] else made[0]
        expected = self._content(fields, "out") if names[1] else made[1]
        if not level.binary and names[0]:
            given = normalized(given)
        return given, expected if level.binary else normalized(expected)

    def _content(self, fields: Fields, key: str) -> bytes:
        name = fields.raw(key)
        content = b"" if name is None else self._data.content(str(name))
        if content is None:
            self._faults.add(f"{fields.place}.{key}", f"there is no such file in the folder or in its archive: {name}")
        return content or b""

    def _checker(self, level: Level, worth: float, place: str) -> Mapping[str, Any]:
        """How stdout is checked: by a function that compares, or by a program of the problem's own."""
        given = level.checker if isinstance(level.checker, dict) else {"name": level.checker}
        checker = Fields(given, f"{place}.checker", self._faults)
        name, args = checker.text("name"), dict(checker.raw("args") or {})
        checker.end()
        if name == _BRIDGED:
            return self.programs.checker(args, worth, place)
        if name.endswith(".py"):
            return self.programs.python_checker(name, args, worth, place)
        if name not in _CHECKERS:
            known = ", ".join(_CHECKERS)
            self._faults.add(f"{place}.checker", f"{name} is not known; known: {known}, {_BRIDGED}")
            return {}
        for key, value in args.items():
            if key not in _CHECKERS[name] or value not in _CHOICES.get(key, (value,)):
                self._faults.add(f"{place}.checker.args.{key}", f"{value!r} is not known")
        for key in ("pe_allowed", "feedback"):
            args.pop(key, None)
        options = {"name": name} | args | _SAME.get(name, {}) | ({"binary": True} if level.binary else {})
        return {"check": "python", "function": "dmoj", "options": options}


def read(source: Path) -> Package:
    """Read the folder of a problem."""
    path = source / _SETTINGS if source.is_dir() else source
    faults = Faults()
    fields = Fields(read_data(path), str(path), faults)
    data = Data(path.parent, fields.text("archive"))
    programs = Programs(path.parent, faults)
    problem = _Problem(data, programs, faults)
    level = problem.level(fields, Level())
    signature = fields.raw("signature_grader")
    built, graders = signature_grader(signature, data, str(path), faults) if signature else ({}, {})
    notes = [_LIMITS, *([_FLUSH] if fields.raw("unbuffered") else [])]
    for key in ("pretest_test_cases", "test_cases"):
        for number, entry in enumerate(_entries(fields, key, data, level, faults)):
            problem.add(entry, f"{path}: {key}[{number}]", level)
    fields.end()
    if not problem.cases:
        faults.add(path, "there is no case in it")
    faults.stop()
    spec: dict[str, Any] = {"title": path.resolve().parent.name, "language": "any", "defaults": {"exit": [0]}}
    spec |= {**built, "clauses": problem.clauses, "cases": problem.cases}
    files = {**problem.files, **programs.files(), **graders}
    if any(case["stdout"].get("function") == "dmoj" for case in problem.cases):
        if CHECKS_FILE in files:
            faults.add(path, "checkers of DMOJ and one of the problem's own, in one problem")
        files[CHECKS_FILE] = checks("dmoj")
    faults.stop()
    return Package(spec, files, notes, programs.executable())


def _entries(fields: Fields, key: str, data: Data, level: Level, faults: Faults) -> Iterator[Any]:
    """The list of cases; in its place may be patterns for the names in the archive, or nothing."""
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


IMPORTER = Importer("dmoj", "problems of DMOJ: init.yml", read, _recognises)
