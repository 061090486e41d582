"""Find submissions below the paths that a user named."""
