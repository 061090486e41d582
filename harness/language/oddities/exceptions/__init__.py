"""Exceptions that are caught and lost, and the end of a program that is caught by mistake."""

SWALLOWED, CAUGHT_EXIT = "swallowed-exception", "caught-exit"
