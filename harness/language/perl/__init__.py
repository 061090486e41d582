"""Perl: its usual build and run."""
