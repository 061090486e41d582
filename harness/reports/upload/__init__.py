"""Files that go back into a learning system: grades and feedback of a class."""
