"""A course's own test suites: what decides, what it asks the program, and what each test gave."""
