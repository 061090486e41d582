"""Parse YAML and keep the line of each value for messages; keys that stand twice are problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from harness.model.errors import SpecError

Key = str | int
KeyPath = tuple[Key, ...]


class Source(Struct, frozen=True):
    """A parsed YAML file: its plain value, and the line (from 1) of every path in it."""

    path: Path
    value: Any
    lines: dict[KeyPath, int]
    written: dict[KeyPath, str] = {}
    """What is neither text, list nor mapping, as it is written: ``2.50``, ``yes``, ``2024-01-01``."""
    problems: tuple[str, ...] = ()
    """A line for each key that stands twice, and for each tag that does not fit."""

    def at(self, key_path: KeyPath) -> str:
        """``specs/x/spec.yaml:41: cases[2].limits.cpu`` for a path, or for its nearest parent that the file has."""
        known = key_path
        while known and known not in self.lines:
            known = known[:-1]
        return f"{self.path}:{self.lines.get(known, 1)}: {dotted(key_path)}" if key_path else f"{self.path}:1"

    def written_keys(self, key_path: KeyPath) -> list[str]:
        """The keys that a mapping of the file has, in their order."""
        length = len(key_path) + 1
        return [str(path[-1]) for path in self.lines if len(path) == length and path[:-1] == key_path]


def with_case_list(source: Source) -> Source:
    """The source of a spec with a list in ``cases``, also where a single entry stands there without one."""
    cases = source.value.get("cases") if isinstance(source.value, dict) else None
    if not isinstance(cases, dict) or all(isinstance(entry, dict) for entry in cases.values()):
        return source

    def moved(key_path: KeyPath) -> KeyPath:
        return ("cases", 0, *key_path[1:]) if key_path[:1] == ("cases",) else key_path

    lines, written = ({moved(path): at for path, at in facts.items()} for facts in (source.lines, source.written))
    return replace(source, value={**source.value, "cases": [cases]}, lines=lines, written=written)


def single_line(text: str) -> str:
    """The text on one line: what is no printable character by its number."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def dotted(key_path: KeyPath) -> str:
    """``("cases", 2, "limits")`` as ``cases[2].limits``."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in key_path)
    return text.removeprefix(".")


def read(path: Path) -> Source:
    """Parse the file; SpecError when it cannot be read, is not YAML or repeats a key."""
    source = parse(path)
    if source.problems:
        raise SpecError("\n".join(source.problems))
    return source


def parse(path: Path) -> Source:
    """Parse the file. Of a key that stands twice the last counts.

    What is not YAML and can mean one thing only is read as that, and is a problem; SpecError when the file cannot be
    read, or is not YAML in a way that leaves its meaning open.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    return parse_text(path, text)


def parse_text(path: Path, text: bytes) -> Source:
    """As ``parse``, of a text; ``path`` is how messages name it."""
    source, failure = _parsed(path, text)
    if source is not None:
        return source
    from harness.spec.yaml.recovery import recover  # noqa: PLC0415 - only an error needs it

    recovery = recover(text, failure, lambda mended: _parsed(path, mended))
    problems = [single_line(f"{path}{fault.where}: not valid YAML: {fault.message}") for fault in recovery.faults]
    meant: Source | None = recovery.source
    if meant is None:
        raise SpecError("\n".join(problems))
    return replace(meant, problems=(*problems, *meant.problems))


def _parsed(path: Path, text: bytes) -> tuple[Source | None, Exception | None]:
    """The parsed text, or what PyYAML raised."""
    import yaml  # noqa: PLC0415 - a spec that was read before takes no parser

    from harness.spec.yaml.node_values import Reader, loader, unused_anchors  # noqa: PLC0415

    reader = Reader(path, loader(yaml)(text))
    try:
        root = reader.loader.get_single_node()
        value = None if root is None else reader.value(root, ())
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError) as error:  # PyYAML's on a bad tag
        return None, error
    finally:
        reader.loader.dispose()
    return Source(path, value, reader.lines, reader.written, (*reader.problems, *unused_anchors(path, text))), None


def with_written_keys(source: Source, *key_paths: KeyPath) -> Source:
    """The source with the keys of these mappings as they are written: a student's number ``0102`` is no number.

    ``"*"`` in a path stands for any key.
    """
    value = source.value
    for path in source.lines:
        if any(_fits(path, pattern) for pattern in key_paths):
            value = _with_text_keys(source, value, path)
    return structs.replace(source, value=value)


def _fits(path: KeyPath, pattern: KeyPath) -> bool:
    return len(path) == len(pattern) and all(part in ("*", key) for key, part in zip(path, pattern, strict=True))


def _with_text_keys(source: Source, value: Any, path: KeyPath) -> Any:
    """The value with the keys of the mapping at a path as they are written."""
    return _rebuilt(source, value, (), path)


def _rebuilt(source: Source, value: Any, at: KeyPath, path: KeyPath) -> Any:
    if not isinstance(value, dict):
        return value
    if at == path:
        written = [keys[-1] for keys in source.lines if len(keys) == len(path) + 1 and keys[:-1] == path]
        return dict(zip(written, value.values(), strict=True)) if len(written) == len(value) else value
    return {
        key: _rebuilt(source, item, (*at, key), path) if (*at, key) == path[: len(at) + 1] else item
        for key, item in value.items()
    }
