"""Start a program in an isolation, watch it, and return what was observed. No opinion."""
