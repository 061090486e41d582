"""Trial runs that prove what a note on a source says."""
