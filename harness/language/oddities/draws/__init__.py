"""Draws at random that reach one number too far."""

from harness.model.patterns import lazy_regex

MOST_DRAWS = 20
"""Draws of a file that are looked at."""
MOST_NODES = 4000
"""Nodes of a function that is looked at."""
MAY_BE_LAST = lazy_regex(r"(?i)last|max|end|hi(?:gh)?|top|most|limit|upper")
"""In the names of what may be the last place instead of how many there are."""
HALF_LOOP = "half-loop"
"""What is odd in a search that goes from a random start to one end only."""
