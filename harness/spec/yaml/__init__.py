"""YAML with the line of each value, and words for what is no YAML."""
