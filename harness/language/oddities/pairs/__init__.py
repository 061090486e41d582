"""Pairs of elements that are exchanged for nothing, or of which too few are taken."""
