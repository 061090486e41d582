"""The command that prints a shell script for a case: another one where a student reads the report of a kit."""

from __future__ import annotations

import os
from shlex import quote

KIT_VARIABLE = "GRADE_KIT"
"""Set by ``check.py`` of a student's kit, for itself and its workers."""


def script_command(assignment: str, case: str) -> str:
    """The command, for a shell."""
    if os.environ.get(KIT_VARIABLE):
        return f"python3 check.py --script {quote(case)}"
    return f"harness reproduce {assignment} {quote(case)}"
