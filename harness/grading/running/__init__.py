"""Run a case's program in a fresh copy, and what takes several runs: generated inputs, a student's tests."""
