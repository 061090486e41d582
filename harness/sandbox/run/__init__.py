"""Start a student's program, watch it and return what was observed. No other package starts one."""
