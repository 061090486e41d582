"""Variables that stand for each other: two of one expression that change places, a parameter that nothing reads."""
