"""The commands that a ``submission.yaml`` means: lines, lists of words, and what needs a shell.

``submission.yaml``: what a student says about how the submission is built and started. A student's text: it is bounded.

Only words are taken from the file, so no number or date in it is ever converted. What is not understood is reported by
line, and puts the whole file aside.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from msgspec import Struct, field

from harness.grading.plan.submission_events import Node, SubmissionFileError, error_at, finding_at, parse
from harness.judge.finding_kinds import SUBMISSION_FILE_LONG_WORD
from harness.model.finding import Finding
from harness.model.patterns import lazy_regex
from harness.sandbox.process_setup.environment import locate

_LONGEST_NAME = 255
"""Bytes of a file's name."""
_LONGEST_PATH = 1000
_OPERATOR = lazy_regex(r"[<>|&;]+")
_QUOTED = lazy_regex(r"'[^']*'|\\.")
_EXPANDED_IN_QUOTES = lazy_regex(r"[$`]")
_EXPANDED = lazy_regex(r"[*?]|^\s*[A-Za-z_]\w*=|^\s*(cd|export|source|\.)\s|(^|\s)~/")
"""What only a shell understands: patterns of files, settings of variables, its own commands, the home folder."""
_SOURCE = lazy_regex(r"\.(c|cc|cpp|cxx|h|hpp|java|py|pl|txt)$")
_PLACEHOLDER = lazy_regex(r"\{(input|output)\}")

Argv = tuple[str, ...]


def run_command(node: Node) -> Argv:
    """The one command of ``run``: a line, a list of words, or a list that holds a line."""
    if isinstance(node.value, list) and len(node.value) > 1:
        return _argv(node)
    commands = list(commands_of(node))
    if len(commands) != 1:
        raise error_at(node.line, "submission-file-one-command", count=len(commands))
    return commands[0]


def commands_of(node: Node) -> Iterator[Argv]:
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
            yield from commands_of(item) if isinstance(item.value, str) else (_argv(item),)


def _is_command(node: Node) -> bool:
    """Whether a list of words is one command, and not a list of commands."""
    words = [item.value for item in node.value if isinstance(item.value, str)]
    if any(word.startswith("-") for word in words):
        return True  # an option begins no command
    single = len(words) == len(node.value) and not any(" " in word.strip() for word in words)
    return single and any(not _begins_command(word) for word in words[1:])


def _begins_command(word: str) -> bool:
    return (word.startswith("./") and not _SOURCE.search(word)) or locate(word) is not None


def _argv(node: Node) -> Argv:
    if not isinstance(node.value, list) or not all(isinstance(word.value, str) for word in node.value):
        raise error_at(node.line, "submission-file-no-command-line")
    words = [word.value for word in node.value]
    if "-c" not in words[:2]:  # the text after it is a shell's
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
        raise error_at(number, "submission-file-no-shell-words", error=str(error).lower()) from None
    return ("sh", "-c", line.strip()) if needs_shell else _checked(words, number)


def _is_expanded(line: str) -> bool:
    """Whether a shell would put something else instead of a part of the line."""
    unquoted = _QUOTED.sub("", line)
    return bool(_EXPANDED_IN_QUOTES.search(unquoted) or _EXPANDED.search(re.sub(r'"[^"]*"', "", unquoted)))


def _checked(words: Argv, line: int) -> Argv:
    if not words or not words[0].strip():
        raise error_at(line, "submission-file-empty-command")
    names = words[:1] if "-c" in words[:2] else words  # the text after it is a program's
    for word in names:  # the system fails where it is asked for a file of a name that none can have
        if max(map(len, word.encode("utf-8", "replace").split(b"/"))) > _LONGEST_NAME or len(word) > _LONGEST_PATH:
            raise error_at(line, SUBMISSION_FILE_LONG_WORD, most=_LONGEST_NAME)
    return words


LARGEST = 64 * 1024
"""Bytes that are read of it."""
_MOST_COMMANDS = 20
_KEYS = ("run", "build", "language")


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


def read_submission_file(content: bytes) -> SubmissionFile:
    """Read the file's content; whatever it holds, the result comes in linear time."""
    if len(content) > LARGEST:
        return SubmissionFile(problems=[finding_at(None, "submission-file-too-large", limit=LARGEST)])
    result = SubmissionFile()
    try:
        for key, node in _entries(content, result):
            _take(key, node, result)
    except SubmissionFileError as problem:
        return SubmissionFile(problems=[problem.finding])
    if not result.run:
        return SubmissionFile(problems=[finding_at(None, "submission-file-without-run")])
    return result


def _take(key: str, node: Node, result: SubmissionFile) -> None:
    if key == "run":
        result.run, result.run_line = run_command(node), node.line
    elif key == "build":
        result.build, result.build_line = tuple(commands_of(node)), node.line
        if len(result.build) > _MOST_COMMANDS:
            raise error_at(node.line, "submission-file-many-commands", most=_MOST_COMMANDS)


def _entries(content: bytes, result: SubmissionFile) -> Iterator[tuple[str, Node]]:
    """The keys that are known, with their values."""
    root = parse(content)
    if not isinstance(root.value, dict):
        raise error_at(root.line, "submission-file-no-keys")
    for key, node in root.value.items():
        if key in _KEYS:
            yield key, node
            continue
        from difflib import get_close_matches  # noqa: PLC0415 - few keys are misspelt

        near = get_close_matches(key[:100], _KEYS, 1, 0.6)
        if near:
            raise error_at(node.line, "submission-file-key-misspelt", key=key[:100], near=near[0])
        result.notes.append(finding_at(node.line, "submission-file-key-unknown", key=key[:100]))
