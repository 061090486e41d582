"""The migrations, a form of the tables a file."""
