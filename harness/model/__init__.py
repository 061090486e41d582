"""The words of the domain: verdicts, observations, findings, grades."""
