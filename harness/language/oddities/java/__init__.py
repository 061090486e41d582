"""Code of Java that is seldom meant, and that other languages do not have in this form."""
