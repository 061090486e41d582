"""A run as a whole: programs are built, run and judged, and graded by the result."""
