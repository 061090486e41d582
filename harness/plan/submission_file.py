"""``submission.yaml``: what a student says of how the submission is built and started. A student's text: it is bounded.

Only words are taken from the file, so no number or date in it is ever converted. What cannot be understood is told by
line, and puts the whole file aside.
"""

from __future__ import annotations

import codecs
import re
import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from harness.isolation.executables import locate
from harness.model.finding import Finding, Parameter
from harness.model.lazy_regex import lazy_regex
from harness.model.place import Place

NAME = "submission.yaml"
LARGEST = 64 * 1024
"""Bytes that are read of it."""
_MOST_WORDS = 1000
_LONGEST_WORD = 4096
_LONGEST_NAME = 255
"""Bytes of a file's name."""
_LONGEST_PATH = 1000
_DEEPEST = 3
_MOST_COMMANDS = 20
_KEYS = ("run", "build", "language")
_OPERATOR = lazy_regex(r"[<>|&;]+")
_QUOTED = lazy_regex(r"'[^']*'|\\.")
_EXPANDED_IN_QUOTES = lazy_regex(r"[$`]")
_EXPANDED = lazy_regex(r"[*?]|^\s*[A-Za-z_]\w*=|^\s*(cd|export|source|\.)\s|(^|\s)~/")
"""What only a shell understands: patterns of files, settings of variables, its own commands, the home folder."""
_SOURCE = lazy_regex(r"\.(c|cc|cpp|cxx|h|hpp|java|py|pl|txt)$")
_PLACEHOLDER = lazy_regex(r"\{(input|output)\}")
_MEANT = lazy_regex(r"\{\s*(in|out)(?:put)?[ _.-]?(?:file)?[ _-]?(?:name|path)?(?:\.?txt)?\s*\}", re.IGNORECASE)
"""What students write in its place: ``{input.txt}``, ``{Input}``, ``{ input_file }``, ``{infile}``."""
_UNSEEN = lazy_regex(r"[\x00-\x08\x0b-\x1f\x7f]")

Argv = tuple[str, ...]


class SubmissionFile(Struct):
    """What the file says."""

    run: Argv = ()
    """How the program starts; empty when the file does not say it, or was put aside."""
    build: tuple[Argv, ...] = ()
    build_line: int = 0
    """The line of ``build``, from 1."""
    run_line: int = 0
    """The line of ``run``, from 1."""
    problems: list[Finding] = field(default_factory=list)
    """What cannot be understood, with the line; the file is put aside then."""
    notes: list[Finding] = field(default_factory=list)
    """What was passed over."""


class _Problem(Exception):
    """One thing that cannot be understood."""

    def __init__(self, finding: Finding) -> None:
        """``finding``: what, and in which line."""
        super().__init__(finding)
        self.finding = finding


class _Node(Struct):
    """A value of the file: words and lists of words, with the line where it stands."""

    line: int
    value: Any


def read_submission_file(content: bytes) -> SubmissionFile:
    """Read the file's content; whatever it holds, the result comes in linear time."""
    if len(content) > LARGEST:
        return SubmissionFile(problems=[_finding(None, "submission-file-too-large", limit=LARGEST)])
    result = SubmissionFile()
    try:
        for key, node in _entries(content, result):
            _take(key, node, result)
    except _Problem as problem:
        return SubmissionFile(problems=[problem.finding])
    if not result.run:
        return SubmissionFile(problems=[_finding(None, "submission-file-without-run")])
    return result


def _take(key: str, node: _Node, result: SubmissionFile) -> None:
    if key == "run":
        result.run, result.run_line = _run_command(node), node.line
    elif key == "build":
        result.build, result.build_line = tuple(_commands(node)), node.line
        if len(result.build) > _MOST_COMMANDS:
            raise _at(node.line, "submission-file-many-commands", most=_MOST_COMMANDS)


def _at(line: int | None, kind: str, **params: Parameter) -> _Problem:
    return _Problem(_finding(line, kind, **params))


def _finding(line: int | None, kind: str, **params: Parameter) -> Finding:
    return Finding.of(kind, Place(path=NAME, line=line), **params)


def _entries(content: bytes, result: SubmissionFile) -> Iterator[tuple[str, _Node]]:
    """The keys that are known, with their values."""
    root = _parse(content)
    if not isinstance(root.value, dict):
        raise _at(root.line, "submission-file-no-keys")
    for key, node in root.value.items():
        if key in _KEYS:
            yield key, node
            continue
        from difflib import get_close_matches  # noqa: PLC0415 - few keys are misspelt

        near = get_close_matches(key[:100], _KEYS, 1, 0.6)
        if near:
            raise _at(node.line, "submission-file-key-misspelt", key=key[:100], near=near[0])
        result.notes.append(_finding(node.line, "submission-file-key-unknown", key=key[:100]))


def _parse(content: bytes) -> _Node:
    """The file's value. It is read event by event: nothing in it makes the reader call itself."""
    import yaml  # noqa: PLC0415 - few submissions have such a file

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _build(yaml, yaml.parse(_text(content), Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        last = content.count(b"\n") + (not content.endswith(b"\n"))
        line = min(mark.line + 1, last) if mark else 1  # the parser counts a line behind the end
        raise _at(line, "submission-file-invalid", error=str(error.problem or error.context)) from None
    except (yaml.YAMLError, ValueError) as error:
        raise _at(None, "submission-file-invalid", error=str(error).splitlines()[0][:200]) from None


def _text(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _build(yaml: Any, events: Iterator[Any]) -> _Node:
    """Put the events together: mappings of the top level, lists, words."""
    root: _Node | None = None
    open_nodes: list[tuple[_Node, list[str]]] = []
    ends = yaml.SequenceEndEvent, yaml.MappingEndEvent
    for count, event in enumerate(_join_placeholders(yaml, _inner_events(yaml, events))):
        line = event.start_mark.line + 1
        if count > 2 * _MOST_WORDS:
            raise _at(line, "submission-file-many-words", most=_MOST_WORDS)
        if isinstance(event, ends):
            open_nodes.pop()
            continue
        node = _Node(line, _value(yaml, event, line, len(open_nodes)))
        if open_nodes:
            _add(open_nodes[-1], node)
        root = root or node
        if not isinstance(event, yaml.ScalarEvent):
            open_nodes.append((node, []))
    if root is None:
        raise _at(None, "submission-file-empty")
    return root


def _inner_events(yaml: Any, events: Iterator[Any]) -> Iterator[Any]:
    """The events of the one document."""
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _at(event.start_mark.line + 1, "submission-file-second-document")
        elif getattr(event, "anchor", None) or isinstance(event, yaml.AliasEvent):
            raise _at(event.start_mark.line + 1, "submission-file-alias")
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
            raise _at(line, "submission-file-long-word", most=_LONGEST_WORD)
        if _UNSEEN.search(event.value):
            raise _at(line, "submission-file-control-character")
        return _MEANT.sub(_placeholder, event.value)
    if depth >= _DEEPEST:
        raise _at(line, "submission-file-deep")
    if isinstance(event, yaml.MappingStartEvent):
        if depth:
            raise _at(line, "submission-file-nested-key")
        return {}
    return []


def _add(parent: tuple[_Node, list[str]], node: _Node) -> None:
    """Put a value into its list, or into its mapping behind its key."""
    container, keys = parent
    if isinstance(container.value, list):
        container.value.append(node)
    elif keys:
        key = keys.pop()
        if key in container.value:
            raise _at(node.line, "submission-file-key-twice", key=key[:100])
        container.value[key] = node
    elif isinstance(node.value, str):
        keys.append(node.value)
    else:
        raise _at(node.line, "submission-file-key-no-word")


def _run_command(node: _Node) -> Argv:
    """The one command of ``run``: a line, a list of words, or a list that holds a line."""
    if isinstance(node.value, list) and len(node.value) > 1:
        return _argv(node)
    commands = list(_commands(node))
    if len(commands) != 1:
        raise _at(node.line, "submission-file-one-command", count=len(commands))
    return commands[0]


def _commands(node: _Node) -> Iterator[Argv]:
    """The commands that a value stands for: lines of text, or a list of lines and of lists of words.

    A list of single words is one command where any but the first begins none: ``[javac, Main.java]``.
    """
    if isinstance(node.value, str):
        for offset, line in enumerate(node.value.splitlines()):
            if line.strip():
                yield _words(line, node.line + offset)
    elif _is_command(node):
        yield _argv(node)
    else:
        for item in node.value:
            yield from _commands(item) if isinstance(item.value, str) else (_argv(item),)


def _is_command(node: _Node) -> bool:
    """Whether a list of words is one command, and not a list of commands."""
    words = [item.value for item in node.value if isinstance(item.value, str)]
    if any(word.startswith("-") for word in words):
        return True  # an option begins no command
    single = len(words) == len(node.value) and not any(" " in word.strip() for word in words)
    return single and any(not _begins_command(word) for word in words[1:])


def _begins_command(word: str) -> bool:
    return (word.startswith("./") and not _SOURCE.search(word)) or locate(word) is not None


def _argv(node: _Node) -> Argv:
    if not isinstance(node.value, list) or not all(isinstance(word.value, str) for word in node.value):
        raise _at(node.line, "submission-file-no-command-line")
    words = [word.value for word in node.value]
    if "-c" not in words[:2]:  # the text behind it is a shell's
        words = [part for word in words for part in (word.split() if _PLACEHOLDER.search(word) else [word])]
    return _checked(tuple(words), node.line)


def _words(line: str, number: int) -> Argv:
    """A command line as words; one that needs a shell is given to it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        needs_shell = any(_OPERATOR.fullmatch(word) for word in lexer) or _is_expanded(line)
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise _at(number, "submission-file-no-shell-words", error=str(error).lower()) from None
    return ("sh", "-c", line.strip()) if needs_shell else _checked(words, number)


def _is_expanded(line: str) -> bool:
    """Whether a shell would put something else in place of a part of the line."""
    unquoted = _QUOTED.sub("", line)
    return bool(_EXPANDED_IN_QUOTES.search(unquoted) or _EXPANDED.search(re.sub(r'"[^"]*"', "", unquoted)))


def _checked(words: Argv, line: int) -> Argv:
    if not words or not words[0].strip():
        raise _at(line, "submission-file-empty-command")
    names = words[:1] if "-c" in words[:2] else words  # the text behind it is a program's
    for word in names:  # the system fails where it is asked for a file of a name that none can have
        if max(map(len, word.encode("utf-8", "replace").split(b"/"))) > _LONGEST_NAME or len(word) > _LONGEST_PATH:
            raise _at(line, "submission-file-long-word", most=_LONGEST_NAME)
    return words
