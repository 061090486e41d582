"""The programs in ``submissions`` of a problem package as programs that prove the spec, each held to its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.included_files import Constants
from harness.authoring.importing.contest_packages.labels import Label, Labels, Unlabelled
from harness.authoring.importing.package import Faults
from harness.language import language_of

_FOLDER = "submissions"
ACCEPTED = "accepted"
LEAST = 0.0001
"""Points above none."""


class JuryPrograms:
    """What ``accepted``, ``mutants`` and ``mutants.yaml`` beside the spec are made of."""

    def __init__(
        self,
        source: Path,
        version: str,
        clause: str,
        most: float | None,
        constants: Constants,
        faults: Faults,
        *,
        gives_scores: bool = False,
    ) -> None:
        """Read the programs; ``clause``: what the wrong ones must lose.

        ``most``: in scoring problems what can be earned; a wrong program may then lose any clause. Where the validator
        ``gives_scores``, a right program may earn a part.
        """
        self._most, self._gives_scores = most, gives_scores
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self._wrong: dict[str, Any] = {}
        self._right: set[str] = set()
        folder = source / _FOLDER
        if not folder.is_dir():
            return
        labels = Labels(folder, version, most)
        for program in sorted(path for path in folder.glob("*/*") if path.name[0] not in "._"):
            content = _content(program, source, faults)
            self._program(program, labels, clause, {name: constants.fill_in(text) for name, text in content})
        if self._wrong:
            self.files["mutants.yaml"] = yaml.safe_dump({"mutants": self._wrong}, sort_keys=False).encode()
        self.notes.append(
            f"{_FOLDER}: {len(self._right)} right and {len(self._wrong)} wrong programs for harness verify"
        )

    def _program(self, program: Path, labels: Labels, clause: str, content: Mapping[str, bytes]) -> None:
        kind = program.parent.name
        place = f"{_FOLDER}/{kind}/{program.name}"
        if not any(language_of(name) for name in content):
            self.notes.append(f"{place}: not read, its language is not known")
            return
        try:
            label = labels.of(kind, program.name, content.values())
        except Unlabelled as reason:
            self.notes.append(f"{place}: not read, {reason}")
            return
        if self._gives_scores and label.is_right and label.score is None:
            label = replace(label, score=(LEAST, self._most or 0))
        elif label.is_right and (label.score is None or kind == ACCEPTED):
            name = program.name if program.name not in self._right else f"{kind}-{program.name}"
            self._right.add(name)
            self._add(f"accepted/{name}", content)
            return
        name = f"{clause}-{kind}-{program.name}"
        scored = None if self._most is None else [*(label.score or (0, self._most))]
        score = {} if scored is None else {"score": scored}
        self._wrong[name] = {"why": f"It is {place} of the package."} | _verdicts(label) | score
        self._add(f"mutants/{name}", content)

    def _add(self, folder: str, content: Mapping[str, bytes]) -> None:
        self.files |= {f"{folder}/{name}": text for name, text in content.items()}


def _verdicts(label: Label) -> dict[str, Any]:
    order = ("WA", "RTE", "TLE")
    return {
        key: [verdict for verdict in order if verdict in verdicts]
        for key, verdicts in (("permitted", label.permitted), ("required", label.required))
    }


def _content(program: Path, source: Path, faults: Faults) -> Iterator[tuple[str, bytes]]:
    """The files of a program, which is a file or a folder."""
    for path in sorted(program.rglob("*")) if program.is_dir() else [program]:
        if not path.resolve().is_relative_to(source.resolve()):
            faults.add(path, "a link that leads out of the package")
        elif path.is_file():
            name = path.relative_to(program if program.is_dir() else program.parent).as_posix()
            yield re.sub(r"\.py3$", ".py", name), path.read_bytes()
