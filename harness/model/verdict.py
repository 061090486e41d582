"""The verdicts, as judges everywhere call them."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """The verdict on a case, or on a whole assignment."""

    AC = "accepted"
    WA = "wrong answer"
    RTE = "run-time error"
    TLE = "time limit"
    MLE = "memory limit"
    OLE = "output limit"
    CE = "compile error"
    NS = "not submitted"
    NR = "needs review"
    """The student's own choice, or an output that no check can bear, keeps us from judging: the points are undecided,
    the grade is incomplete, and a person has to look."""
    JE = "judge error"
    """A fault of the harness, never the student's: it costs no points and makes the exit status 3."""
    SK = "not judged"
    """The run was interrupted before the case's turn; it costs no points, and the grade is incomplete."""


UNJUDGED = (Verdict.JE, Verdict.NR, Verdict.SK)
"""The verdicts that leave points undecided."""

FAILED = (Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.OLE, Verdict.MLE)
"""The verdicts that a program gets for what it does when it runs."""
