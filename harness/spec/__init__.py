"""The spec format: read, checked, expanded."""
