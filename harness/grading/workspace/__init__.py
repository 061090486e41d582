"""Where a submission is worked on, and where the time goes."""
