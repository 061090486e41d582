"""What is graded and how: courses, submissions, recipes, tools."""
