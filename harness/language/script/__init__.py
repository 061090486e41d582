"""Scripts: its usual build and run."""
