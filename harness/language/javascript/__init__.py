"""JavaScript: its usual build and run, its driver."""
