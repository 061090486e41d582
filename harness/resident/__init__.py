"""A compiler that stays: one virtual machine for all Java submissions of a run, in a sandbox of its own."""
