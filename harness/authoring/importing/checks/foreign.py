"""A grader of another system decides, beside the student's program in the sandbox; made by harness import.

As a program it starts the grader and prints what that left; as ``checks.py`` it reads the points in it.
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from harness.model.finding import Finding
    from harness.model.run import Run

_HERE = Path(__file__).resolve().parent
_SOURCE = _HERE / "source"
_ROOT = re.compile(rb"(?<![\w./-])/autograder(?=[/\s\"';]|$)", re.MULTILINE)
_LARGEST, _SHOWN, _MOST_SHOWN = 1 << 20, 500, 20
_RESULTS = ("results/results.json", "result.json", "output/results.json")


class Points(NamedTuple):
    """What a grader gave."""

    share: float
    """The part of all points, from 0 to 1."""
    failed: list[str]
    """A line for each test that failed."""


def foreign_grader(run: "Run", expected: bytes | None, most: float = 0) -> "Iterator[Finding]":
    """Take over the points of the grader; ``most``: all points, where its results do not say so.

    Raises:
        RuntimeError: when it left no results that can be read, so that a person has to look.

    """
    from harness.model.finding import Finding  # noqa: PLC0415 - the started program does without

    left = json.loads(run.stdout or b"{}")
    results, said = str(left.get("results", "")), str(left.get("said", ""))[-_SHOWN:]
    try:
        points = _points(results, most)
    except (ValueError, TypeError, AttributeError, KeyError, ET.ParseError) as error:
        raise RuntimeError(f"the foreign grader left no results that can be read ({error}); it says: {said}") from None
    lines = points.failed[:_MOST_SHOWN] or ["no test is named"]
    if points.share < 1:
        for line in lines:
            yield Finding(f"judged by the foreign grader: {line[:_SHOWN]}", kept=points.share)


def _points(results: str, most: float) -> Points:
    if results.lstrip().startswith("<"):
        return _of_junit(results)
    content = json.loads(results)
    if "scores" in content:
        scores = {str(name): float(score) for name, score in content["scores"].items()}
        return _share(sum(scores.values()), most, [f"{name}: {score:g} points" for name, score in scores.items()])
    if str(content.get("schema", "")).startswith("classroom50/"):
        failed = [str(test.get("test-name")) for test in content.get("tests", []) if not test.get("passed")]
        return _share(float(content["score"]), float(content["max-score"]), failed)
    if "version" in content and "status" in content:
        tests = content.get("tests") or []
        failed = [f"{test['name']}: {test.get('message') or ''}" for test in tests if test["status"] != "pass"]
        if content["status"] == "error":
            return Points(0, [str(content.get("message") or "the tests could not be run")])
        return _share(len(tests) - len(failed), len(tests), failed)
    return _of_gradescope(content, most)


def _of_gradescope(content: dict[str, Any], most: float) -> Points:
    tests = content.get("tests") or []
    scores = [(float(test.get("score") or 0), float(test.get("max_score") or 0)) for test in tests]
    failed = [
        "a hidden test" if _is_hidden(test, content) else f"{test.get('name', 'a test')}: {test.get('output') or ''}"
        for test, (score, largest) in zip(tests, scores, strict=True)
        if score < largest or test.get("status") == "failed"
    ]
    stated = content.get("score")
    total = sum(score for score, _ in scores) if stated is None else float(stated)
    return _share(total, most or sum(largest for _, largest in scores), failed)


def _is_hidden(test: dict[str, Any], content: dict[str, Any]) -> bool:
    return str(test.get("visibility", content.get("visibility", "visible"))) != "visible"


def _of_junit(results: str) -> Points:
    if "<!DOCTYPE" in results or "<!ENTITY" in results:
        raise ValueError("its XML has declarations")
    cases = list(ET.fromstring(results).iter("testcase"))  # noqa: S314 - without declarations nothing expands
    faults = [(case, case.find(tag)) for case in cases for tag in ("failure", "error", "skipped")]
    failed = [f"{case.get('name')}: {fault.get('message') or ''}" for case, fault in faults if fault is not None]
    return _share(len(cases) - len(failed), len(cases), failed)


def _share(points: float, most: float, failed: list[str]) -> Points:
    if not (most > 0 and math.isfinite(points)):
        raise ValueError(f"{points:g} points of {most:g}")
    return Points(min(1.0, max(0.0, points / most)), failed)


def start() -> None:
    """Start the grader over the files in this folder, and print what it left."""
    settings = json.loads((_HERE / "settings.json").read_text("utf-8"))
    work = Path("graded").resolve()
    students = [path for path in sorted(Path.cwd().iterdir()) if path != _HERE]
    for path in _HERE.rglob("*"):
        if path.is_file() and path.read_bytes().startswith(b"#!"):
            path.chmod(0o755)
    command, folder = _LAID_OUT[settings["kind"]](work, students, settings)
    with (_HERE / "said").open("w+b") as said:
        subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
        said.seek(max(0, said.tell() - _LARGEST))
        text = said.read().decode(errors="replace")
    paths = [*(work / name for name in _RESULTS), *sorted(work.glob("**/*.xml"))]
    files = [path.read_bytes()[:_LARGEST].decode(errors="replace") for path in paths if path.is_file()]
    lines = [line for line in text.splitlines() if line.startswith("{")]
    results = next(iter(files), lines[-1] if lines else "")
    json.dump({"results": results, "said": text[-_SHOWN:]}, sys.stdout)


def _copied(students: list[Path], folder: Path) -> Path:
    folder.mkdir(parents=True)
    for path in students:
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, folder / path.name)
    return folder


def _gradescope(work: Path, students: list[Path], _settings: dict[str, Any]) -> tuple[list[str], Path]:
    """As in its container, except for the place of ``/autograder``."""
    _copied(students, work / "submission")
    shutil.copytree(_SOURCE, work / "source")
    (work / "results").mkdir()
    people: dict[str, Any] = {"users": [], "assignment": {}, "previous_submissions": []}
    (work / "submission_metadata.json").write_text(json.dumps(people), "utf-8")
    for path in (work / "source").rglob("*"):
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            path.write_bytes(_ROOT.sub(os.fsencode(work), content))
    shutil.copy2(work / "source/run_autograder", work)
    return ["./run_autograder"], work


def _autolab(work: Path, students: list[Path], settings: dict[str, Any]) -> tuple[list[str], Path]:
    """One file is handed in there; several are an archive."""
    work.mkdir()
    shutil.copy2(_SOURCE / "autograde.tar", work)
    shutil.copy2(_SOURCE / "autograde-Makefile", work / "Makefile")
    name = settings["handin"]
    named = next((path for path in students if path.name == name), students[0] if len(students) == 1 else None)
    if named is not None:
        shutil.copy2(named, work / name)
    else:
        with tarfile.open(work / name, "w:gz" if name.endswith("gz") else "w") as archive:
            for path in students:
                archive.add(path, path.name)
    return ["make"], work


def _classroom50(work: Path, students: list[Path], _settings: dict[str, Any]) -> tuple[list[str], Path]:
    names = ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL", "USERNAME")
    os.environ.update(dict.fromkeys(names, "local"))
    return [sys.executable, str(_SOURCE / "autograder.py")], _copied(students, work)


def _exercism(work: Path, students: list[Path], settings: dict[str, Any]) -> tuple[list[str], Path]:
    _copied(students, work / "solution")
    (work / "output").mkdir()
    return [str(_SOURCE / "bin/run.sh"), settings["title"], f"{work}/solution/", f"{work}/output/"], _SOURCE


_LAID_OUT = {"gradescope": _gradescope, "autolab": _autolab, "classroom50": _classroom50, "exercism": _exercism}

if __name__ == "__main__":
    start()
