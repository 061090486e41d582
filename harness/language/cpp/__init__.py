"""C++: its usual build and run, its driver."""
