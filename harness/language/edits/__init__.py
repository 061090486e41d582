"""Single changes to a source: those that a course's cases should notice, and those that may repair a program."""

SUFFIXES = (
    *(".py", ".pyw", ".java", ".js", ".mjs", ".cjs", ".pl", ".pro", ".prolog"),
    *(".cc", ".cpp", ".cxx", ".c", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl"),
)
"""Of the sources for which there are changes that may repair a program; said here so that no parser is loaded."""
