"""The gradebook: every attempt that was graded, in one database, added to and never overwritten."""
