"""Read archives that cannot be trusted."""
