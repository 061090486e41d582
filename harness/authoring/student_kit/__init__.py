"""A kit by which students check their own work: what they may see of an assignment, and the harness."""
