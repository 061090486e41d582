"""What an edit is: its place in the source, how likely it is, and what it does to a text."""
