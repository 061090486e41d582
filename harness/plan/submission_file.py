"""``submission.yaml``: what a student says of how the submission is built and started. A student's text: it is bounded.

Only words are taken from the file, so no number or date in it is ever converted. What cannot be understood is told by
line, and puts the whole file aside.
"""

from __future__ import annotations

import codecs
import re
import shlex
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, field

NAME = "submission.yaml"
LARGEST = 64 * 1024
"""Bytes that are read of it."""
_MOST_WORDS = 1000
_LONGEST_WORD = 4096
_DEEPEST = 3
_MOST_COMMANDS = 20
_KEYS = ("run", "build", "language")
_OPERATOR = re.compile(r"[<>|&;]+")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

Argv = tuple[str, ...]


class SubmissionFile(Struct):
    """What the file says."""

    run: Argv = ()
    """How the program starts; empty when the file does not say it, or was put aside."""
    build: tuple[Argv, ...] = ()
    run_line: int = 0
    """The line of ``run``, from 1."""
    problems: list[str] = field(default_factory=list)
    """What cannot be understood, a sentence each with the line; the file is put aside then."""
    notes: list[str] = field(default_factory=list)
    """What was passed over."""


class _Problem(Exception):
    """One thing that cannot be understood; the text begins with the line."""


class _Node(Struct):
    """A value of the file: words and lists of words, with the line where it stands."""

    line: int
    value: Any


def read_submission_file(content: bytes) -> SubmissionFile:
    """Read the file's content; whatever it holds, the result comes in linear time."""
    if len(content) > LARGEST:
        return SubmissionFile(problems=[f"{NAME}: it has more than {LARGEST // 1024} KiB"])
    result = SubmissionFile()
    try:
        for key, node in _entries(content, result):
            _take(key, node, result)
    except _Problem as problem:
        return SubmissionFile(problems=[str(problem)])
    if not result.run:
        return SubmissionFile(problems=[f'{NAME}: the key "run" is missing: the command that starts the program'])
    return result


def _take(key: str, node: _Node, result: SubmissionFile) -> None:
    if key == "run":
        result.run, result.run_line = _run_command(node), node.line
    elif key == "build":
        result.build = tuple(_commands(node))
        if len(result.build) > _MOST_COMMANDS:
            raise _at(node.line, f"there are more than {_MOST_COMMANDS} commands; put them into a script or a Makefile")


def _at(line: int, text: str) -> _Problem:
    return _Problem(f"{NAME}, line {line}: {text}")


def _entries(content: bytes, result: SubmissionFile) -> Iterator[tuple[str, _Node]]:
    """The keys that are known, with their values."""
    root = _parse(content)
    if not isinstance(root.value, dict):
        raise _at(root.line, 'expected keys and values, such as "run: ./program {input}"')
    for key, node in root.value.items():
        if key in _KEYS:
            yield key, node
            continue
        near = get_close_matches(key[:100], _KEYS, 1, 0.6)
        if near:
            raise _at(node.line, f'there is no key "{key[:100]}"; did you mean "{near[0]}"?')
        result.notes.append(f'{NAME}, line {node.line}: the key "{key[:100]}" means nothing here')


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
        raise _at(line, f"this is not valid YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise _Problem(f"{NAME}: this is not valid YAML: {str(error).splitlines()[0][:200]}") from None


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
    for count, event in enumerate(_inner_events(yaml, events)):
        line = event.start_mark.line + 1
        if count > 2 * _MOST_WORDS:
            raise _at(line, f"there are more than {_MOST_WORDS} words")
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
        raise _Problem(f"{NAME}: it is empty")
    return root


def _inner_events(yaml: Any, events: Iterator[Any]) -> Iterator[Any]:
    """The events of the one document."""
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _at(event.start_mark.line + 1, 'a second document begins here ("---"); only one is expected')
        elif getattr(event, "anchor", None) or isinstance(event, yaml.AliasEvent):
            text = 'names for values ("&" and "*") are not understood; put the word in quotes'
            raise _at(event.start_mark.line + 1, text)
        elif not isinstance(event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)):
            yield event


def _value(yaml: Any, event: Any, line: int, depth: int) -> Any:
    if isinstance(event, yaml.ScalarEvent):
        if len(event.value) > _LONGEST_WORD:
            raise _at(line, f"a word has more than {_LONGEST_WORD} characters")
        if _UNSEEN.search(event.value):
            raise _at(line, "a word has a control character")
        return event.value
    if depth >= _DEEPEST:
        raise _at(line, "lists are nested too deeply; a command is a line of text or one list of words")
    if isinstance(event, yaml.MappingStartEvent):
        if depth:
            raise _at(
                line, "a word or a list is expected here, not another key with a value; is a word with : in quotes?"
            )
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
            raise _at(node.line, f'the key "{key[:100]}" stands twice')
        container.value[key] = node
    elif isinstance(node.value, str):
        keys.append(node.value)
    else:
        raise _at(node.line, "a key is one word")


def _run_command(node: _Node) -> Argv:
    """The one command of ``run``: a line, a list of words, or a list that holds a line."""
    if isinstance(node.value, list) and len(node.value) > 1:
        return _argv(node)
    commands = list(_commands(node))
    if len(commands) != 1:
        raise _at(node.line, f"one command is expected, and here are {len(commands)}")
    return commands[0]


def _commands(node: _Node) -> Iterator[Argv]:
    """The commands that a value stands for: lines of text, or a list of lines and of lists of words."""
    if isinstance(node.value, str):
        for offset, line in enumerate(node.value.splitlines()):
            if line.strip():
                yield _words(line, node.line + offset)
    elif any(isinstance(item.value, str) and item.value.startswith("-") for item in node.value):
        yield _argv(node)  # an option begins no command: this is a list of words
    else:
        for item in node.value:
            yield from _commands(item) if isinstance(item.value, str) else (_argv(item),)


def _argv(node: _Node) -> Argv:
    if not isinstance(node.value, list) or not all(isinstance(word.value, str) for word in node.value):
        raise _at(node.line, "a command is a line of text or one list of words")
    return _checked(tuple(word.value for word in node.value), node.line)


def _words(line: str, number: int) -> Argv:
    """A command line as words; one that needs a shell is given to it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        needs_shell = any(_OPERATOR.fullmatch(word) for word in lexer)
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise _at(number, f"this is no command line: {str(error).lower()}") from None
    return ("sh", "-c", line.strip()) if needs_shell else _checked(words, number)


def _checked(words: Argv, line: int) -> Argv:
    if not words or not words[0].strip():
        raise _at(line, "here is no command")
    return words
