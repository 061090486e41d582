"""Reads suites of TESTed, in YAML and in JSON."""
