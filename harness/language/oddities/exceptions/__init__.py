"""Exceptions that are caught and lost, and the end of a program that is caught by mistake."""

SWALLOWED, CAUGHT_EXIT = "swallowed-exception", "caught-exit"
USAGE_FOR_ERROR = "usage-for-error"
"""An exception that a handler answers with the usage message, though the arguments are right."""
PROVEN_ELSEWHERE = (SWALLOWED, CAUGHT_EXIT, USAGE_FOR_ERROR)
"""What is no fault of its own where a change elsewhere makes all cases pass."""
