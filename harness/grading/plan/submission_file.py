"""``submission.yaml``: what a student says of how the submission is built and started. A student's text: it is bounded.

Only words are taken from the file, so no number or date in it is ever converted. What cannot be understood is told by
line, and puts the whole file aside.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from harness.grading.plan.submission_commands import Argv, commands_of, run_command
from harness.grading.plan.submission_events import Node, SubmissionFileError, error_at, finding_at, parse
from harness.model.finding import Finding

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
