"""One compiler process for all Java submissions of a run, in a sandbox of its own."""
