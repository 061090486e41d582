"""Headers that only another machine has: a program that includes one cannot be built here, and may be right there."""

from __future__ import annotations

import re

from harness.model.finding import Finding
from harness.model.place import Place
from harness.model.runs.observation import Observation
from harness.model.text.lazy_regex import lazy_regex

_MISSING = lazy_regex(
    rb"^([^\n:]{1,200}):(\d{1,9}):\d{1,9}: fatal error: ([^\n]{1,300}): No such file or directory\n"
    rb" *\d+ \|([^\n]{0,300})",
    re.MULTILINE,
)
_ABSOLUTE = lazy_regex(r"(?:[A-Za-z]:)?[/\\]")
_READ = 1 << 20
"""Bytes of a compiler's messages that are looked at."""


def missing_header(observation: Observation | None) -> Finding | None:
    """Say which header of the machine's a compiler did not find; None where it was one of the submission's own.

    A header in angle brackets, or named by its whole path, is not handed in but expected of the machine.
    """
    match = _MISSING.search(observation.stderr[:_READ]) if observation is not None else None
    if match is None:
        return None
    path, line, header, source = (part.decode(errors="replace") for part in match.groups())
    if not _ABSOLUTE.match(header) and "<" not in source:
        return None
    return Finding.of("header-missing-here", Place(path=path, line=int(line), source=match[4]), header=header)
