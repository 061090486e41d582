"""Grading on several machines: submissions are sent to Dask workers, grades come back."""
