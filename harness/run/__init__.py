"""The only code that starts a student's process."""
