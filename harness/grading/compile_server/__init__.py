"""Compile all Java submissions of a run by one compiler process, in a sandbox of its own."""
