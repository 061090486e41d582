"""Judge calls of a student's functions: values, solutions, traces. Pure."""
