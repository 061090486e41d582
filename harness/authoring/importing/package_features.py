"""Find what a problem package of a contest judge asks for beyond pairs of input and expected output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.authoring.importing.fields import read_data
from harness.model.errors import UsageError

_KATTIS = "; use harness import kattis FOLDER"
_DMOJ = "; use harness import dmoj FOLDER"
_GROUP_FILES = ("testdata.yaml", "test_group.yaml")
_VALIDATOR_FOLDERS = ("output_validators", "output_validator", "interactors")
_PLAIN_TYPES = {"", "pass-fail"}
_READ_BY_KATTIS = {"interactive", "scoring", "multi-pass"}
_DMOJ_KEYS = ("archive", "checker", "generator", "interactive", "signature_grader", "batched", "custom_judge")
_INI_KEYS = ("special_compare", "special_run")


def refuse_what_pairs_lose(folder: Path) -> None:
    """Do nothing for plain pairs.

    Raises:
        UsageError: with a line for each feature that pairs would lose, and the importer that reads it, if there is one.

    """
    problems = [*_kattis_features(folder), *_dmoj_features(folder)]
    if problems:
        raise UsageError("\n".join(problems))


def _kattis_features(folder: Path) -> Iterator[str]:
    settings = _mapping(folder / "problem.yaml")
    declared = settings.get("type", "")
    types = set(declared if isinstance(declared, list) else str(declared).split()) - _PLAIN_TYPES
    if types:
        advice = _KATTIS if types <= _READ_BY_KATTIS else ""
        yield _line(folder / "problem.yaml", f"type: {' '.join(sorted(map(str, types)))}", advice)
    if str(settings.get("validation", "default")).split()[:1] == ["custom"]:
        yield _line(folder / "problem.yaml", f"validation: {settings['validation']}", _KATTIS)
    if settings.get("grading"):
        yield _line(folder / "problem.yaml", "grading")
    if settings.get("validator_flags"):
        yield _line(folder / "problem.yaml", "validator_flags", _KATTIS)
    yield from (
        _line(folder / name, "its own validator", _KATTIS) for name in _VALIDATOR_FOLDERS if (folder / name).is_dir()
    )
    yield from _groups(folder)
    yield from _ini_features(folder / "domjudge-problem.ini")


def _groups(folder: Path) -> Iterator[str]:
    for path in sorted((folder / "data").rglob("*.yaml")):
        if path.name in _GROUP_FILES:
            yield _line(path, "settings of a test group", _KATTIS)
    secret = folder / "data" / "secret"
    if (folder / "problem.yaml").is_file() and secret.is_dir():
        yield from (_line(path, "a test group", _KATTIS) for path in sorted(secret.iterdir()) if path.is_dir())


def _ini_features(path: Path) -> Iterator[str]:
    lines = path.read_text("utf-8", "replace").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        key = line.partition("=")[0].strip()
        if key in _INI_KEYS:
            yield _line(Path(f"{path}:{number}"), key)


def _dmoj_features(folder: Path) -> Iterator[str]:
    path = folder / "init.yml"
    for key in _keys(_mapping(path)):
        if key in _DMOJ_KEYS:
            yield _line(path, key, _DMOJ)


def _keys(value: object) -> Iterator[str]:
    """All keys at any depth, each once."""
    seen: dict[str, None] = {}
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, Mapping):
            seen |= dict.fromkeys(map(str, item))
            todo += item.values()
        elif isinstance(item, list):
            todo += item
    yield from seen


def _mapping(path: Path) -> Mapping[str, Any]:
    content = read_data(path) if path.is_file() else {}
    return content if isinstance(content, Mapping) else {}


def _line(path: Path, feature: str, advice: str = "") -> str:
    return f"{path}: {feature}: pairs of files would lose it{advice}"
