"""``foreign-grader``: graders of Gradescope, Autolab, Classroom 50 and exercism, run as they are in the sandbox."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importers import Importer
from harness.authoring.importing.checks import CHECKS_FILE, checks
from harness.authoring.importing.fields import Fields, read_data
from harness.authoring.importing.package import Faults, Package, check_source
from harness.course.ingest.taking_in.unwrap import unpack
from harness.model.errors import UsageError
from harness.sandbox.files.scratch import regular_files, scratch

_FOLDER = "foreign-grader"
_ZIP = "autograder.zip"
_MARKS = {
    "gradescope": ("run_autograder",),
    "autolab": ("autograde.tar", "autograde-Makefile"),
    "classroom50": ("autograder.py",),
    "exercism": ("bin/run.sh",),
}
"""Kind -> the files by which its folder is known."""
_SECONDS = {"gradescope": 600, "autolab": 180, "classroom50": 600, "exercism": 60}
"""What these systems give a grader if nothing else is said."""
_POINTS = 100
_NOTES = (
    "judged by the foreign grader: the student's program runs beside it, and may read or change what it decides",
    "tools and packages that it installs elsewhere must be on this machine",
)


def read(source: Path) -> Package:
    """Read a folder with a grader, or its ``autograder.zip``."""
    archive = source if source.is_file() else source / _ZIP
    if not archive.is_file():
        return _package(source, source.resolve().name)
    with scratch() as root:
        (root / "grader").mkdir()
        unpack(archive, root / "grader")
        return _package(root / "grader", archive.resolve().parent.name)


def _package(folder: Path, title: str) -> Package:
    faults = Faults()
    check_source(folder)
    kind = _kind(folder)
    if not kind:
        expected = ", ".join(" with ".join(names) for names in _MARKS.values())
        raise UsageError(f"{folder}: there is no grader in it; expected one of {expected}")
    settings, most, seconds = {"kind": kind, "title": title}, 0.0, float(_SECONDS[kind])
    if kind == "autolab":
        handin, most, seconds = _of_autolab(folder, faults)
        settings["handin"] = handin
    faults.stop()
    names = [name for name in regular_files(folder) if not name.startswith(".git/")]
    source = {f"grader/{name}": (folder / name).read_bytes() for name in names}
    settings_file = json.dumps(settings).encode()
    put = {f"{_FOLDER}/source/{name}": {"file": f"grader/{name}"} for name in names}
    put |= {f"{_FOLDER}/start.py": {"file": CHECKS_FILE}, f"{_FOLDER}/settings.json": {"file": "settings.json"}}
    case = {
        "name": "grader",
        "clause": "grader",
        "run": ["python3", f"{_FOLDER}/start.py"],
        "files": put,
        "exit": 0,
        "stdout": {"check": "python", "function": "foreign_grader", "options": {"most": most} if most else {}},
        "limits": {"cpu": f"{seconds:g} s", "wall": f"{seconds:g} s"},
    }
    spec: dict[str, Any] = {
        "title": title,
        "language": "any",
        "build": [{"run": [["true"]]}],
        "clauses": {"grader": {"text": f"The course's grader for {kind} gives all points.", "points": most or _POINTS}},
        "cases": [case],
    }
    notes = [*_NOTES, *_installed(folder / "setup.sh")]
    return Package(spec, {CHECKS_FILE: checks("foreign"), "settings.json": settings_file, **source}, notes)


def _kind(folder: Path) -> str:
    return next((kind for kind, names in _MARKS.items() if all((folder / name).is_file() for name in names)), "")


def _of_autolab(folder: Path, faults: Faults) -> tuple[str, float, float]:
    """The name of what is handed in, the points of all problems, and the seconds of a grader."""
    paths = sorted(folder.glob("*.yml"))
    if len(paths) != 1:
        faults.add(folder, "expected one .yml file, that of the assessment, with its problems and their max_score")
        return "", 0, 0
    content = read_data(paths[0])
    settings: Mapping[str, Any] = content if isinstance(content, dict) else {}
    general = Fields(settings.get("general") or {}, f"{paths[0]}.general", faults)
    grader = Fields(settings.get("autograder") or {}, f"{paths[0]}.autograder", faults)
    problems = [
        Fields(problem, f"{paths[0]}.problems[{number}]", faults)
        for number, problem in enumerate(settings.get("problems") or [])
    ]
    handin, most = general.text("handin_filename"), sum(problem.number("max_score") for problem in problems)
    if not handin or "/" in handin:
        faults.add(general.place, "handin_filename: expected the name of a file")
    if most <= 0:
        faults.add(f"{paths[0]}.problems", "expected problems with a max_score")
    return handin, most, grader.number("autograde_timeout", _SECONDS["autolab"])


def _installed(path: Path) -> list[str]:
    """Notes of what ``setup.sh`` installs, which is not run."""
    lines = path.read_text("utf-8", "replace").splitlines() if path.is_file() else []
    wanted = [line.strip() for line in lines if re.search(r"\b(apt|apt-get|pip3?|npm|conda)\b.*\binstall\b", line)]
    return [f"setup.sh is not run; it would: {line}" for line in wanted[:10]]


def _recognises(folder: Path) -> bool:
    return (folder / _ZIP).is_file() or bool(_kind(folder))


IMPORTER = Importer("foreign-grader", "graders of Gradescope, Autolab, Classroom 50 and exercism", read, _recognises)
