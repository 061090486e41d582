"""Grades as self-contained HTML pages: a student's page and a class's, by Jinja2's templates."""
