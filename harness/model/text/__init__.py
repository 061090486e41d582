"""Texts, names and patterns."""
