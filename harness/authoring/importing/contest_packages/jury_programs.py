"""What a package puts beside programs by language, constants in its texts, and its own programs that prove the spec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from harness.authoring.importing.contest_packages.labels import Label, Labels, Unlabelled
from harness.authoring.importing.fields import Fields, files_of
from harness.authoring.importing.package import Faults
from harness.language import language_of, language_words, languages

_INCLUDE = "include"
_FOR_ALL = "default"
_CODES = {"python3": "python", "python2": ""}
"""Codes of languages that are no words of ours; "" for those that nobody can hand in here."""
_SEQUENCE = re.compile(rb"\{\{([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?\}\}")
_VALUE = "value"


class Constants(Struct, frozen=True):
    """Names that stand for values in the texts of a package, ``{{name}}`` or ``{{name.variant}}``."""

    values: Mapping[tuple[str, str], bytes] = field(default_factory=dict)
    """Name and variant -> text."""

    @classmethod
    def read(cls, fields: Fields, faults: Faults) -> Constants:
        """Read ``constants``: name -> value, or name -> variant -> value."""
        values: dict[tuple[str, str], bytes] = {}
        for name, content in Fields(fields.raw("constants") or {}, f"{fields.place}.constants", faults).pairs():
            for variant, value in (content if isinstance(content, Mapping) else {_VALUE: content}).items():
                if isinstance(value, bool) or not isinstance(value, int | float | str):
                    faults.add(f"{fields.place}.constants.{name}", f"expected a number or a text, got {value!r}")
                values[name, str(variant)] = str(value).encode()
        return cls(values)

    def fill_in(self, text: bytes) -> bytes:
        """The text with the values; a name that is not known stays."""

        def value(match: re.Match[bytes]) -> bytes:
            variant = (match[2] or _VALUE.encode()).decode()
            return self.values.get((match[1].decode(), variant), match[0])

        return _SEQUENCE.sub(value, text) if self.values else text


def taken_languages(fields: Fields, clause: str, faults: Faults) -> dict[str, Any]:
    """Keys of the spec for ``languages``: a program in one that is not listed violates the clause.

    Codes that are not known here stand for languages in which nobody can hand in.
    """
    listed = fields.raw("languages")
    if listed in (None, "all", []):
        return {"language": "any"}
    codes = list(map(str, listed if isinstance(listed, list) else [listed]))
    names = {name for code in codes if (name := language_words().get(_CODES.get(code, code)))}
    if len(names) == 1:
        return {"language": names.pop()}
    if not names:
        faults.add(f"{fields.place}.languages", "none of them is known here")
        return {"language": "any"}
    taken = [suffix for name in sorted(names) for suffix in languages()[name].suffixes]
    others = {suffix for language in languages().values() for suffix in language.suffixes} - {*taken}
    required, forbidden = ("|".join(f"**/*{suffix}" for suffix in part) for part in (taken, sorted(others)))
    return {"language": "any", "files": {"clause": clause, "required": [required], "forbidden": [forbidden]}}


def included_files(
    source: Path, constants: Constants, taken: str
) -> tuple[Mapping[str, Any], dict[str, bytes], list[str]]:
    """Read ``include``; ``taken``: the one language of the spec, or ``any``.

    Returns:
        The keys of the spec, the files beside it, and the languages that are not known here, for a note.

    """
    keys: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    folders = sorted(path for path in (source / _INCLUDE).glob("*") if path.is_dir())
    unknown = []
    everywhere: dict[str, Any] = {}
    for folder in sorted(folders, key=lambda path: path.name != _FOR_ALL):
        language = language_words().get(_CODES.get(folder.name, folder.name), "")
        if not language and folder.name != _FOR_ALL:
            unknown.append(f"{_INCLUDE}/{folder.name}: not read, its language is not known")
            continue
        given: dict[str, Any] = {}
        for name, path in files_of(folder).items():
            files[f"{_INCLUDE}/{folder.name}/{name}"] = constants.fill_in(path.read_bytes())
            given[name] = {"file": f"{_INCLUDE}/{folder.name}/{name}"}
        if folder.name == _FOR_ALL:
            everywhere = given
        elif taken == "any":
            keys.setdefault("given_for", {})[language] = given
        elif taken == language:
            everywhere = everywhere | given
    return ({"given": everywhere} if everywhere else {}) | keys, files, unknown


_SUBMISSIONS = "submissions"
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
        folder = source / _SUBMISSIONS
        if not folder.is_dir():
            return
        labels = Labels(folder, version, most)
        for program in sorted(path for path in folder.glob("*/*") if path.name[0] not in "._"):
            content = _content(program, source, faults)
            self._program(program, labels, clause, {name: constants.fill_in(text) for name, text in content})
        if self._wrong:
            self.files["mutants.yaml"] = yaml.safe_dump({"mutants": self._wrong}, sort_keys=False).encode()
        self.notes.append(
            f"{_SUBMISSIONS}: {len(self._right)} right and {len(self._wrong)} wrong programs for harness verify"
        )

    def _program(self, program: Path, labels: Labels, clause: str, content: Mapping[str, bytes]) -> None:
        kind = program.parent.name
        place = f"{_SUBMISSIONS}/{kind}/{program.name}"
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
