"""Whose a hand-in is, and for which assignment."""
