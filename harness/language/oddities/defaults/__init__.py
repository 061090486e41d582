"""Parameters with a default that a function leaves out where it calls itself, so that the default holds again."""
