"""The workflow: build, run, judge, in parallel."""
