"""Judging in a process of its own: all that is done with a student's bytes has a deadline and a memory limit there."""
