"""An assignment as an autograder of another system."""
