"""The gradebook: a database of all graded attempts; they are added and never overwritten."""
