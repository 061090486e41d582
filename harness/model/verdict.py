"""The verdicts, as judges everywhere call them."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """What a case, or a whole assignment, comes to."""

    AC = "accepted"
    WA = "wrong answer"
    RTE = "run-time error"
    TLE = "time limit"
    MLE = "memory limit"
    OLE = "output limit"
    CE = "compile error"
    NS = "not submitted"
    JE = "judge error"
    """Our fault, never the student's: costs no points, is loud, and makes the exit status non-zero."""
    SK = "not judged"
    """The run was broken off before the case had its turn; costs no points, and the grade is not complete."""
