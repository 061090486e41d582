"""A jury's labels of programs: by the folder, by ``submissions.yaml``, or by a tag of DOMjudge's in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct
from msgspec.structs import replace

from harness.authoring.importing.fields import read_data
from harness.model.errors import UsageError
from harness.model.patterns import matches

_SETTINGS = "submissions.yaml"
LEGACY = ("", "legacy", "legacy-icpc")
"""The versions of the oldest format."""
_FOLDERS = {
    "accepted": ["AC"],
    "wrong_answer": ["WA"],
    "time_limit_exceeded": ["TLE"],
    "run_time_error": ["RTE"],
    "brute_force": ["RTE", "TLE"],
    "rejected": ["WA", "RTE", "TLE"],
}
"""Folder -> one of these verdicts comes at least once, and, but where more is said below, no other but accepted."""
_PARTLY_RIGHT = "partially_accepted"
"""The folder of those that earn less than all points."""
_ALSO_IN_LEGACY = {"time_limit_exceeded": ["WA"], "run_time_error": ["WA", "TLE"]}
_NO_VERDICT = {"authors", "model_solution", "use_for_time_limit", "language", "entrypoint"}
_ANY = frozenset({"AC", "WA", "TLE", "RTE"})
_TAG = re.compile(rb"@EXPECTED_RESULTS@:[ \t]*([A-Z_, \t-]+)")
_SCORE_TAG = re.compile(rb"@EXPECTED_SCORE@:[ \t]*([0-9.]+)")
_ROUNDING = 0.01
_OF_DOMJUDGE = {
    "ACCEPTED": "AC", "CORRECT": "AC", "WRONG-ANSWER": "WA", "NO-OUTPUT": "WA", "TIMELIMIT": "TLE",
    "TIME-LIMIT-EXCEEDED": "TLE", "RUN-ERROR": "RTE", "RUN-TIME-ERROR": "RTE", "OUTPUT-LIMIT": "RTE",
    "MEMORY-LIMIT": "RTE",
}  # fmt: skip


def is_of_domjudge(package: Path) -> bool:
    """Whether a package is written for DOMjudge, by its settings or by the scores that its programs are tagged with."""
    if (package / "domjudge-problem.ini").is_file():
        return True
    programs = (path for path in package.glob("submissions/*/*") if path.is_file())
    return any(_SCORE_TAG.search(path.read_bytes()) for path in programs)


class Label(Struct, frozen=True):
    """What a program's cases may come to, and what at least one must."""

    permitted: frozenset[str]
    required: frozenset[str] = _ANY
    score: tuple[float, float] | None = None
    """The least and the most points, where they are stated."""

    @property
    def is_right(self) -> bool:
        """Whether it must pass every case."""
        return self.permitted <= {"AC"}

    @property
    def is_wrong(self) -> bool:
        """Whether it must fail a case."""
        return "AC" not in self.required


class Unlabelled(Exception):
    """Nothing can be asked of a program; the message says why."""


class Labels:
    """The labels of all programs of a package."""

    def __init__(self, folder: Path, version: str, most: float | None = None) -> None:
        """Read ``submissions.yaml`` in the folder, if it is there; one that cannot be read speaks for no program.

        ``most``: what can be earned in a scoring problem.
        """
        self._most = most
        self._legacy = version in LEGACY
        path = folder / _SETTINGS
        self._settings: Mapping[str, Any] | None = {}
        try:
            content = read_data(path) if path.is_file() else {}
            self._settings = content if isinstance(content, dict) else None
        except (UsageError, yaml.YAMLError):
            self._settings = None

    def of(self, kind: str, name: str, sources: Iterable[bytes]) -> Label:
        """The label of a program in a folder.

        Raises:
            Unlabelled: when it may pass or fail, or something is asked that cannot be expressed.

        """
        sources = list(sources)
        tags = [tag for source in sources for tag in _TAG.findall(source)]
        label = _tagged(tags[0]) if tags else self._by_settings(kind, name, self._of_folder(kind))
        scores = [float(score) for source in sources for score in _SCORE_TAG.findall(source)]
        if kind == _PARTLY_RIGHT and self._most and label.score is None:
            label = replace(label, score=(0, self._most - 2 * _ROUNDING))
        if scores:
            label = replace(label, score=(scores[0] - _ROUNDING, scores[0] + _ROUNDING))
        if not (label.is_right or label.is_wrong or label.score):
            raise Unlabelled("it may pass or fail")
        return label

    def _of_folder(self, kind: str) -> Label:
        if kind not in _FOLDERS:
            return Label(_ANY)
        required = _FOLDERS[kind]
        also = _ALSO_IN_LEGACY.get(kind, []) if self._legacy else []
        return Label(frozenset({"AC", *required, *also}), frozenset(required))

    def _by_settings(self, kind: str, name: str, label: Label) -> Label:
        if self._settings is None:
            raise Unlabelled(f"{_SETTINGS} cannot be read")
        for pattern, values in self._settings.items():
            if not any(matches(path, each) for each in _expanded(str(pattern)) for path in (kind, f"{kind}/{name}")):
                continue
            asked = values if isinstance(values, dict) else {"": values}
            unknown = set(asked) - _NO_VERDICT - {"permitted", "required", "score"}
            if unknown:
                raise Unlabelled(f"{_SETTINGS} asks for {' and '.join(sorted(map(str, unknown)))}")
            permitted = frozenset(map(str, asked.get("permitted") or label.permitted))
            required = frozenset(map(str, asked.get("required") or label.required))
            overridden = str(pattern) == kind and kind in _FOLDERS
            score = _range(asked["score"]) if "score" in asked else label.score
            label = Label(permitted if overridden else permitted & label.permitted, required, score)
        return replace(label, required=label.required & label.permitted)


def _range(score: Any) -> tuple[float, float]:
    """One number, or the least and the most."""
    low, high = score if isinstance(score, list) else (score, score)
    return float(low) - _ROUNDING, float(high) + _ROUNDING


def _tagged(tag: bytes) -> Label:
    """One of several results may be named: at least one case must come to it."""
    words = [word.strip().replace("_", "-") for word in tag.decode().split(",")]
    unknown = [word for word in words if word not in _OF_DOMJUDGE]
    if unknown:
        raise Unlabelled(f"it asks for {' and '.join(unknown)}")
    results = frozenset(_OF_DOMJUDGE[word] for word in words)
    return Label(results if results == {"AC"} else _ANY, results)


def _expanded(pattern: str) -> Iterator[str]:
    """``a.{py,c}`` as ``a.py`` and ``a.c``."""
    braces = re.search(r"\{([^{}]*)\}", pattern)
    if braces is None:
        yield pattern
        return
    for choice in braces[1].split(","):
        yield from _expanded(pattern[: braces.start()] + choice.strip() + pattern[braces.end() :])
