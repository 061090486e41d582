"""Changes to JavaScript alone."""
