"""Changes to when a statement runs: before or after what it depends on, and before a function is left."""
