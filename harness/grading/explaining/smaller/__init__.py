"""The smallest part of a fixed input with which a program still fails as with all of it."""
