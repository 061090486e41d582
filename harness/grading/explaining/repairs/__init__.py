"""Single changes by which failed cases pass."""
