"""Read what compilers, runtimes and sanitizers say."""
