"""Single changes to a source: those that a course's cases should notice, and those that may repair a program."""
