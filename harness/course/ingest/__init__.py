"""From archives and folders to submissions, within bounds."""
