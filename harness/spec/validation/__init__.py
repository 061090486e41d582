"""Whatever a spec names must exist, and what it says must make sense together."""
