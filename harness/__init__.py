"""An autograder and conformance test harness: a contract in YAML meets a submission, and every clause is judged."""

__version__ = "0.1.0"
