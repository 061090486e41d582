"""Alembic's migrations, from the first form of the tables on: one file a form, never changed once it is released."""
