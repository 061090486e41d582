"""Variables that are true or false, and lose what an earlier turn of a loop gave them."""
