"""Where reports go: what ``--report`` asks for, and the files that are written."""
