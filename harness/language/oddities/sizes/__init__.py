"""Numbers of a program that may stand for the size of its problem."""
