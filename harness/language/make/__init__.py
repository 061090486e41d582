"""Make: its usual build and run."""
