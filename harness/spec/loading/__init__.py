"""Load a spec: read, convert, expand, validate."""
