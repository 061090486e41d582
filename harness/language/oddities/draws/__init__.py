"""Draws at random that reach one number too far."""
