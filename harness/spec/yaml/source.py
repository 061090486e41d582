"""Parse YAML and keep the line of each value for messages; keys that occur twice are problems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, structs
from msgspec.structs import replace

from harness.model.errors import SpecError
from harness.model.patterns import lazy_regex
from harness.spec.yaml.location import KeyPath, Location, Problem, single_line
from harness.spec.yaml.positions import Positions

_LARGEST = 16 * 1024**2
"""Bytes of a file."""
_MOST_EVENTS = 2_000_000
"""Beginnings, ends and texts that a file may hold: a class of ten thousand has some hundred thousand."""
DEEPEST = 60
"""Lists and mappings in one another: PyYAML takes a time that grows with the square of brackets that stand open."""
_SMALL = 128 * 1024
_FEW_BRACKETS = 1000
_COMPACT = lazy_regex(rb"(?:[-?][ \t]+){60}")
"""Lists in one another on one line: its library in C calls itself for each until the stack is full."""


class Source(Struct, frozen=True):
    """A parsed YAML file: its plain value, and where each part of it stands."""

    path: Path
    value: Any
    positions: Positions
    problems: tuple[Problem, ...] = ()
    """One for each key that occurs twice, and for each tag that does not fit."""
    case_alone: bool = False
    """Whether the list in ``cases`` is a single entry that stands there without one."""

    def line(self, key_path: KeyPath) -> int | None:
        """The line of a path, from 1; None if the file does not have it."""
        position = self._in_file(key_path)
        return None if position is None else self.positions.line(position)

    def written(self, key_path: KeyPath) -> str | None:
        """What is neither text, list nor mapping, as it is written: ``2.50``, ``yes``, ``2024-01-01``; else None."""
        position = self._in_file(key_path)
        return None if position is None else self.positions.written(position)

    def at(self, key_path: KeyPath) -> Location:
        """Where a path stands: its line, or that of its nearest parent that the file has."""
        line, known = None if key_path else 1, key_path
        while line is None and known:
            line, known = self.line(known), known[:-1]
        return Location(self.path, line or self.line(()) or 1, key_path)

    def written_keys(self, key_path: KeyPath) -> list[str]:
        """The keys that a mapping of the file has, in their order."""
        position = self._in_file(key_path)
        return [] if position is None else self.positions.keys(position)

    def _in_file(self, key_path: KeyPath) -> KeyPath | None:
        """The path as the file has it."""
        if not self.case_alone or key_path[:1] != ("cases",):
            return key_path
        return ("cases", *key_path[2:]) if key_path[1:2] == (0,) else None


def with_case_list(source: Source) -> Source:
    """The source of a spec with a list in ``cases``, also where a single entry stands there without one."""
    cases = source.value.get("cases") if isinstance(source.value, dict) else None
    if not isinstance(cases, dict) or all(isinstance(entry, dict) for entry in cases.values()):
        return source
    return replace(source, value={**source.value, "cases": [cases]}, case_alone=True)


def read(path: Path) -> Source:
    """Parse the file; SpecError when it cannot be read, is not YAML or repeats a key."""
    source = parse(path)
    if source.problems:
        raise SpecError("\n".join(map(str, source.problems)))
    return source


def parse(path: Path) -> Source:
    """Parse the file. Of a key that occurs twice the last counts.

    What is not YAML and can mean one thing only is read as that, and is a problem; SpecError when the file cannot be
    read, or is not YAML in a way that leaves its meaning open.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST + 1)
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}") from None
    return parse_text(path, text)


def parse_text(path: Path, text: bytes) -> Source:
    """As ``parse``, of a text; ``path`` is how messages name it."""
    if len(text) > _LARGEST:
        raise SpecError(f"{path}: this is larger than {_LARGEST // 1024**2} MiB")
    source, failure = _parsed(path, text)
    if source is not None:
        return source
    _check_size(path, text)
    from harness.spec.yaml.recovery import recover  # noqa: PLC0415 - only an error needs it

    recovery = recover(text, failure, lambda fixed: _parsed(path, fixed))
    problems = [Problem(fault.location(path), f"not valid YAML: {fault.message}") for fault in recovery.faults]
    meant: Source | None = recovery.source
    if meant is None:
        raise SpecError("\n".join(map(str, problems)))
    return replace(meant, problems=(*problems, *meant.problems))


def bounded_events(path: Path, text: bytes) -> Iterator[Any]:
    """Yield what PyYAML reads, piece by piece, as nothing of its own is bounded.

    Raises:
        SpecError: where lists and mappings are nested too deeply, or there is too much.
        yaml.YAMLError: if it is no YAML.

    """
    import yaml  # noqa: PLC0415 - see _parsed

    depth = 0
    for number, event in enumerate(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST or number > _MOST_EVENTS:
            line = 0 if event.start_mark is None else event.start_mark.line
            raise SpecError(f"{path}:{line + 1}: nested too deeply or too large")
        yield event


def _check_size(path: Path, text: bytes) -> None:
    """SpecError where it would take long to find out what a faulty text may mean."""
    if len(text) > _SMALL or text.count(b"[") + text.count(b"{") > _FEW_BRACKETS or _COMPACT.search(text):
        import yaml  # noqa: PLC0415 - see _parsed

        try:
            for _ in bounded_events(path, text):
                pass
        except yaml.YAMLError as error:
            if len(text) > _SMALL:  # it is not tried what may be meant
                raise SpecError(single_line(f"{path}:{_line_of(error)}: not valid YAML")) from None
        except (ValueError, LookupError) as error:
            raise SpecError(single_line(f"{path}: not valid YAML: {error!s:.200}")) from None


def _line_of(error: Exception) -> int:
    mark = getattr(error, "problem_mark", None)
    return 1 if mark is None else int(mark.line) + 1


def _parsed(path: Path, text: bytes) -> tuple[Source | None, Exception | None]:
    """The parsed text, or what PyYAML raised."""
    import yaml  # noqa: PLC0415 - a spec that was read before takes no parser

    from harness.spec.yaml.node_values import Reader, loader, unused_anchors  # noqa: PLC0415

    reader = Reader(path, loader(yaml, path)(text))
    try:
        root = reader.loader.get_single_node()
        value = None if root is None else reader.value(root, ())
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError) as error:  # PyYAML's on a bad tag
        return None, error
    finally:
        reader.loader.dispose()
    positions = Positions(root, reader.written, reader.merged)
    return Source(path, value, positions, (*reader.problems, *unused_anchors(path, text))), None


def with_written_keys(source: Source, *key_paths: KeyPath) -> Source:
    """The source with the keys of these mappings as they are written: a student's number ``0102`` is no number.

    ``"*"`` in a path stands for any key.
    """
    return structs.replace(source, value=_with_text_keys(source, source.value, (), key_paths))


def _fits(path: KeyPath, pattern: KeyPath) -> bool:
    return len(path) == len(pattern) and all(part in ("*", key) for key, part in zip(path, pattern, strict=True))


def _with_text_keys(source: Source, value: Any, at: KeyPath, key_paths: tuple[KeyPath, ...]) -> Any:
    """The value at a path, with the keys of its mappings as they are written where the paths say so."""
    deeper = tuple(path for path in key_paths if _fits(at, path[: len(at)]))
    if not isinstance(value, dict) or not deeper:
        return value
    if any(_fits(at, path) for path in deeper):
        keys = source.written_keys(at)
        value = dict(zip(keys, value.values(), strict=True)) if len(keys) == len(value) else value
    return {key: _with_text_keys(source, item, (*at, key), deeper) for key, item in value.items()}
