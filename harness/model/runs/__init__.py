"""A run as records: what is run, its limits, what was observed."""
