"""Compare two outputs, and explain how they differ. Pure."""
