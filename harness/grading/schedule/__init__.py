"""A run of the grader as a whole: the process pool, its tasks, timing, assembling grades."""
