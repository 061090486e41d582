"""Further runs that are never judged: why a program crashed, where one is that does not end."""
