"""Build a submission: recipes, compilers, and what only the way of handing in did to it."""
