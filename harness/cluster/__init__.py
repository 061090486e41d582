"""Grading beyond one machine: submissions travel by content to Dask workers, grades come back."""
