"""One submission: build it, run its cases, call its functions."""
