"""An assignment as an importer made it, and how it becomes a folder of specs."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import yaml
from msgspec import Struct, field

from harness.model.errors import UsageError
from harness.spec.format.folder import SPEC_FILE

_WIDTH = 140
_MOST_FILES, _DEEPEST, _LARGEST = 100_000, 60, 1 << 30
"""Files and folders in a folder that is imported, folders in folders, and bytes of a file: no course keeps more."""
ANY_STATUS = [*range(256)]
"""Every exit status, also that of an exception that nobody catches."""
_LONGEST_FAULT = 300
"""Characters of what is said about a feature, which may quote a file of somebody else's."""


class Package(Struct, frozen=True):
    """An assignment: what ``spec.yaml`` says, and the files beside it."""

    spec: Mapping[str, Any]
    """The keys of ``spec.yaml``, in their order."""
    files: Mapping[str, bytes | Path] = field(default_factory=dict)
    """Name below the spec's folder -> content, or the file to copy, which may be large."""
    notes: Sequence[str] = ()
    """What a person should know, such as a tool that the machine must have."""
    executable: Sequence[str] = ()
    """The files that can be started."""


class Tagged(Struct, frozen=True):
    """A value of a spec that YAML has no form for: ``!tuple [1, 2]``."""

    tag: str
    content: Any


class Faults:
    """The features of a package that cannot be expressed, each with its place, reported all at once."""

    def __init__(self) -> None:
        """None so far."""
        self.lines: list[str] = []

    def add(self, place: str | Path, text: str) -> None:
        """Add a feature: ``place`` names the file, and the key or the line in it."""
        self.lines.append(f"{place}: {text[:_LONGEST_FAULT]}")

    def stop(self) -> None:
        """Raise a UsageError with a line for each feature; do nothing if there is none."""
        if self.lines:
            raise UsageError("\n".join(self.lines))


class UniqueNames:
    """Names of cases or clauses made of texts for people; each comes once."""

    def __init__(self) -> None:
        """No name is taken."""
        self._taken: set[str] = set()

    def of(self, text: str, default: str) -> str:
        """``Prints "hello", twice`` -> ``prints-hello-twice``; a number after it where that is taken."""
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or default
        stem = stem if stem[:1].isalpha() else f"{default}-{stem}"
        name, number = stem, 1
        while name in self._taken:
            number += 1
            name = f"{stem}-{number}"
        self._taken.add(name)
        return name


def check_source(source: Path) -> None:
    """Raise UsageError where a folder holds what must not be read into a course: a link out of it, a device, a pipe.

    ``.git`` is not looked at.
    """
    root, count = source.resolve(), 0
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name != ".git"]
        count += len(folders) + len(names)
        if count > _MOST_FILES or len(Path(folder).relative_to(source).parts) > _DEEPEST:
            raise UsageError(f"{folder}: too many files, or folders in folders")
        for path in (Path(folder, name) for name in (*folders, *names)):
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                raise UsageError(f"{path}: a link that leads out of the folder")
            if not (path.is_dir() or path.is_file() or path.is_symlink()):
                raise UsageError(f"{path}: neither a file nor a folder")
            if path.is_file() and path.stat().st_size > _LARGEST:
                raise UsageError(f"{path}: a file of more than {_LARGEST >> 30} GiB")


def write_package(package: Package, folder: Path, *, is_kept: bool = True) -> Path:
    """Write the spec and its files into a new folder; return the path of the spec.

    ``is_kept``: False for a folder of one run, in which files may be links to the package's own.

    Raises:
        UsageError: when an assignment is there already, or a file would lie outside of the folder.

    """
    spec = folder / SPEC_FILE
    if spec.exists():
        raise UsageError(f"{spec} is there already; give another id with --id, or remove it")
    for name, content in package.files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise UsageError(f"{name}: a file of a package must lie in its folder")
        (folder / path.parent).mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            _place(content, folder / path, may_link=not is_kept and name not in package.executable)
        else:
            (folder / path).write_bytes(content)
        if name in package.executable:
            (folder / path).chmod(0o755)
    folder.mkdir(parents=True, exist_ok=True)
    spec.write_text(spec_text(package), encoding="utf-8")
    return spec


def _place(source: Path, target: Path, *, may_link: bool) -> None:
    """Copy a file, or link it where that can be: test data may be half a gigabyte."""
    if may_link:
        with contextlib.suppress(OSError):
            target.hardlink_to(source)
            return
    shutil.copyfile(source, target)


def spec_text(package: Package) -> str:
    """The text of ``spec.yaml``."""
    return yaml.dump(package.spec, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as blocks, and no anchors."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        """Write what comes twice twice."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text.strip("\n") else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    numbers = all(isinstance(item, int) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=numbers)


def _tagged(dumper: yaml.SafeDumper, value: Tagged) -> yaml.Node:
    node: yaml.Node = dumper.represent_data(value.content)
    node.tag = value.tag
    return node


_Dumper.add_representer(Tagged, _tagged)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
