"""Hostile programs, and what must become of each. None of them is ever run outside a sandbox."""
