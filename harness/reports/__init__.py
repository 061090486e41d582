"""Reports: grades as text for people and programs."""
