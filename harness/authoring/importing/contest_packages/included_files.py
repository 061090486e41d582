"""What a package asks of programs by language: which it takes, what it puts beside them; constants in its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from harness.authoring.importing.fields import Fields
from harness.authoring.importing.package import Faults
from harness.language import language_words, languages

_FOLDER = "include"
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
    source: Path, constants: Constants, taken: str, faults: Faults
) -> tuple[Mapping[str, Any], dict[str, bytes], list[str]]:
    """Read ``include``; ``taken``: the one language of the spec, or ``any``.

    Returns:
        The keys of the spec, the files beside it, and the languages that are not known here, for a note.

    """
    keys: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    folders = sorted(path for path in (source / _FOLDER).glob("*") if path.is_dir())
    unknown = []
    everywhere: dict[str, Any] = {}
    for folder in sorted(folders, key=lambda path: path.name != _FOR_ALL):
        language = language_words().get(_CODES.get(folder.name, folder.name), "")
        if not language and folder.name != _FOR_ALL:
            unknown.append(f"{_FOLDER}/{folder.name}: not read, its language is not known")
            continue
        given: dict[str, Any] = {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if not path.resolve().is_relative_to(source.resolve()):
                faults.add(path, "a link that leads out of the package")
                continue
            name = path.relative_to(folder).as_posix()
            files[f"{_FOLDER}/{folder.name}/{name}"] = constants.fill_in(path.read_bytes())
            given[name] = {"file": f"{_FOLDER}/{folder.name}/{name}"}
        if folder.name == _FOR_ALL:
            everywhere = given
        elif taken == "any":
            keys.setdefault("given_for", {})[language] = given
        elif taken == language:
            everywhere = everywhere | given
    return ({"given": everywhere} if everywhere else {}) | keys, files, unknown
