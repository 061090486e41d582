"""Code that is seldom meant: it explains a wrong program before its output does."""

Odd = tuple[str, int, str]
"""A kind of the sentences on suspicious code, the line, and what it is about."""
