"""What went wrong in a grade, and which failures have one cause."""
