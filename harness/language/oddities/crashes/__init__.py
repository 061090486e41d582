"""What the sources say on a crash: where an array got its length, what is 0, how a function ends."""
