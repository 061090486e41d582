"""Pairs of programs that are worth a look: which are alike, and where. It says nothing about why."""
