"""Commands that grade, and what looks at a grading or its machine."""
