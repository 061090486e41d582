"""The commands: one verb a file."""
