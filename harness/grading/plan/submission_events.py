"""The YAML of a ``submission.yaml``, read event by event: nothing in a student's text makes the reader call itself."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from harness.judge.finding_kinds import SUBMISSION_FILE_LONG_WORD
from harness.model.finding import Finding, Parameter, Place
from harness.model.patterns import lazy_regex
from harness.spec.format.model import SUBMISSION_FILE

_MOST_WORDS = 1000
_LONGEST_WORD = 4096
_DEEPEST = 3
_MEANT = lazy_regex(r"\{\s*(in|out)(?:put)?[ _.-]?(?:file)?[ _-]?(?:name|path)?(?:\.?txt)?\s*\}", re.IGNORECASE)
"""What students write in its place: ``{input.txt}``, ``{Input}``, ``{ input_file }``, ``{infile}``."""
_UNSEEN = lazy_regex(r"[\x00-\x08\x0b-\x1f\x7f]")


class SubmissionFileError(Exception):
    """One thing that cannot be understood."""

    def __init__(self, finding: Finding) -> None:
        """``finding``: what, and in which line."""
        super().__init__(finding)
        self.finding = finding


class Node(Struct):
    """A value of the file: words and lists of words, with the line where it stands."""

    line: int
    value: Any


def error_at(line: int | None, kind: str, **params: Parameter) -> SubmissionFileError:
    """The error that a finding on a line of the file is."""
    return SubmissionFileError(finding_at(line, kind, **params))


def finding_at(line: int | None, kind: str, **params: Parameter) -> Finding:
    """A finding on a line of the file, from 1."""
    return Finding.of(kind, Place(path=SUBMISSION_FILE, line=line), **params)


def parse(content: bytes) -> Node:
    """The file's value. It is read event by event: nothing in it makes the reader call itself."""
    import yaml  # noqa: PLC0415 - few submissions have such a file

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _build(yaml, yaml.parse(_text(content), Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        last = content.count(b"\n") + (not content.endswith(b"\n"))
        line = min(mark.line + 1, last) if mark else 1  # the parser counts a line after the end
        raise error_at(line, "submission-file-invalid", error=str(error.problem or error.context)) from None
    except (yaml.YAMLError, ValueError) as error:
        raise error_at(None, "submission-file-invalid", error=str(error).splitlines()[0][:200]) from None


def _text(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _build(yaml: Any, events: Iterator[Any]) -> Node:
    """Put the events together: mappings of the top level, lists, words."""
    root: Node | None = None
    open_nodes: list[tuple[Node, list[str]]] = []
    ends = yaml.SequenceEndEvent, yaml.MappingEndEvent
    for count, event in enumerate(_join_placeholders(yaml, _inner_events(yaml, events))):
        line = event.start_mark.line + 1
        if count > 2 * _MOST_WORDS:
            raise error_at(line, "submission-file-many-words", most=_MOST_WORDS)
        if isinstance(event, ends):
            open_nodes.pop()
            continue
        node = Node(line, _value(yaml, event, line, len(open_nodes)))
        if open_nodes:
            _add(open_nodes[-1], node)
        root = root or node
        if not isinstance(event, yaml.ScalarEvent):
            open_nodes.append((node, []))
    if root is None:
        raise error_at(None, "submission-file-empty")
    return root


def _inner_events(yaml: Any, events: Iterator[Any]) -> Iterator[Any]:
    """The events of the one document."""
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise error_at(event.start_mark.line + 1, "submission-file-second-document")
        elif getattr(event, "anchor", None) or isinstance(event, yaml.AliasEvent):
            raise error_at(event.start_mark.line + 1, "submission-file-alias")
        elif not isinstance(event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)):
            yield event


def _join_placeholders(yaml: Any, events: Iterator[Any]) -> Iterator[Any]:
    """The events with a ``{input}`` that stands without quotes in a list as the word that it means."""
    waiting: list[Any] = []
    depth = 0
    for event in events:
        depth += isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent))
        depth -= isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent))
        if not waiting and not (isinstance(event, yaml.MappingStartEvent) and event.flow_style and depth > 1):
            yield event
            continue
        waiting.append(event)
        if len(waiting) == _PLACEHOLDER_EVENTS and _is_placeholder(yaml, waiting):
            word, start = _MEANT.sub(_placeholder, "{" + waiting[1].value + "}"), waiting[0]
            yield yaml.ScalarEvent(None, None, (True, True), word, start.start_mark, event.end_mark)
            waiting = []
        elif len(waiting) == _PLACEHOLDER_EVENTS or not isinstance(event, (yaml.MappingStartEvent, yaml.ScalarEvent)):
            yield from waiting
            waiting = []
    yield from waiting


_PLACEHOLDER_EVENTS = 4
"""A mapping begins, its key, nothing for its value, it ends."""


def _is_placeholder(yaml: Any, events: list[Any]) -> bool:
    _, key, value, end = events
    words = isinstance(key, yaml.ScalarEvent) and isinstance(value, yaml.ScalarEvent)
    meant = words and _MEANT.fullmatch("{" + key.value + "}") is not None
    return meant and not value.value and isinstance(end, yaml.MappingEndEvent)


def _placeholder(meant: re.Match[str]) -> str:
    return f"{{{meant[1].lower()}put}}"


def _value(yaml: Any, event: Any, line: int, depth: int) -> Any:
    if isinstance(event, yaml.ScalarEvent):
        if len(event.value) > _LONGEST_WORD:
            raise error_at(line, SUBMISSION_FILE_LONG_WORD, most=_LONGEST_WORD)
        if _UNSEEN.search(event.value):
            raise error_at(line, "submission-file-control-character")
        return _MEANT.sub(_placeholder, event.value)
    if depth >= _DEEPEST:
        raise error_at(line, "submission-file-deep")
    if isinstance(event, yaml.MappingStartEvent):
        if depth:
            raise error_at(line, "submission-file-nested-key")
        return {}
    return []


def _add(parent: tuple[Node, list[str]], node: Node) -> None:
    """Put a value into its list, or into its mapping after its key."""
    container, keys = parent
    if isinstance(container.value, list):
        container.value.append(node)
    elif keys:
        key = keys.pop()
        if key in container.value:
            raise error_at(node.line, "submission-file-key-twice", key=key[:100])
        container.value[key] = node
    elif isinstance(node.value, str):
        keys.append(node.value)
    else:
        raise error_at(node.line, "submission-file-key-no-word")
