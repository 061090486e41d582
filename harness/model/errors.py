"""Errors that end the program with one clear line instead of a traceback."""

from __future__ import annotations

BROKEN_OFF = 130
"""The exit status after Ctrl-C, as shells know it."""


class UsageError(Exception):
    """Bad input of the user's: a spec, a path, an option. Exit status 2. The text says what, where, how to mend it."""

    exit_status = 2


class SpecError(UsageError):
    """A spec that does not say what it must; several problems stand one on a line."""


class JudgeError(Exception):
    """Our side cannot judge: a missing compiler, a full disk, a broken checker. Exit status 3; costs no points."""

    exit_status = 3
