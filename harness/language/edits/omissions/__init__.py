"""What a program leaves out: a part that its counterpart has, a term of a condition, a step, or the use of a result."""
