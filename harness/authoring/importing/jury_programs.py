"""The programs in ``submissions`` of a problem package as programs that prove the spec, each held to its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from harness.authoring.importing.package import Faults
from harness.language import language_of

_FOLDER, _SETTINGS = "submissions", "submissions.yaml"
_LEGACY = ("", "legacy", "legacy-icpc")
_WRONG = {
    "wrong_answer": ["WA"],
    "time_limit_exceeded": ["TLE"],
    "run_time_error": ["RTE"],
    "brute_force": ["RTE", "TLE"],
    "rejected": ["WA", "RTE", "TLE"],
}
"""Folder -> one of these verdicts comes at least once, and, but where more is said below, no other but accepted."""
_ALSO_IN_LEGACY = {"time_limit_exceeded": ["WA"], "run_time_error": ["WA", "TLE"]}
_FOR_PEOPLE = {"authors", "model_solution"}


class JuryPrograms:
    """What ``accepted``, ``mutants`` and ``mutants.yaml`` beside the spec are made of."""

    def __init__(self, source: Path, version: str, clause: str, faults: Faults) -> None:
        """Read the programs; ``clause``: what the wrong ones must lose."""
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self._legacy = version in _LEGACY
        self._wrong: dict[str, Any] = {}
        self._right = 0
        folder = source / _FOLDER
        if not folder.is_dir():
            return
        if _changes_verdicts(folder / _SETTINGS):
            self.notes.append(f"{_FOLDER}: not read, as {_SETTINGS} changes what is asked of them")
            return
        for kind in sorted(path for path in folder.iterdir() if path.is_dir()):
            self._kind(kind, clause, source, faults)
        if self._wrong:
            self.files["mutants.yaml"] = yaml.safe_dump({"mutants": self._wrong}, sort_keys=False).encode()
        self.notes.append(f"{_FOLDER}: {self._right} right and {len(self._wrong)} wrong programs for harness verify")

    def _kind(self, kind: Path, clause: str, source: Path, faults: Faults) -> None:
        if kind.name != "accepted" and kind.name not in _WRONG:
            self.notes.append(f"{_FOLDER}/{kind.name}: not read, this verdict cannot be expressed")
            return
        for program in sorted(path for path in kind.iterdir() if path.name[0] not in "._"):
            place = f"{_FOLDER}/{kind.name}/{program.name}"
            content = dict(_content(program, source, faults))
            if not any(language_of(name) for name in content):
                self.notes.append(f"{place}: not read, its language is not known")
            elif kind.name == "accepted":
                self._right += 1
                self._add(f"accepted/{program.name}", content)
            else:
                name = f"{clause}-{kind.name}-{program.name}"
                self._wrong[name] = {"why": f"It is {place} of the package."} | self._verdicts(kind.name)
                self._add(f"mutants/{name}", content)

    def _verdicts(self, kind: str) -> dict[str, Any]:
        also = _ALSO_IN_LEGACY.get(kind, []) if self._legacy else []
        return {"permitted": [*_WRONG[kind], *also], "required": [*_WRONG[kind]]}

    def _add(self, folder: str, content: Mapping[str, bytes]) -> None:
        self.files |= {f"{folder}/{name}": text for name, text in content.items()}


def _content(program: Path, source: Path, faults: Faults) -> Iterator[tuple[str, bytes]]:
    """The files of a program, which is a file or a folder."""
    for path in sorted(program.rglob("*")) if program.is_dir() else [program]:
        if not path.resolve().is_relative_to(source.resolve()):
            faults.add(path, "a link that leads out of the package")
        elif path.is_file():
            yield path.relative_to(program if program.is_dir() else program.parent).as_posix(), path.read_bytes()


def _changes_verdicts(path: Path) -> bool:
    """Whether settings of the programs say more than who wrote them."""
    if not path.is_file():
        return False
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError):
        return True
    values = content.values() if isinstance(content, dict) else ()
    return not all(isinstance(value, dict) and set(value) <= _FOR_PEOPLE for value in values)
