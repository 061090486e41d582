"""Who handed in what for which assignment, and what it is worth over a term."""
