"""What a worker asks its judging child, and the result of a case."""
