"""Grades as text for people: causes first, then clauses; plain into a pipe, coloured on a terminal."""
