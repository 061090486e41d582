"""Advice on a sound spec: what it most likely does not mean."""
