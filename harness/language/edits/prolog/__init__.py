"""Changes to the goals and arguments of Prolog clauses."""
