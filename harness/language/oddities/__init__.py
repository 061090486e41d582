"""Code that is seldom meant: it explains a wrong program before its output does."""
