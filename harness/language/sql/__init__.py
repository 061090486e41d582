"""SQL: its usual build and run."""
