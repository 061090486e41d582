"""Loops that take too few of the pairs of elements."""
